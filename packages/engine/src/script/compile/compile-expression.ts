import { table } from '@sextant/contract';
import type { Expression } from '../ast.ts';
import type { ScriptState } from '../frame.ts';
import { isException, JavaError } from '../java-error.ts';
import { JavaMap, MAP_BYTES } from '../java-map.ts';
import { findClass, isPrimitive, isSubclass, isTypeName } from '../library/classes.ts';
import { JavaPattern } from '../library/java-regex.ts';
import { ScriptSyntaxError } from '../script-error.ts';
import { classOf, JavaArray } from '../values.ts';
import { boxed, type Code, code, constant, formOf, known, type NumberRun, promote } from './code.ts';
import { compileAssign, compileStep } from './compile-assign.ts';
import { compileBinary, compileUnary, flagOf } from './compile-binary.ts';
import { compileCall, compileFunction, compileNew } from './compile-call.ts';
import { compileLambda, compileReference } from './compile-lambda.ts';
import { compileIndex, compileMember } from './compile-member.ts';
import { convert } from './convert.ts';
import type { Scope } from './scope.ts';

/** An expression ready to run. `wanted`: the type it is for, where that decides what a lambda is. Throws ScriptSyntaxError. */
export function compile(node: Expression, scope: Scope, wanted?: string): Code {
  scope.unit.effort.expression(node.kind);
  switch (node.kind) {
    case 'literal':
      return constant(node.type, node.value);
    case 'name':
      return compileName(node.name, node.at, scope);
    case 'member':
      return compileMember(node, scope);
    case 'index':
      return compileIndex(node, scope);
    case 'call':
      return compileCall(node, scope);
    case 'function':
      return compileFunction(node, scope);
    case 'new':
      return compileNew(node, scope);
    case 'array':
      return compileArray(node, scope);
    case 'list':
      return compileList(node.items, node.at, scope);
    case 'map':
      return compileMap(node.entries, node.at, scope);
    case 'regex': {
      return compileRegex(node);
    }
    case 'lambda':
      return compileLambda(node, scope, wanted);
    case 'reference':
      return told(compileReference(node, scope, wanted), node.at);
    case 'unary':
      return compileUnary(node, scope);
    case 'step':
      return compileStep(node, scope);
    case 'cast':
      return compileCast(node, scope);
    case 'binary':
      return compileBinary(node, scope, wanted);
    case 'instanceof':
      return compileInstanceof(node, scope);
    case 'conditional':
      return compileConditional(node, scope, wanted);
    case 'elvis':
      return compileElvis(node, scope);
    default:
      return compileAssign(node, scope);
  }
}

function compileName(name: string, at: number, scope: Scope): Code {
  const local = scope.find(name);
  if (local !== undefined) {
    const { slot } = local;
    return code(local.type, (frame) => frame.locals[slot]);
  }
  const { unit } = scope;
  const variable = scope.isFunction ? undefined : unit.context.variables.find((each) => each.name === name);
  if (variable === undefined) throw new ScriptSyntaxError(at, `cannot resolve symbol [${name}]`);
  unit.used.add(name);
  const { place, type } = variable;
  if (formOf(type) === 'ref') return code(type, (frame) => frame.state.variables[place]);
  return code(type, (frame) => (frame.state.variables[place] as NumberRun)(frame));
}

function compileRegex({ pattern, flags, at }: Extract<Expression, { kind: 'regex' }>): Code {
  try {
    return constant('Pattern', new JavaPattern(pattern, flags));
  } catch (error) {
    throw new ScriptSyntaxError(
      at + 1,
      `Could not compile regex constant [${pattern}] with flags [${flags}]: ${(error as Error).message}`,
    );
  }
}

/** Bytes that an element of a list takes, about. */
const ITEM_BYTES = 16;

/** What fails after it, before anything else is told, is told where it stands. */
function told(made: Code, at: number): Code {
  const { run } = made;
  return {
    ...made,
    run: (frame) => {
      frame.state.at = at;
      return run(frame);
    },
  };
}

function compileList(items: readonly Expression[], at: number, scope: Scope): Code {
  const runs = items.map((item) => scope.compileBoxed(item));
  return code('ArrayList', (frame) => {
    frame.state.at = at;
    frame.state.take(ITEM_BYTES * (2 + runs.length));
    return runs.map((run) => run(frame));
  });
}

function compileMap(entries: readonly (readonly [Expression, Expression])[], at: number, scope: Scope): Code {
  const runs = entries.map(([key, value]) => [scope.compileBoxed(key), scope.compileBoxed(value)] as const);
  return code('HashMap', (frame) => {
    frame.state.at = at;
    frame.state.take(MAP_BYTES + 4 * ITEM_BYTES * runs.length);
    const map = new JavaMap();
    for (const [key, value] of runs) map.set(key(frame), value(frame));
    return map;
  });
}

const ARRAY_LENGTH_MAX = 10_000_000;

function zeroOf(element: string): unknown {
  if (element === 'boolean') return false;
  return isPrimitive(element) ? 0 : null;
}

function compileArray(
  { element, sizes, items, at }: Extract<Expression, { kind: 'array' }>,
  scope: Scope,
): Code {
  if (items !== null) {
    const runs = items.map((item) => scope.compileAs(item, element).run);
    return code(`${element}[]`, (frame) => {
      frame.state.take(8 * (ARRAY_ITEMS + runs.length));
      return new JavaArray(
        element,
        runs.map((run) => run(frame)),
      );
    });
  }
  const counts = sizes.map((size) => scope.compileAs(size, 'int').run as NumberRun);
  const type = element + '[]'.repeat(sizes.length);
  return code(type, (frame) => {
    frame.state.at = at;
    const lengths = counts.map((count) => count(frame));
    passArrays(lengths, frame.state);
    return filled(element, lengths);
  });
}

