import type { ScriptState } from '../frame.ts';
import { JavaError } from '../java-error.ts';
import { JavaMap, JavaSet } from '../java-map.ts';
import { JavaBigDecimal, JavaBigInteger } from '../library/big-numbers.ts';
import type { Method } from '../library/class-table.ts';
import { JavaStream } from '../library/java-stream.ts';
import { MapValues } from '../library/map-views.ts';
import { JavaStringBuilder } from '../library/string-builder.ts';
import { meter } from '../meter.ts';
import { JavaArray, JavaValue } from '../values.ts';

/** What a call makes at least, in bytes, and each element of what it makes. */
const CALL_BYTES = 16;
/** A function, or an exception, that was made. */
const MADE_BYTES = 192;
/** What takes longer is counted before it is done. */
const UNITS_COUNTED_AFTER = 16;
/** What is added to a collection is as a rule made for it. */
const ADDED_BYTES = 32;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Methods whose work does not grow with what they are asked of. */
const short = words(
  'add addLast append charAt codePointAt concat element endsWith get getFirst getLast getLength isEmpty length offer offerLast peek peekFirst peekLast pollLast removeLast set size startsWith subSequence substring toString',
);
/** Of maps and sets, which find a key at once, and show themselves without a copy. */
const hashed = words(
  'add compute computeIfAbsent computeIfPresent contains containsKey entrySet get getOrDefault isEmpty keySet merge put putIfAbsent remove replace size values',
);
/** Those that go through few elements of what they are given. */
const halving = words('binarySearch');
/** Elements are moved in one go. */
const moving = words('add addFirst offerFirst poll pollFirst pop push remove removeFirst');
const MOVED_PER_UNIT = 64;
const UNITS_PER_BIG = 4;
const CHARS_PER_UNIT = 16;

/** What would be gone through, in elements; 16 characters are one. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Math.ceil(value.length / CHARS_PER_UNIT);
  if (typeof value !== 'object' || value === null) return 0;
  if (Array.isArray(value)) return value.length;
  if (value instanceof JavaMap || value instanceof JavaSet || value instanceof MapValues) return value.size;
  if (value instanceof JavaArray) return value.values.length;
  if (value instanceof JavaStream) return value.items.length;
  if (value instanceof JavaBigInteger) return bigSize(value.big);
  if (value instanceof JavaBigDecimal) return bigSize(value.unscaled);
  return value instanceof JavaStringBuilder ? Math.ceil(value.length / CHARS_PER_UNIT) : 0;
}

/** Arithmetic of long numbers takes longer than to go through as many elements. */
function unitsOf(value: unknown): number {
  return value instanceof JavaBigInteger || value instanceof JavaBigDecimal ? UNITS_PER_BIG : 1;
}

/** 16 bytes are one. */
function bigSize(value: bigint): number {
  return Math.ceil(value.toString(16).length / 32);
}

function workOf({ name, params }: Method, self: unknown, size: number): number {
  if (self instanceof JavaMap || self instanceof JavaSet) return hashed.has(name) ? 0 : size;
  if (short.has(name) && (name !== 'add' || params.length === 1) && !isListText(name, self)) return 0;
  const isMove = moving.has(name) && (name !== 'remove' || params[0] !== 'def');
  return isMove ? size / MOVED_PER_UNIT : size;
}

/** The text of a list is made of all its elements. */
function isListText(name: string, self: unknown): boolean {
  return name === 'toString' && typeof self === 'object';
}

/** What a value takes itself, about, without what it holds. */
function ownBytes(value: unknown): number {
  if (typeof value === 'function') return MADE_BYTES;
  if (typeof value !== 'object' || value === null) return 0;
  if (value instanceof JavaValue) return value.bytes;
  return value instanceof JavaError ? MADE_BYTES : 0;
}

function worked(state: ScriptState, method: Method, self: unknown, args: readonly unknown[]): unknown {
  if (method.asksHost) return method.run(state.host, ...args);
  return self === null ? method.run(...args) : method.run(self, ...args);
}

/** Calls a method of the library, and counts what it goes through and makes. `self`: null for a static one. */
export function libraryCall(
  state: ScriptState,
  method: Method,
  self: unknown,
  args: readonly unknown[],
): unknown {
  const before = sizeOf(self);
  let units = before === 0 ? 0 : workOf(method, self, before) * unitsOf(self);
  if (!halving.has(method.name)) for (const arg of args) units += sizeOf(arg) * unitsOf(arg);
  const isLong = units > UNITS_COUNTED_AFTER;
  if (isLong) state.pass(units);
  const result = worked(state, method, self, args);
  state.pass((isLong ? 1 : 1 + units) + meter.drain());
  const grown = sizeOf(self) - before;
  const isNew = result !== self && (units > 0 || self === null || typeof result === 'string');
  const own = result === self ? 0 : ownBytes(result);
  const added = grown === 1 ? ADDED_BYTES : 0;
  state.take(CALL_BYTES * (1 + Math.max(0, grown) + (isNew ? sizeOf(result) : 0)) + own + added);
  return result;
}
