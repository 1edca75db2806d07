import { changedWithin } from './json-tree.ts';
import { setOwn } from './names.ts';

/** No character of Unicode: a name that cannot be written plainly stands in the text as some of these and its place in a list. */
const MARK = '\uFDD1';

const COLON = 58;
const BLANK = 32;
/** What a text of JSON cannot have as it is, and the mark. */
const unwritable = /["\\\p{Cc}\uFDD1]/u;

/** As a parser makes it. */
type JsonObject = Record<string, unknown>;

interface PlainNames {
  readonly text: string;
  readonly mark: string;
  /** The names that marks stand for. */
  readonly given: readonly string[];
}

/**
 * What `parse` makes of the text, which is given to it without escapes in names: V8 takes a name with an escape for one that it has read before, as long
 * and with a backslash in the place of the escape (nodejs/node#63785), whoever wrote that. Throws SyntaxError.
 */
export function withPlainNames(text: string, parse: (text: string) => unknown): unknown {
  const plain = plainNames(text);
  if (plain === null) return parse(text);
  // What is wrong is told of the text as it was given.
  JSON.parse(text);
  const value = parse(plain.text);
  return plain.given.length === 0 ? value : changedWithin(value, (each) => named(each, plain));
}

/** JSON.parse, with all names as they were written. Throws SyntaxError. */
export function parseNamed(text: string): unknown {
  return withPlainNames(text, JSON.parse);
}

/** null: no name has an escape. */
function plainNames(text: string): PlainNames | null {
  if (!text.includes('\\')) return null;
  let plain = '';
  let from = 0;
  let mark = '';
  const given = new Map<string, number>();
  for (let slash = text.indexOf('\\'); slash !== -1; slash = text.indexOf('\\', slash)) {
    // There is no escape between the text before and this one.
    const start = text.lastIndexOf('"', slash);
    const end = pastText(text, slash);
    slash = end;
    if (start === -1 || !isNameEnd(text, end)) continue;
    const name = nameOf(text.slice(start, end));
    if (name === null) return null;
    mark ||= unusedMark(text);
    if (unwritable.test(name) && !given.has(name)) given.set(name, given.size);
    const place = given.get(name);
    plain += `${text.slice(from, start)}"${place === undefined ? name : mark + place}"`;
    from = end;
  }
  return from === 0 ? null : { text: plain + text.slice(from), mark, given: [...given.keys()] };
}

/** null: it is none. */
function nameOf(written: string): string | null {
  try {
    return JSON.parse(written) as string;
  } catch {
    return null;
  }
}

/** `at`: within a text, before any escape of it. */
export function pastText(text: string, at: number): number {
  for (let end = text.indexOf('"', at); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** Whether a colon follows. */
export function isNameEnd(text: string, at: number): boolean {
  let next = at;
  while (text.charCodeAt(next) <= BLANK) next++;
  return text.charCodeAt(next) === COLON;
}

/** What no name in the text begins with: it stays short, however many of the marks stand in the text. */
function unusedMark(text: string): string {
  if (!text.includes(MARK)) return MARK;
  const used = new Set<number>();
  for (const [, digits] of text.matchAll(/\uFDD1(\d{1,15})(?=\uFDD1)/g)) used.add(Number(digits));
  let unused = 0;
  while (used.has(unused)) unused++;
  return `${MARK}${unused}${MARK}`;
}

/** An object with the names that marks stand for, in their order; all else as it is. */
function named(value: unknown, { mark, given }: PlainNames): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const object = value as JsonObject;
  const keys = Object.keys(object);
  if (!keys.some((key) => key.startsWith(mark))) return object;
  const made: JsonObject = {};
  for (const key of keys)
    setOwn(made, key.startsWith(mark) ? given[Number(key.slice(mark.length))]! : key, object[key]);
  return made;
}
