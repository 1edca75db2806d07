import { table } from '@sextant/contract';
import { JavaError } from '../java-error.ts';
import { box, equalsOf, type LongValue, numberTypeOf, rawNumber, textOf, wrapLong } from '../values.ts';
import type { FlagRun, LongRun, NumberRun, Promoted, Run } from './code.ts';
import { promote } from './code.ts';
import { castNumber } from './convert.ts';
import { cannotNegate, cannotOperate } from './def-errors.ts';

function byZero(): JavaError {
  return new JavaError('arithmetic_exception', '/ by zero');
}

const SAFE = Number.MAX_SAFE_INTEGER;

type BigOperation = (a: bigint, b: bigint) => bigint;

const bigOperations: Readonly<Record<string, BigOperation>> = table({
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << (b & 63n),
  '>>': (a, b) => a >> (b & 63n),
  '>>>': (a, b) => BigInt.asUintN(64, a) >> (b & 63n),
});

/** Exact whatever comes out: as doubles while that is, else as 64 bits. */
function longOperation(op: string, a: LongValue, b: LongValue): LongValue {
  if (typeof a === 'number' && typeof b === 'number') {
    const quick = quickLong(op, a, b);
    if (quick >= -SAFE && quick <= SAFE) return quick + 0;
  }
  if ((op === '/' || op === '%') && BigInt(b) === 0n) throw byZero();
  return wrapLong(bigOperations[op]!(BigInt(a), BigInt(b)));
}

/** NaN where doubles cannot tell. */
function quickLong(op: string, a: number, b: number): number {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? Number.NaN : Math.trunc(a / b);
    case '%':
      return b === 0 ? Number.NaN : a % b;
    default:
      return Number.NaN;
  }
}

function intOperation(op: string, a: number, b: number): number {
  switch (op) {
    case '+':
      return (a + b) | 0;
    case '-':
      return (a - b) | 0;
    case '*':
      return Math.imul(a, b);
    case '/':
      if (b === 0) throw byZero();
      return (a / b) | 0;
    case '%':
      if (b === 0) throw byZero();
      return (a % b) | 0;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << b;
    case '>>':
      return a >> b;
    default:
      return (a >>> b) | 0;
  }
}

function fractionOperation(op: string, a: number, b: number): number {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return a % b;
  }
}

/** Two numbers of one type put together. */
export function operate(op: string, type: Promoted, a: LongValue, b: LongValue): LongValue {
  if (type === 'int') return intOperation(op, a as number, b as number);
  if (type === 'long') return longOperation(op, a, b);
  const result = fractionOperation(op, a as number, b as number);
  return type === 'float' ? Math.fround(result) : result;
}

/** Code for it; `at` is where a division by zero is told. */
export function operation(op: string, type: Promoted, left: Run, right: Run, at: number): Run {
  if (type === 'double') return doubleCode(op, left as NumberRun, right as NumberRun);
  if (type === 'int') return intCode(op, left as NumberRun, right as NumberRun, at);
  const [a, b] = [left as LongRun, right as LongRun];
  if (type === 'long') {
    return (frame) => {
      frame.state.at = at;
      const x = a(frame);
      const y = b(frame);
      return longOperation(op, x, y);
    };
  }
  return (frame) => operate(op, type, a(frame), b(frame));
}

function doubleCode(op: string, a: NumberRun, b: NumberRun): NumberRun {
  switch (op) {
    case '+':
      return (frame) => a(frame) + b(frame);
    case '-':
      return (frame) => a(frame) - b(frame);
    case '*':
      return (frame) => a(frame) * b(frame);
    case '/':
      return (frame) => a(frame) / b(frame);
    default:
      return (frame) => a(frame) % b(frame);
  }
}

function intCode(op: string, a: NumberRun, b: NumberRun, at: number): NumberRun {
  switch (op) {
    case '+':
      return (frame) => (a(frame) + b(frame)) | 0;
    case '-':
      return (frame) => (a(frame) - b(frame)) | 0;
    case '*':
      return (frame) => Math.imul(a(frame), b(frame));
    default:
      return (frame) => {
        frame.state.at = at;
        const x = a(frame);
        const y = b(frame);
        return intOperation(op, x, y);
      };
  }
}

