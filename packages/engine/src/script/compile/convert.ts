import { table } from '@sextant/contract';
import { badCast, JavaError, nullPointer } from '../java-error.ts';
import { findClass, fullName, isPrimitive, isSubclass } from '../library/classes.ts';
import { ScriptSyntaxError } from '../script-error.ts';
import {
  box,
  cannotBe,
  classOf,
  intOfLong,
  JavaChar,
  type LongValue,
  numberTypeOf,
  rawNumber,
  textOf,
  truncateToInt,
  truncateToLong,
} from '../values.ts';
import {
  boxed,
  type Code,
  code,
  constant,
  type Form,
  formOf,
  type LongRun,
  type NumberRun,
  type Run,
} from './code.ts';
import { classText } from './def-errors.ts';

const boxes: Readonly<Record<string, Form>> = table({
  Integer: 'int',
  Long: 'long',
  Double: 'double',
  Float: 'float',
  Short: 'short',
  Byte: 'byte',
  Character: 'char',
  Boolean: 'boolean',
});

const boxOf: Readonly<Record<string, string>> = table(
  Object.fromEntries(Object.entries(boxes).map(([name, form]) => [form, name])),
);

/** To which types a primitive goes by itself. */
const widening: Readonly<Record<string, readonly string[]>> = table({
  byte: ['short', 'int', 'long', 'float', 'double'],
  short: ['int', 'long', 'float', 'double'],
  char: ['int', 'long', 'float', 'double'],
  int: ['long', 'float', 'double'],
  long: ['float', 'double'],
  float: ['double'],
  double: [],
  boolean: [],
});

/** Where null becomes one of these by itself, nothing is said of it. */
const unworded: ReadonlySet<string> = new Set(['int', 'long', 'float', 'double']);

/** Whether a primitive is one of the other type, or becomes one by itself. */
export function widens(from: Form, to: Form): boolean {
  return from === to || (widening[from]?.includes(to) ?? false);
}

/** A number of one primitive type as one of another, as Java casts. */
export function castNumber(value: LongValue, from: string, to: string): LongValue {
  if (to === 'double') return Number(value);
  if (to === 'float') return Math.fround(Number(value));
  const fraction = from === 'double' || from === 'float';
  if (to === 'long') return fraction ? truncateToLong(value as number) : value;
  const int = fraction ? truncateToInt(value as number) : intOfLong(value);
  if (to === 'short') return (int << 16) >> 16;
  if (to === 'byte') return (int << 24) >> 24;
  return to === 'char' ? int & 0xffff : int;
}

/** A way from the one form to the other, made once. */
export function numberCast(run: Run, from: Form, to: Form): Run {
  if (from === to) return run;
  if (to === 'double') {
    if (from !== 'long') return run;
    const long = run as LongRun;
    return (frame) => Number(long(frame));
  }
  if (to === 'long' && from !== 'float' && from !== 'double') return run;
  if (to === 'int' && (from === 'short' || from === 'byte' || from === 'char')) return run;
  if (to === 'int' && from === 'long') {
    const long = run as LongRun;
    return (frame) => intOfLong(long(frame));
  }
  if (to === 'int' && from === 'double') {
    const number = run as NumberRun;
    return (frame) => truncateToInt(number(frame));
  }
  if (to === 'float' && from !== 'long') {
    const number = run as NumberRun;
    return (frame) => Math.fround(number(frame));
  }
  return (frame) => castNumber(run(frame) as LongValue, from, to);
}

/** The name of the primitive type within, else of the class: as messages on `def` have it. */
function shownType(value: unknown): string {
  const type = numberTypeOf(value);
  if (type !== null) return type;
  return typeof value === 'boolean' ? 'boolean' : fullName(classOf(value));
}

