import {
  checkNameLengths,
  hasFragileNumber,
  isObject,
  parseNamed,
  parseNumbers,
  setOwn,
  sourceJson,
} from '@sextant/contract';
import { doubleText } from '../../../wire/number-text.ts';

/** A value of a document in a pipeline: JSON, with a number that a double of JavaScript would change kept as its text. */
export type Value = null | boolean | number | string | KeptNumber | readonly Value[] | Values;
/** An object of a document. Its keys are names from outside: they are set with `setOwn` and asked with `Object.hasOwn`. */
export type Values = { [key: string]: Value };
/** What `JSON.rawJSON` makes: written as its text. */
export interface KeptNumber {
  readonly rawJSON: string;
}

/** Parses JSON so that whole numbers and doubles stay apart, as Java keeps them. Throws SyntaxError, and ApiError for names that are too long. */
export function parseValue(text: string): Value {
  checkNameLengths(text);
  if (!hasFragileNumber(text)) return parseNamed(text) as Value;
  return parseNumbers(text, (value, source) =>
    String(value) === source ? value : readNumber(source),
  ) as Value;
}

/** A number as it is written in JSON. */
export function readNumber(text: string): number | KeptNumber {
  return /[.eE]/.test(text) ? double(Number(text)) : whole(BigInt(text));
}

/** A Java double: one that is whole is told from an integer. */
export function double(value: number): number | KeptNumber {
  if (!Number.isFinite(value)) return value;
  const text = doubleText(value);
  return text === String(value) ? value : sourceJson.rawJSON(text);
}

export function whole(value: bigint): number | KeptNumber {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : sourceJson.rawJSON(String(value));
}

export function isKeptNumber(value: unknown): value is KeptNumber {
  return sourceJson.isRawJSON(value);
}

export function isNumber(value: Value): value is number | KeptNumber {
  return typeof value === 'number' || isKeptNumber(value);
}

export function isValues(value: Value | undefined): value is Values {
  return isObject(value) && !isKeptNumber(value);
}

export function isList(value: Value | undefined): value is Value[] {
  return Array.isArray(value);
}

/** Digits of a whole number; undefined where it is a double. */
export function wholeDigits(value: number | KeptNumber): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : undefined;
  return /[.E]/.test(value.rawJSON) ? undefined : value.rawJSON;
}

/** The name of the class that the value has in OpenSearch, for the texts of errors. */
export function className(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'java.lang.String';
  if (typeof value === 'boolean') return 'java.lang.Boolean';
  if (isNumber(value)) {
    const digits = wholeDigits(value);
    if (digits === undefined) return 'java.lang.Double';
    const number = BigInt(digits);
    if (BigInt.asIntN(32, number) === number) return 'java.lang.Integer';
    return BigInt.asIntN(64, number) === number ? 'java.lang.Long' : 'java.math.BigInteger';
  }
  return isList(value) ? 'java.util.ArrayList' : 'java.util.HashMap';
}

/** As `toString` of Java: `{a=1, b=[x, null]}`. */
export function javaText(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : doubleText(value);
  if (typeof value === 'boolean') return String(value);
  if (isKeptNumber(value)) return value.rawJSON;
  if (isList(value)) return `[${value.map(javaText).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, each]) => `${key}=${javaText(each)}`)
    .join(', ')}}`;
}

/** A copy that shares nothing with the value. */
export function copyOf(value: Value): Value {
  if (isList(value)) return value.map(copyOf);
  if (!isValues(value)) return value;
  const copy: Values = {};
  for (const [key, each] of Object.entries(value)) setOwn(copy, key, copyOf(each));
  return copy;
}

/** What a value takes of memory beside its texts, in characters. */
export const CHARACTERS_PER_VALUE = 64;

/** About what a copy takes, in characters. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return CHARACTERS_PER_VALUE + value.length;
  if (isList(value)) return value.reduce((sum: number, each) => sum + sizeOf(each), CHARACTERS_PER_VALUE);
  if (!isValues(value)) return CHARACTERS_PER_VALUE;
  let size = CHARACTERS_PER_VALUE;
  for (const [key, each] of Object.entries(value)) size += key.length + sizeOf(each);
  return size;
}

/** As `equals` of Java: keys in any order, `1` and `1.0` differ. */
export function equalValues(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (isKeptNumber(a)) return isKeptNumber(b) && a.rawJSON === b.rawJSON;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((each, i) => equalValues(each, b[i]!));
  if (!isValues(a) || !isValues(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equalValues(a[key]!, b[key]!));
}