/** `<` and its like of two numbers. */
export function comparison(op: string, left: Run, right: Run): FlagRun {
  const [a, b] = [left as NumberRun, right as NumberRun];
  switch (op) {
    case '<':
      return (frame) => a(frame) < b(frame);
    case '<=':
      return (frame) => a(frame) <= b(frame);
    case '>':
      return (frame) => a(frame) > b(frame);
    default:
      return (frame) => a(frame) >= b(frame);
  }
}

/** Numbers and characters of no known type, flags for the operators on bits, texts for `+`. Throws JavaError. */
export function operateDef(op: string, a: unknown, b: unknown): unknown {
  if (op === '+' && (typeof a === 'string' || typeof b === 'string')) return textOf(a) + textOf(b);
  const [left, right] = [numberTypeOf(a), numberTypeOf(b)];
  if (left !== null && right !== null) {
    const isShift = op === '<<' || op === '>>' || op === '>>>';
    const type = isShift ? promote(left, 'int')! : promote(left, right)!;
    const isWhole = type === 'int' || type === 'long';
    if ((isShift || '&|^'.includes(op)) && !isWhole) throw cannotOperate(op, a, b);
    if (isShift && (right === 'float' || right === 'double')) throw cannotOperate(op, a, b);
    return box(
      type,
      operate(op, type, castNumber(rawNumber(a), left, type), castNumber(rawNumber(b), right, type)),
    );
  }
  if (typeof a === 'boolean' && typeof b === 'boolean' && '&|^'.includes(op)) {
    if (op === '&') return a && b;
    return op === '|' ? a || b : a !== b;
  }
  throw cannotOperate(op, a, b);
}

/** Whether both numbers are compared alike before and after they become the wider type of both. */
function isSameCast(x: LongValue, left: string, y: LongValue, right: string): boolean {
  if (left === right) return true;
  return typeof x === 'number' && typeof y === 'number' && left !== 'float' && right !== 'float';
}

/** `<` and its like. Throws JavaError. */
export function compareDef(op: string, a: unknown, b: unknown): boolean {
  const [left, right] = [numberTypeOf(a), numberTypeOf(b)];
  if (left === null || right === null) throw cannotOperate(op === '>=' ? '>' : op, a, b);
  let x = rawNumber(a);
  let y = rawNumber(b);
  if (!isSameCast(x, left, y, right)) {
    const type = promote(left, right)!;
    x = castNumber(x, left, type);
    y = castNumber(y, right, type);
  }
  if (op === '<') return x < y;
  if (op === '<=') return x <= y;
  return op === '>' ? x > y : x >= y;
}

/** `==` of values of no known type: numbers by their values, whatever their classes. */
export function equalDef(a: unknown, b: unknown): boolean {
  const left = numberTypeOf(a);
  if (left === null) return equalsOf(a, b);
  const right = numberTypeOf(b);
  if (right === null) return false;
  const type = promote(left, right)!;
  return castNumber(rawNumber(a), left, type) === castNumber(rawNumber(b), right, type);
}

/** `===`. */
export function sameDef(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const type = numberTypeOf(a);
  return type !== null && equalsOf(a, b);
}

/** `-`, `+`, `~` of a value of no known type. Throws JavaError. */
export function negateDef(op: string, value: unknown): unknown {
  const type = numberTypeOf(value);
  if (type === null || (op === '~' && (type === 'float' || type === 'double'))) throw cannotNegate(op, value);
  const to = promote(type, 'int')!;
  return box(to, negate(op, to, castNumber(rawNumber(value), type, to)));
}

export function negate(op: string, type: Promoted, value: LongValue): LongValue {
  if (op === '+') return value;
  if (op === '-') return type === 'int' ? -(value as number) | 0 : negative(type, value);
  return type === 'int' ? ~(value as number) : wrapLong(~BigInt(value));
}

function negative(type: Promoted, value: LongValue): LongValue {
  return type === 'long' ? longOperation('-', 0, value) : -(value as number);
}
