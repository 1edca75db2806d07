import { hasFragileNumber, isObject, parseNamed, parseNumbers, sourceJson } from '@sextant/contract';

/**
 * Parses so that `JSON.stringify` gives every number back as it was written: one that a double would change
 * becomes a raw JSON object. Throws SyntaxError.
 */
export function parseLossless(text: string): unknown {
  if (!hasFragileNumber(text)) return parseNamed(text);
  return parseNumbers(text, (value, source) =>
    String(value) === source ? value : sourceJson.rawJSON(source),
  );
}

/** Equal as Java's maps, lists and boxed numbers are: keys in any order, `1` and `1.0` differ. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (sourceJson.isRawJSON(a) || sourceJson.isRawJSON(b)) {
    return sourceJson.isRawJSON(a) && sourceJson.isRawJSON(b) && a.rawJSON === b.rawJSON;
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => equalJson(item, b[i]));
  }
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && equalJson(left[key], right[key]));
}

/** An object of JSON: not null, no list, no number kept as text. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !sourceJson.isRawJSON(value);
}
