import { javaDouble, javaFloat } from '../mapping/java-text.ts';
import { badCast, JavaError, nullPointer } from './java-error.ts';
import { meter } from './meter.ts';

/**
 * Values of scripts as they are where their type is not known before (`def`, `Object`, elements of lists): null, booleans
 * and strings are those of JavaScript, a number is a Java `Integer`, an array an `ArrayList`, a function a lambda. All else is
 * an object of a class that says how Java calls it. Where a type is known, numbers are numbers, and a long is a number, or
 * a bigint beyond 2^53.
 */
export interface JavaObject {
  /** Short name, as scripts write it. */
  readonly javaClass: string;
}

/** A long where it is known to be one: exact whatever it is. */
export type LongValue = number | bigint;

export class JavaLong implements JavaObject {
  readonly javaClass = 'Long';
  readonly value: LongValue;
  constructor(value: LongValue) {
    this.value = value;
  }
}

export class JavaDouble implements JavaObject {
  readonly javaClass = 'Double';
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export class JavaFloat implements JavaObject {
  readonly javaClass = 'Float';
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export class JavaSmall implements JavaObject {
  readonly javaClass: 'Byte' | 'Short';
  readonly value: number;
  constructor(javaClass: 'Byte' | 'Short', value: number) {
    this.javaClass = javaClass;
    this.value = value;
  }
}

export class JavaChar implements JavaObject {
  readonly javaClass = 'Character';
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** An array of Java, `int[]`; elements are as a value of that type is where it is known. */
export class JavaArray implements JavaObject {
  readonly javaClass: string;
  readonly element: string;
  readonly values: unknown[];
  constructor(element: string, values: unknown[]) {
    this.javaClass = `${element}[]`;
    this.element = element;
    this.values = values;
  }
}

/** A value with a text, a hash and an equality of its own. */
export abstract class JavaValue implements JavaObject {
  abstract readonly javaClass: string;
  abstract text(): string;
  /** What it takes itself, about, without what it holds. */
  get bytes(): number {
    return 32;
  }
  hash(): number {
    return hashOfText(this.text());
  }
  equalTo(other: unknown): boolean {
    return this === other;
  }
}

const SAFE = Number.MAX_SAFE_INTEGER;

/** The long that a bigint is after an overflow. */
export function wrapLong(value: bigint): LongValue {
  const wrapped = BigInt.asIntN(64, value);
  return wrapped >= -9007199254740991n && wrapped <= 9007199254740991n ? Number(wrapped) : wrapped;
}

export function addLongs(a: LongValue, b: LongValue): LongValue {
  const quick = typeof a === 'number' && typeof b === 'number' ? a + b : Number.NaN;
  return quick >= -SAFE && quick <= SAFE ? quick : wrapLong(BigInt(a) + BigInt(b));
}

/** A long of a double that is whole. */
export function longOf(value: number): LongValue {
  return value >= -SAFE && value <= SAFE ? value : wrapLong(BigInt(value));
}

/** `(long)` of a double. */
export function truncateToLong(value: number): LongValue {
  if (Number.isNaN(value)) return 0;
  if (value >= 2 ** 63) return 2n ** 63n - 1n;
  if (value <= -(2 ** 63)) return -(2n ** 63n);
  return longOf(Math.trunc(value) + 0);
}

/** `(int)` of a double. */
export function truncateToInt(value: number): number {
  if (Number.isNaN(value)) return 0;
  if (value >= 2147483647) return 2147483647;
  return value <= -2147483648 ? -2147483648 : value | 0;
}

export function intOfLong(value: LongValue): number {
  return typeof value === 'number' ? lowBits(value) : Number(BigInt.asIntN(32, value));
}

/** The low 32 bits of a whole double. */
function lowBits(value: number): number {
  return value | 0;
}

export type NumberType = 'byte' | 'short' | 'char' | 'int' | 'long' | 'float' | 'double';

/** The primitive type within a boxed number or character; null where it is none. */
export function numberTypeOf(value: unknown): NumberType | null {
  if (typeof value === 'number') return 'int';
  if (value instanceof JavaDouble) return 'double';
  if (value instanceof JavaLong) return 'long';
  if (value instanceof JavaFloat) return 'float';
  if (value instanceof JavaChar) return 'char';
  if (value instanceof JavaSmall) return value.javaClass === 'Byte' ? 'byte' : 'short';
  return null;
}

/** What is in a boxed number. */
export function rawNumber(value: unknown): LongValue {
  return typeof value === 'number' ? value : (value as JavaLong).value;
}

/** Boxes what is known to be of the type. */
export function box(type: string, raw: unknown): unknown {
  switch (type) {
    case 'double':
      return new JavaDouble(raw as number);
    case 'float':
      return new JavaFloat(raw as number);
    case 'long':
      return new JavaLong(raw as LongValue);
    case 'char':
      return new JavaChar(raw as number);
    case 'byte':
      return new JavaSmall('Byte', raw as number);
    case 'short':
      return new JavaSmall('Short', raw as number);
    default:
      return raw;
  }
}

/** The name of the class of a value, short. */
export function classOf(value: unknown): string {
  if (typeof value === 'string') return 'String';
  if (typeof value === 'number') return 'Integer';
  if (typeof value === 'boolean') return 'Boolean';
  if (Array.isArray(value)) return 'ArrayList';
  if (typeof value === 'function') return 'Lambda';
  if (value === null || value === undefined) return 'null';
  return (value as JavaObject).javaClass;
}

/** `String.valueOf`. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return 'null';
  if (value instanceof JavaDouble) return javaDouble(value.value);
  if (value instanceof JavaFloat) return javaFloat(value.value);
  if (value instanceof JavaChar) return String.fromCharCode(value.value);
  if (value instanceof JavaLong || value instanceof JavaSmall) return String(value.value);
  if (Array.isArray(value)) {
    return `[${value.map((item) => (item === value ? '(this Collection)' : textWithin(item))).join(', ')}]`;
  }
  if (value instanceof JavaValue) return value.text();
  if (value instanceof JavaArray) return `[${arrayMark(value.element)}@1b2c3d`;
  if (typeof value === 'function') return 'Lambda';
  return value instanceof JavaError ? value.text() : String(value);
}

/** `textOf` of an element of something, which is counted: few lists that hold each other have many elements. */
export function textWithin(value: unknown): string {
  meter.pass(2);
  const text = textOf(value);
  meter.pass(text.length >>> 4);
  return text;
}

const marks: ReadonlyMap<string, string> = new Map([
  ['int', 'I'],
  ['long', 'J'],
  ['double', 'D'],
  ['float', 'F'],
  ['boolean', 'Z'],
  ['byte', 'B'],
  ['short', 'S'],
  ['char', 'C'],
]);

function arrayMark(element: string): string {
  return marks.get(element) ?? `Ljava.lang.${element};`;
}

/** `toString` of what is known to be of the type. */
export function textOfType(type: string, raw: unknown): string {
  switch (type) {
    case 'double':
      return javaDouble(raw as number);
    case 'float':
      return javaFloat(raw as number);
    case 'char':
      return String.fromCharCode(raw as number);
    default:
      return textOf(raw);
  }
}

/** Characters of two texts that are compared in the time of one operation. */
const COMPARED_PER_UNIT = 256;

/** `equals`: numbers of different classes are never equal. */
export function equalsOf(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return equalTexts(a, b);
  if (a === b) return true;
  meter.pass(1);
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a)) return Array.isArray(b) ? equalLists(a, b) : b instanceof JavaValue && b.equalTo(a);
  const type = numberTypeOf(a);
  if (type !== null) return type === numberTypeOf(b) && Object.is(rawNumber(a), rawNumber(b));
  return a instanceof JavaValue && a.equalTo(b);
}

function equalTexts(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  if (a.length >= COMPARED_PER_UNIT) meter.pass(a.length / COMPARED_PER_UNIT);
  return a === b;
}

/** Those of which the beginning is the same are gone through up to its end. */
function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (at < a.length && equalsOf(a[at], b[at])) at++;
  meter.pass(at);
  return at === a.length;
}

