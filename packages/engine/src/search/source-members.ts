import type { SourceRequest } from '../dsl/source-request.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;

/** More names than this are looked up sooner in a parsed document. */
const MAX_NAMES = 16;
/** Numbers of more characters may not be written as they were sent. */
const MAX_NUMBER_LENGTH = 15;

/** What a request wants of the members of a document, where it names no more than members. */
interface Names {
  /** In UTF-8; null = all of them. */
  readonly includes: readonly Uint8Array[] | null;
  readonly excludes: readonly Uint8Array[];
}

const compiled = new WeakMap<SourceRequest, Names | null>();

function namesOf(request: SourceRequest): Names | null {
  let names = compiled.get(request);
  if (names === undefined) {
    names = compile(request);
    compiled.set(request, names);
  }
  return names;
}

function compile({ includes, excludes }: SourceRequest): Names | null {
  const plain = [...includes, ...excludes].every((name) => !/["\\.*\p{Cc}]/u.test(name));
  if (!plain || includes.length + excludes.length > MAX_NAMES) return null;
  const encoder = new TextEncoder();
  const encode = (name: string): Uint8Array => encoder.encode(name);
  return {
    includes: includes.length === 0 ? null : includes.map(encode),
    excludes: excludes.map(encode),
  };
}

/** A document of more wanted members is parsed. */
const MAX_MEMBERS = 256;
/** Where the wanted members begin and end; read before the next document. */
const spans = new Int32Array(2 * MAX_MEMBERS);

/**
 * The wanted members of the document, copied as they stand in it. Null where it takes more: a request for parts of
 * members, or a document that would be written otherwise than it was sent (white space, unusual escapes or numbers).
 */
export function selectMembers(source: Uint8Array, request: SourceRequest): Uint8Array | null {
  const names = namesOf(request);
  if (names === null || source.length < 2 || source[0] !== 0x7b) return null;
  const { length } = source;
  let count = 0;
  let bytes = 1;
  let at = 1;
  if (source[at] === 0x7d) return length === 2 ? source.slice() : null;
  for (;;) {
    const nameEnd = source[at] === QUOTE ? endOfString(source, at) : -1;
    if (nameEnd < 0 || source[nameEnd] !== COLON) return null;
    const valueEnd = endOfValue(source, nameEnd + 1);
    if (valueEnd < 0) return null;
    if (isWanted(source, at + 1, nameEnd - 1, names)) {
      if (count === spans.length) return null;
      spans[count++] = at;
      spans[count++] = valueEnd;
      bytes += valueEnd - at + 1;
    }
    if (source[valueEnd] !== COMMA) {
      at = valueEnd;
      break;
    }
    at = valueEnd + 1;
  }
  if (source[at] !== 0x7d || at + 1 !== length) return null;
  return joined(source, count, count === 0 ? 2 : bytes);
}

function joined(source: Uint8Array, count: number, bytes: number): Uint8Array {
  const target = new Uint8Array(bytes);
  target[0] = 0x7b;
  let at = 1;
  for (let i = 0; i < count; i += 2) {
    if (i > 0) target[at++] = COMMA;
    const end = spans[i + 1]!;
    for (let from = spans[i]!; from < end; from++) target[at++] = source[from]!;
  }
  target[at] = 0x7d;
  return target;
}

function isWanted(source: Uint8Array, start: number, end: number, { includes, excludes }: Names): boolean {
  for (const name of excludes) if (isNamed(source, start, end, name)) return false;
  if (includes === null) return true;
  for (const name of includes) if (isNamed(source, start, end, name)) return true;
  return false;
}

/** A name stands for the members below it too, also where they are written with dots. */
function isNamed(source: Uint8Array, start: number, end: number, name: Uint8Array): boolean {
  const { length } = name;
  if (end - start < length || (end - start > length && source[start + length] !== DOT)) return false;
  for (let i = 0; i < length; i++) if (source[start + i] !== name[i]) return false;
  return true;
}

/** Where the string that begins here ends; -1 where it would be written otherwise. */
function endOfString(source: Uint8Array, start: number): number {
  const { length } = source;
  for (let at = start + 1; at < length; at++) {
    const byte = source[at]!;
    if (byte === QUOTE) return at + 1;
    if (byte < 0x20) return -1;
    if (byte !== BACKSLASH) continue;
    // A solidus and letters by number are written in another way, the other escapes are not.
    at++;
    const escaped = source[at];
    if (escaped === 0x75 || escaped === 0x2f) return -1;
  }
  return -1;
}

/** Where the value that begins here ends; -1 where it would be written otherwise. */
function endOfValue(source: Uint8Array, start: number): number {
  const { length } = source;
  let depth = 0;
  let at = start;
  while (at < length) {
    const byte = source[at]!;
    if (byte === QUOTE) {
      at = endOfString(source, at);
      if (at < 0) return -1;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      at++;
    } else if (byte === 0x7d || byte === 0x5d) {
      if (depth === 0) return at;
      depth--;
      at++;
    } else if (byte === COMMA || byte === COLON) {
      if (depth === 0) return at;
      at++;
    } else {
      at = endOfWord(source, at);
      if (at < 0) return -1;
    }
    if (depth === 0) return at;
  }
  return -1;
}

/** The same of a number, `true`, `false` or `null`. */
function endOfWord(source: Uint8Array, start: number): number {
  const first = source[start]!;
  if (first === 0x74 || first === 0x6e) return start + 4;
  if (first === 0x66) return start + 5;
  let at = start;
  if (first === MINUS) at++;
  // Zeros in front are those of small fractions, and of a zero below zero.
  if (source[at] === ZERO && (first === MINUS || (source[at + 1] === DOT && source[at + 2] === ZERO)))
    return -1;
  while (at < source.length && ((source[at]! >= ZERO && source[at]! <= 0x39) || source[at] === DOT)) at++;
  if (at === start || at - start > MAX_NUMBER_LENGTH) return -1;
  const next = source[at];
  return next === COMMA || next === 0x7d || next === 0x5d ? at : -1;
}
