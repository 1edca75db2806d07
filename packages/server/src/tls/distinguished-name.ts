import { wildcardTest } from '@sextant/contract';

/** One part of a name: `CN`, and its value with what RFC 4514 escapes taken back. */
export interface NamePart {
  readonly type: string;
  readonly value: string;
}

/**
 * The parts of a distinguished name as RFC 4514 writes it (`CN=ann,O=x`), in that order; undefined where the text is none.
 * A part of several values (`CN=a+OU=b`) is as many parts.
 */
export function partsOf(name: string): readonly NamePart[] | undefined {
  const parts: NamePart[] = [];
  for (const text of split(name)) {
    const equals = text.indexOf('=');
    if (equals < 1) return undefined;
    parts.push({
      type: text.slice(0, equals).trim().toUpperCase(),
      value: unescaped(text.slice(equals + 1)),
    });
  }
  return parts.length === 0 ? undefined : parts;
}

/** The one common name; undefined where there is none, or several. */
export function commonName(name: string): string | undefined {
  const found = (partsOf(name) ?? []).filter(({ type }) => type === 'CN');
  return found.length === 1 ? found[0]!.value : undefined;
}

/** Whether two texts are the same name: spaces around separators, and case, say nothing. */
export function sameName(a: string, b: string): boolean {
  const [first, second] = [partsOf(a), partsOf(b)];
  if (first === undefined || second === undefined || first.length !== second.length) return false;
  return first.every(({ type, value }, i) => {
    const other = second[i]!;
    return type === other.type && value.toLowerCase() === other.value.toLowerCase();
  });
}

/**
 * A test whether a name fits a pattern, whose values may have stars; undefined where the text is no name. A star ends with its part of the
 * name, so that nobody can write the rest of a pattern into a value; one at the very end also stands for parts that follow.
 */
export function namePattern(pattern: string): ((name: string) => boolean) | undefined {
  const wanted = partsOf(pattern);
  if (wanted === undefined || wanted.some(({ type }) => !attribute.test(type))) return undefined;
  const tests = wanted.map(({ value }) => wildcardTest(value.toLowerCase()));
  const isOpen = wanted.at(-1)!.value.endsWith('*');
  return (name) => {
    const parts = partsOf(name) ?? [];
    if (parts.length < wanted.length || (parts.length > wanted.length && !isOpen)) return false;
    return wanted.every(({ type }, i) => parts[i]!.type === type && tests[i]!(parts[i]!.value.toLowerCase()));
  };
}

/** Its short name, or its object identifier. */
const attribute = /^(?:[A-Z][A-Z0-9-]*|\d+(?:\.\d+)*)$/;

/** At commas and plus signs that are not escaped. */
function split(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',' || text[at] === '+') {
      pieces.push(text.slice(from, at));
      from = at + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}

function unescaped(text: string): string {
  const bytes: Buffer[] = [];
  const trimmed = trimUnescaped(text);
  for (let at = 0; at < trimmed.length; at++) {
    const hex = trimmed[at] === '\\' ? /^[0-9a-f]{2}/i.exec(trimmed.slice(at + 1, at + 3))?.[0] : undefined;
    if (hex !== undefined) {
      bytes.push(Buffer.from(hex, 'hex'));
      at += 2;
    } else {
      if (trimmed[at] === '\\') at++;
      const character = String.fromCodePoint(trimmed.codePointAt(at) ?? 0x5c);
      bytes.push(Buffer.from(character));
      at += character.length - 1;
    }
  }
  return Buffer.concat(bytes).toString('utf8');
}

function trimUnescaped(text: string): string {
  const start = text.trimStart();
  const end = start.trimEnd();
  return end.endsWith('\\') && end.length < start.length ? `${end} ` : end;
}