/** Java's `String.hashCode`. */
export function hashOfText(text: string): number {
  let hash = 0;
  meter.pass(text.length >>> 4);
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

const bits = new DataView(new ArrayBuffer(8));

export function hashOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'string') return hashOfText(value);
  if (typeof value === 'boolean') return value ? 1231 : 1237;
  if (typeof value === 'number') return value;
  meter.pass(1);
  if (Array.isArray(value)) {
    meter.pass(value.length);
    return value.reduce<number>((hash, item) => (Math.imul(hash, 31) + hashOf(item)) | 0, 1);
  }
  if (value instanceof JavaDouble) {
    bits.setFloat64(0, value.value);
    return bits.getInt32(0) ^ bits.getInt32(4);
  }
  if (value instanceof JavaFloat) {
    bits.setFloat32(0, value.value);
    return bits.getInt32(0);
  }
  if (value instanceof JavaLong) {
    bits.setBigInt64(0, BigInt(value.value));
    return bits.getInt32(0) ^ bits.getInt32(4);
  }
  if (value instanceof JavaChar || value instanceof JavaSmall) return value.value;
  return value instanceof JavaValue ? value.hash() : 0;
}

/** What sorts calls it for each element again and again. */
const COMPARES_PER_UNIT = 2;

/** `compareTo` of numbers, texts and what orders itself. */
export function compareOf(a: unknown, b: unknown): number {
  if (a === null || b === null) throw nullPointer(null);
  meter.pass(1 / COMPARES_PER_UNIT);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  const type = numberTypeOf(a);
  if (classOf(a) !== classOf(b)) throw notComparable(a, b);
  if (type !== null) {
    const [x, y] = [rawNumber(a), rawNumber(b)];
    if (type === 'double' || type === 'float') return compareDoubles(Number(x), Number(y));
    return x < y ? -1 : Number(x > y);
  }
  if (typeof a === 'boolean') return Number(a) - Number(b as boolean);
  const ordered = a as { readonly compareTo?: (other: unknown) => number };
  if (ordered.compareTo === undefined) throw notComparable(a, b);
  return ordered.compareTo(b);
}

