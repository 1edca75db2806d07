import { boxedDouble, boxedJson, sourceJson } from '@sextant/contract';
import { type Document, isScalar, parseDocument, visit } from 'yaml';

/** As deep as JSON may be nested. */
const depthMax = 1000;

/** Aliases may multiply a body so far. */
const maxAliasCount = 100;

/** YAML as JSON, whose numbers tell what they were written as; nothing for an empty text. Throws Error with the position of what is wrong. */
export function yamlToJson(text: string): string {
  // The library compares each key with all before it: thirty thousand of them would take a minute.
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: true, uniqueKeys: false });
  const error = document.errors[0];
  if (error !== undefined) {
    const [place] = error.linePos ?? [];
    const at = place === undefined ? '' : ` at line ${place.line}, column ${place.col}`;
    throw new Error(`${error.message.split('\n')[0]?.replace(/ at line.*$/, '') ?? error.code}${at}`);
  }
  asJson(document);
  refuseDoubleKeys(document, text);
  const value: unknown = document.toJS({ maxAliasCount }) ?? undefined;
  refuseDeep(value, 1);
  return value === undefined ? '' : boxedJson.write(value);
}

/** What is no value of JSON is one: whole doubles are told from whole numbers, and long ones have all their digits; what is no number of JSON, and bytes, are texts. */
function asJson(document: Document): void {
  visit(document, {
    Scalar: (place, scalar) => {
      const { value, source = '' } = scalar;
      if (place === 'key') {
        // Names of members are what is written there.
        if (typeof value === 'number' || value === null) scalar.value = source;
        return;
      }
      if (value instanceof Uint8Array) scalar.value = Buffer.from(value).toString('base64');
      const isDouble = scalar.tag === 'tag:yaml.org,2002:float';
      if (isDouble && typeof value === 'string' && source !== '' && Number.isFinite(Number(source))) {
        scalar.value = boxedDouble(Number(source));
      }
      if (typeof value !== 'number') return;
      if (!Number.isFinite(value)) scalar.value = source;
      else if (!Number.isInteger(value)) return;
      else if (isDouble || /^[-+]?[\d.]*[.eE]/.test(source)) {
        scalar.value = boxedDouble(value);
      } else if (!Number.isSafeInteger(value) && /^[-+]?\d+$/.test(source)) {
        scalar.value = sourceJson.rawJSON(String(BigInt(source.replace('+', ''))));
      }
    },
  });
}

/** Also what stands within itself, by an alias of what it is in. */
function refuseDeep(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > depthMax) throw new Error(`nesting is deeper than ${depthMax} levels`);
  for (const inner of Object.values(value)) refuseDeep(inner, depth + 1);
}

function refuseDoubleKeys(document: Document, text: string): void {
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) throw new Error(`Map keys must be unique${place(text, key.range?.[0])}`);
        seen.add(key.value);
      }
    },
  });
}

function place(text: string, offset: number | undefined): string {
  if (offset === undefined) return '';
  const before = text.slice(0, offset).split('\n');
  return ` at line ${before.length}, column ${before.at(-1)!.length + 1}`;
}