/** A value of no known type as one of a primitive type. Throws JavaError. */
export function castDef(value: unknown, to: Form, explicit: boolean): unknown {
  if (value === null || value === undefined)
    throw nullPointer(
      explicit || !unworded.has(to) ? 'Cannot invoke "Object.getClass()" because "value" is null' : null,
    );
  const how = explicit ? 'explicitly' : 'implicitly';
  if (to === 'boolean') {
    if (typeof value === 'boolean') return value;
    throw badCast(`cannot cast def [${shownType(value)}] to boolean`);
  }
  const from = numberTypeOf(value);
  if (from === to) return rawNumber(value);
  if (from !== null && (explicit || widening[from]!.includes(to)))
    return castNumber(rawNumber(value), from, to);
  if (to === 'char' && typeof value === 'string' && explicit && value.length === 1)
    return value.charCodeAt(0);
  // So OpenSearch words it.
  const [kind, wanted] =
    explicit && (to === 'float' || to === 'double') ? [to === 'float' ? to : 'def', 'byte'] : ['def', to];
  if (to === 'char' && typeof value === 'string' && explicit)
    throw badCast('cannot cast java.lang.String with length not equal to one to char');
  throw badCast(`cannot ${how} cast ${kind} [${shownType(value)}] to ${wanted}`);
}

/** A value as one of the class of another, as Painless casts what an assignment with an operator gives. Throws JavaError. */
export function castLike(value: unknown, model: unknown): unknown {
  if (typeof value === 'number' && typeof model === 'number') return value;
  if (value === null || model === null || value === undefined || model === undefined) return value;
  const to = numberTypeOf(model);
  const from = numberTypeOf(value);
  if (to !== null && from !== null)
    return from === to ? value : box(to, castNumber(rawNumber(value), from, to));
  const [own, wanted] = [classOf(value), to === null ? classOf(model) : 'Number'];
  if (isSubclass(own, wanted)) return value;
  const [one, other] = [fullName(own), fullName(wanted)];
  const where = `(${one} and ${other} are in module java.base of loader 'bootstrap')`;
  throw badCast(`class ${one} cannot be cast to class ${other} ${where}`);
}

/** A value of no known type as an object of a class. Throws JavaError. */
export function castObject(value: unknown, to: string, explicit = false): unknown {
  if (value === null || value === undefined || to === 'def' || to === 'Object') return value ?? null;
  const own = classOf(value);
  if (own === 'Lambda' || isSubclass(own, to)) return value;
  if (to === 'String' && explicit && value instanceof JavaChar) return textOf(value);
  if (to.endsWith('[]') || findClass(to) === undefined) return value;
  if (to === 'String') {
    throw badCast(
      `cannot ${explicit ? 'explicitly' : 'implicitly'} cast def [${shownType(value)}] to java.lang.String`,
    );
  }
  const [one, other] = [fullName(own), fullName(to)];
  const where = `(${one} and ${other} are in module java.base of loader 'bootstrap')`;
  throw badCast(`class ${one} cannot be cast to class ${other} ${where}`);
}

/** A value of no known type as an object that holds a primitive: a number becomes a wider one by itself. Throws JavaError. */
function castBoxed(value: unknown, to: string, explicit: boolean): unknown {
  if (value === null || value === undefined) return null;
  const form = boxes[to]!;
  if (isSubclass(classOf(value), to)) return value;
  const from = numberTypeOf(value);
  const isWidened = from !== null && form !== 'boolean' && (explicit || widens(from, form));
  if (isWidened) return box(form, castNumber(rawNumber(value), from, form));
  if (form === 'char' && explicit && typeof value === 'string') return box(form, castDef(value, form, true));
  const how = explicit && form !== 'boolean' ? 'explicitly' : 'implicitly';
  throw badCast(`cannot ${how} cast def [${shownType(value)}] to ${fullName(to)}`);
}

export function impossible(from: string, to: string, at: number): ScriptSyntaxError {
  const shown = from === 'null' ? 'Object' : from;
  const reason = `Cannot cast from [${fullName(shown)}] to [${fullName(to)}].`;
  return new ScriptSyntaxError(at, reason, undefined, 'class_cast_exception');
}