function notComparable(a: unknown, b: unknown): JavaError {
  const isOrdered = typeof a !== 'object' || numberTypeOf(a) !== null || 'compareTo' in (a ?? {});
  return isOrdered ? cannotBe(b, longName(a)) : cannotBe(a, 'java.lang.Comparable');
}

const utilities = /^(?:Array|Linked|Hash|Tree|Optional|StringJ)|^(?:Date|UUID)$/;
const times = /^(?:Local|Zone|Offset|Year|Instant|Period|Duration)/;

function longName(value: unknown): string {
  const name = classOf(value);
  if (times.test(name)) return `java.time.${name}`;
  return `java.${utilities.test(name) ? 'util' : 'lang'}.${name}`;
}

/** What is thrown where a value is no object of the class; `own`: its own one, where that is known better. */
export function cannotBe(value: unknown, wanted: string, own = longName(value)): JavaError {
  const where = `(${own} and ${wanted} are in module java.base of loader 'bootstrap')`;
  return badCast(`class ${own} cannot be cast to class ${wanted} ${where}`);
}

/** By code units; the difference of the first that differ, or of the lengths, as Java has it. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  meter.pass(length >>> 4);
  for (let i = 0; i < length; i++) {
    const difference = a.charCodeAt(i) - b.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** NaN is above all, and -0 below 0. */
export function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b && a !== 0) return 0;
  const [left, right] = [orderOf(a), orderOf(b)];
  return left < right ? -1 : Number(left > right);
}

function orderOf(value: number): number {
  if (Number.isNaN(value)) return 1;
  return Object.is(value, -0) ? -1 : 0;
}