/** What an array takes beside its elements, in those. */
const ARRAY_ITEMS = 14;
const ITEMS_PER_UNIT = 8;

/** Counts arrays of arrays before they are made. Throws where there are too many elements. */
function passArrays(lengths: readonly number[], state: ScriptState): void {
  const negative = lengths.find((length) => length < 0);
  if (negative !== undefined) throw new JavaError('negative_array_size_exception', String(negative));
  let total = 0;
  let elements = 1;
  for (const length of lengths) {
    total += elements * (ARRAY_ITEMS + length);
    elements *= length;
    if (elements > ARRAY_LENGTH_MAX) throw new ScriptTooLarge(elements);
  }
  state.take(8 * total);
  state.pass(total / ITEMS_PER_UNIT);
}

class ScriptTooLarge extends RangeError {
  constructor(length: number) {
    super(`an array of [${length}] elements is not made`);
  }
}

function filled(element: string, [length, ...inner]: readonly number[]): JavaArray {
  const type = element + '[]'.repeat(inner.length);
  const values = new Array<unknown>(length!).fill(zeroOf(element));
  if (inner.length > 0) for (let i = 0; i < values.length; i++) values[i] = filled(element, inner);
  return new JavaArray(type, values);
}

function compileCast({ type, value, at }: Extract<Expression, { kind: 'cast' }>, scope: Scope): Code {
  const inner = compile(value, scope, type);
  if (type === 'def' && inner.type === 'def') return inner;
  return convert(inner, type, inner.type === 'def' ? placeOf(value) : at, true);
}

/** Where a runtime error of the value is told: what reads it last. */
function placeOf(value: Expression): number {
  return value.at;
}

function compileInstanceof(
  { value, type, at }: Extract<Expression, { kind: 'instanceof' }>,
  scope: Scope,
): Code {
  if (!isTypeName(type) && type !== 'def') throw new ScriptSyntaxError(at, `Not a type [${type}].`);
  const run = scope.compileBoxed(value);
  const name = boxNames[type] ?? type;
  return code('boolean', (frame) => {
    const object = run(frame);
    // As OpenSearch: even nothing is of no known type.
    if (name === 'def') return true;
    if (object === null) return false;
    const own = classOf(object);
    if (isException(name) || findClass(own) !== undefined) return isSubclass(own, name);
    return own === name || name === 'Object';
  });
}

const boxNames: Readonly<Record<string, string>> = table({
  int: 'Integer',
  long: 'Long',
  double: 'Double',
  float: 'Float',
  boolean: 'Boolean',
  short: 'Short',
  byte: 'Byte',
  char: 'Character',
});

function compileConditional(
  node: Extract<Expression, { kind: 'conditional' }>,
  scope: Scope,
  wanted?: string,
): Code {
  const test = flagOf(compile(node.test, scope), node.test.at);
  const { effort } = scope.unit;
  const from = effort.count;
  const then = compile(node.then, scope, wanted);
  const fork = effort.count;
  const otherwise = compile(node.otherwise, scope, wanted);
  effort.join(from, fork);
  if ((wanted === 'def' || wanted === 'Object') && then.form !== otherwise.form) {
    // Where anything goes, each branch stays what it is.
    const [a, b] = [boxed(then), boxed(otherwise)];
    return code('def', (frame) => (test(frame) ? a(frame) : b(frame)));
  }
  const type = commonType(then, otherwise);
  if (type === 'def' && then.form === otherwise.form && then.form !== 'ref') {
    const [a, b] = [then.run, otherwise.run];
    return known(then.form, (frame) => (test(frame) ? a(frame) : b(frame)));
  }
  const a = convert(then, type, node.then.at).run;
  const b = convert(otherwise, type, node.otherwise.at).run;
  return code(type, (frame) => (test(frame) ? a(frame) : b(frame)));
}

/** What two branches are together. */
function commonType(a: Code, b: Code): string {
  if (a.type === b.type) return a.type;
  if (a.type === 'null') return formOf(b.type) === 'ref' ? b.type : (boxNames[b.type] ?? 'Object');
  if (b.type === 'null') return formOf(a.type) === 'ref' ? a.type : (boxNames[a.type] ?? 'Object');
  if (a.type === 'def' || b.type === 'def') return 'def';
  const both = a.form === 'ref' || b.form === 'ref' ? null : promote(a.form, b.form);
  if (both !== null) return both;
  if (isSubclass(a.type, b.type)) return b.type;
  return isSubclass(b.type, a.type) ? a.type : 'def';
}

function compileElvis({ left, right, at }: Extract<Expression, { kind: 'elvis' }>, scope: Scope): Code {
  const first = compile(left, scope);
  if (first.type !== 'def' && first.form !== 'ref')
    throw new ScriptSyntaxError(at, 'Extraneous elvis operator. LHS is a primitive.');
  if (left.kind === 'literal' && left.type !== 'null')
    throw new ScriptSyntaxError(at, 'Extraneous elvis operator. LHS is a constant.');
  const second = compile(right, scope);
  const type = commonType(first, second);
  const [a, b] = [boxed(first), boxed(convert(second, type, right.at))];
  const target = formOf(type) === 'ref' ? type : 'def';
  return code(target, (frame) => a(frame) ?? b(frame));
}