/** The expression as a value of the type. Throws ScriptSyntaxError where it can never be one. */
export function convert(given: Code, to: string, at: number, explicit = false): Code {
  const { type } = given;
  if (type === to && (formOf(to) === given.form || to !== 'def')) return given;
  if (to === 'def' || to === 'Object') {
    if (type === 'void') throw impossible(type, to, at);
    return {
      ...given,
      type: to,
      form: 'ref',
      run: boxed(given),
      ...(given.constant === undefined ? {} : { constant: given.constant }),
    };
  }
  if (to === 'void') return code('void', given.run);
  if (type === 'void') throw impossible(type, to, at);
  if (type === 'def' && given.asked !== undefined && !explicit) return fromAsked(given, to, at);
  if (type === 'def' || type === 'Object') return fromDef(given, to, at, explicit);
  const form = formOf(to);
  if (form !== 'ref' && type === 'null') {
    throw new ScriptSyntaxError(at, `Cannot cast null to a primitive type [${to}].`);
  }
  if (form !== 'ref') return toPrimitive(given, form, at, explicit);
  return toObject(given, to, at, explicit);
}

function fromDef({ type, form, run }: Code, to: string, at: number, explicit: boolean): Code {
  const wanted = formOf(to);
  if (wanted === 'ref') {
    const value = boxed({ type, form, run });
    const isBoxed = type === 'def' && boxes[to] !== undefined;
    return code(to, (frame) => {
      frame.state.at = at;
      const object = value(frame);
      return isBoxed ? castBoxed(object, to, explicit) : castObject(object, to, explicit);
    });
  }
  if (type === 'Object' && !explicit) throw impossible(type, to, at);
  if (
    form !== 'ref' &&
    (form === wanted ||
      (form !== 'boolean' && wanted !== 'boolean' && (explicit || widening[form]!.includes(wanted))))
  ) {
    return code(to, numberCast(run, form, wanted));
  }
  const value = boxed({ type, form, run });
  return code(to, (frame) => {
    frame.state.at = at;
    const object = value(frame);
    return castDef(object, wanted, explicit);
  });
}

/** What an object of no known type was asked for: it is made what is wanted where it is asked. */
function fromAsked(given: Code, to: string, at: number): Code {
  const { asked, form, run } = given;
  const wanted = formOf(to);
  if (form !== 'ref' && wanted !== 'ref' && widens(form, wanted))
    return code(to, numberCast(run, form, wanted));
  if (typeof asked === 'object' && !mayBecome(asked.returns, to)) {
    const reason = `cannot convert MethodHandle(${asked.owner})${asked.returns} to (Object)${to}`;
    return code(to, (frame) => {
      frame.state.at = at;
      throw new JavaError('wrong_method_type_exception', reason, [], 'RuntimeException');
    });
  }
  const value = boxed(given);
  return code(to, (frame) => {
    frame.state.at = at;
    const object = value(frame) ?? null;
    if (asked === 'operator') checkMade(object, to);
    return wanted === 'ref' ? castAskedObject(object, to) : castAsked(object, wanted);
  });
}

/** Throws JavaError where what an operator made is no value of the type. */
function checkMade(value: unknown, to: string): void {
  const from = typeof value === 'boolean' ? 'boolean' : numberTypeOf(value);
  if (from === null || (isPrimitive(to) ? widens(from, to as Form) : isSubclass(boxOf[from]!, to))) return;
  throw badCast(`Cannot cast from: ${from} to ${classText({ type: to, form: formOf(to) })}`);
}

/** Whether what is known to be of the one type can be one of the other. */
function mayBecome(from: string, to: string): boolean {
  const [own, wanted] = [formOf(from), formOf(to)];
  if (own === 'ref') return wanted === 'ref';
  return wanted === 'ref' ? isSubclass(boxOf[own]!, to) : widens(own, wanted);
}

/** A value as one of a primitive type, as what an object of no known type answers or takes is made one. Throws JavaError. */
export function castAsked(value: unknown, to: Form): unknown {
  if (value === null) throw nullPointer('Cannot invoke "Number.intValue()" because the value is null');
  const from = typeof value === 'boolean' ? 'boolean' : numberTypeOf(value);
  if (from === null) throw cannotBe(value, 'java.lang.Number', fullName(classOf(value)));
  if (!widens(from, to)) throw badCast(`Cannot cast ${fullName(classOf(value))} to ${fullName(boxOf[to]!)}`);
  return from === 'boolean' ? value : castNumber(rawNumber(value), from, to);
}

