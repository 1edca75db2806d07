import { table } from '@sextant/contract';
import type { Frame } from '../frame.ts';
import { box, type LongValue } from '../values.ts';

export type Run = (frame: Frame) => unknown;
export type NumberRun = (frame: Frame) => number;
export type LongRun = (frame: Frame) => LongValue;
export type FlagRun = (frame: Frame) => boolean;

/** How a value is held: as what its primitive type has, or as a value of no known type. */
export type Form = 'byte' | 'short' | 'char' | 'int' | 'long' | 'float' | 'double' | 'boolean' | 'ref';

/**
 * What makes a value of no known type what is wanted by itself, in its own words: the object that it is asked of, an operator, or the
 * values of a field, which are known to be of a type: `Longs`.
 */
type Asked = 'object' | 'operator' | { readonly owner: string; readonly returns: string };

/** An expression that is ready to run. */
export interface Code {
  /** As the script's author sees it: `def` where he left it open. */
  readonly type: string;
  /** That of `run`; another than `ref` for a `def` of which more is known. */
  readonly form: Form;
  readonly run: Run;
  /** The class of which every value is; only of a `def` of which more is known. */
  readonly exact?: string;
  readonly asked?: Asked;
  /** A value that never changes. */
  readonly constant?: { readonly value: unknown };
}

const forms: ReadonlySet<string> = new Set([
  'byte',
  'short',
  'char',
  'int',
  'long',
  'float',
  'double',
  'boolean',
]);

export function formOf(type: string): Form {
  return forms.has(type) ? (type as Form) : 'ref';
}

export function code(type: string, run: Run): Code {
  return { type, form: formOf(type), run };
}

/** A `def` that is known to be of a primitive type. */
export function known(form: Form, run: Run): Code {
  return { type: 'def', form, run };
}

/** The same where nothing makes it what is wanted by itself. */
export function unasked(made: Code): Code {
  return made.asked === undefined ? made : known(made.form, made.run);
}

export function constant(type: string, value: unknown): Code {
  return { type, form: formOf(type), run: () => value, constant: { value } };
}

/** The same as a value of no known type. */
export function boxed({ form, run, constant: fixed }: Code): Run {
  if (form === 'ref' || form === 'int' || form === 'boolean') return run;
  if (fixed !== undefined) {
    const value = box(form, fixed.value);
    return () => value;
  }
  return (frame) => box(form, run(frame));
}

const ranks: Readonly<Record<string, number>> = table({
  byte: 0,
  short: 0,
  char: 0,
  int: 0,
  long: 1,
  float: 2,
  double: 3,
});
const promoted = ['int', 'long', 'float', 'double'] as const;

export type Promoted = (typeof promoted)[number];

/** What two numbers become before they are put together; null where one is none. */
export function promote(a: Form, b: Form): Promoted | null {
  const [left, right] = [ranks[a], ranks[b]];
  if (left === undefined || right === undefined) return null;
  return promoted[Math.max(left, right)]!;
}

export function isNumeric(form: Form): boolean {
  return ranks[form] !== undefined;
}

export function isWhole(form: Form): boolean {
  return ranks[form] !== undefined && ranks[form] < 2;
}
