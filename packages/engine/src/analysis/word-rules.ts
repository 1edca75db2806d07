import { invalid } from './component-settings.ts';

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
]);

/** One side of a rule such as `\u0020 => _`, with its escapes read. Throws ApiError. */
export function unescapeRule(text: string): string {
  if (!text.includes('\\')) return text;
  let result = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char !== '\\') {
      result += char;
      continue;
    }
    const next = text[++at];
    if (next === undefined) throw invalid(`Invalid escaped char in [${text}]`);
    if (next === 'u') {
      const digits = text.slice(at + 1, at + 5);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw invalid(`Invalid escaped char in [${text}]`);
      result += String.fromCharCode(Number.parseInt(digits, 16));
      at += 4;
    } else {
      result += escapes.get(next) ?? next;
    }
  }
  return result;
}