/** As `castAsked`, as an object of a class. Throws JavaError. */
export function castAskedObject(value: unknown, to: string): unknown {
  if (value === null || to.endsWith('[]') || findClass(to) === undefined) return value;
  const own = classOf(value);
  if (own === 'Lambda' || isSubclass(own, to)) return value;
  throw badCast(`Cannot cast ${fullName(own)} to ${fullName(to)}`);
}

function toPrimitive(given: Code, to: Form, at: number, explicit: boolean): Code {
  const { type, form, run } = given;
  if (form !== 'ref') {
    if (form === to) return code(to, run);
    if (form === 'boolean' || to === 'boolean') throw impossible(type, to, at);
    const { constant: fixed } = given;
    const fits =
      form === 'int' && fixed !== undefined && castNumber(fixed.value as LongValue, form, to) === fixed.value;
    const narrows = fits && (to === 'byte' || to === 'short' || to === 'char');
    if (!explicit && !narrows && !widening[form]!.includes(to)) throw impossible(type, to, at);
    if (fixed !== undefined) return constant(to, castNumber(fixed.value as LongValue, form, to));
    return code(to, numberCast(run, form, to));
  }
  const within = boxes[type];
  if (
    within !== undefined &&
    (within === to ||
      (to !== 'boolean' && within !== 'boolean' && (explicit || widening[within]!.includes(to))))
  ) {
    return code(to, (frame) => {
      const value = run(frame);
      frame.state.at = at;
      if (value === null)
        throw nullPointer(`Cannot invoke "${fullName(type)}.${within}Value()" because value is null`);
      return castDef(value, to, true);
    });
  }
  if (type === 'String' && to === 'char' && explicit) {
    return code(to, (frame) => castText(run(frame), at, frame.state));
  }
  if (type === 'Number' && to !== 'boolean' && to !== 'char' && explicit)
    return code(to, (frame) => castDef(run(frame), to, true));
  throw impossible(type, to, at);
}

function castText(value: unknown, at: number, state: { at: number }): number {
  state.at = at;
  if (typeof value === 'string' && value.length === 1) return value.charCodeAt(0);
  throw badCast('cannot cast java.lang.String with length not equal to one to char');
}

function toObject(given: Code, to: string, at: number, explicit: boolean): Code {
  const { type, form } = given;
  if (type === 'null') return code(to, given.run);
  if (form !== 'ref') {
    const target = boxes[to];
    if (target !== undefined && target !== form)
      return code(to, boxed(toPrimitive(given, target, at, explicit)));
    const own = boxOf[form]!;
    if (isSubclass(own, to)) return code(to, boxed(given));
    if (form === 'char' && to === 'String' && explicit) {
      const run = given.run as NumberRun;
      return code(to, (frame) => String.fromCharCode(run(frame)));
    }
    throw impossible(type, to, at);
  }
  if (type.endsWith('[]') || to.endsWith('[]')) {
    if (type === to || to === 'def[]' || type === 'def[]') return code(to, given.run);
    throw impossible(type, to, at);
  }
  if (isSubclass(type, to)) return code(to, given.run);
  if (explicit && isSubclass(to, type)) return code(to, (frame) => castObject(given.run(frame), to));
  throw impossible(type, to, at);
}

/** Throws ScriptSyntaxError where a function that answers nothing returns a value; what an object of no known type is asked for is let go. */
export function requireNothing({ type, asked }: Code, at: number): void {
  if (type === 'void' || (type === 'def' && asked !== undefined)) return;
  if (type === 'null') throw new ScriptSyntaxError(at, 'Cannot cast null to a primitive type [void].');
  throw impossible(type, 'void', at);
}

/** What is thrown where a script throws the value: an exception, or that it is none. */
export function exceptionOf(value: unknown): JavaError {
  if (value instanceof JavaError) return value;
  return value === null ? nullPointer(null) : cannotBe(value, 'java.lang.Exception');
}
