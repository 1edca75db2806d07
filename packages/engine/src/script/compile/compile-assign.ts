import type { AssignExpression, Expression } from '../ast.ts';
import type { Frame } from '../frame.ts';
import { setter } from '../library/class-table.ts';
import { findMethod, fullName, isSubclass } from '../library/classes.ts';
import { ScriptSyntaxError } from '../script-error.ts';
import type { JavaArray } from '../values.ts';
import { boxed, type Code, code, constant, type NumberRun, type Run } from './code.ts';
import { binaryCode } from './compile-binary.ts';
import { staticOwner } from './compile-member.ts';
import { castLike, convert } from './convert.ts';
import { arrayPlace, noObject, readIndex, readMember, writeIndex, writeMember } from './members.ts';
import type { Scope } from './scope.ts';
import { checkShift } from './static-errors.ts';

/**
 * Where a value can be put. What it takes to find the place is done once, by `begin`, and kept in variables without a name, so that
 * `a[f()] += 1` calls `f` once.
 */
interface Place {
  readonly type: string;
  readonly begin: (frame: Frame) => void;
  readonly read: Run;
  readonly write: (frame: Frame, value: unknown) => void;
  /** That of a variable of the function; -1 = it is none. */
  readonly slot: number;
}

export function compileAssign({ op, target, value, at }: AssignExpression, scope: Scope): Code {
  const place = placeOf(target, scope);
  const { type, begin, read, write, slot } = place;
  if (op === null) {
    const given = scope.compile(value, type);
    if (type === 'def' && given.type === 'void')
      throw new ScriptSyntaxError(
        value.at,
        'Cannot cast from [void] to [def].',
        undefined,
        'class_cast_exception',
      );
    const { run } = convert(given, type, value.at);
    if (slot >= 0) return code(type, intoSlot(slot, run));
    return code(type, (frame) => {
      begin(frame);
      const result = run(frame);
      write(frame, result);
      return result;
    });
  }
  const given = scope.compile(value);
  const before = code(type, read);
  checkShift(op, before, given, at);
  if (type === 'def') {
    const operand = given.form === 'ref' && given.type !== 'null' ? target.at : value.at;
    return compoundOfDef(op, place, given, { at, operand, slot: scope.slot() });
  }
  const places = { at, left: at, right: value.at, assigns: true };
  const made = binaryCode(op, before, given, at, places);
  const { run } = convert(made, type, at, true);
  if (slot >= 0) return code(type, intoSlot(slot, run));
  return code(type, (frame) => {
    begin(frame);
    const result = run(frame);
    write(frame, result);
    return result;
  });
}

/** What comes out is of the class that the value had before: `x += 1.5` leaves an Integer an Integer. */
function compoundOfDef(
  op: string,
  { begin, read, write }: Place,
  given: Code,
  { at, operand, slot }: { readonly at: number; readonly operand: number; readonly slot: number },
): Code {
  const before = code('def', (frame) => frame.locals[slot]);
  const left = op === '+' && given.type === 'String' ? convert(before, 'String', at) : before;
  const run = boxed(binaryCode(op, left, given, operand));
  return code('def', (frame) => {
    begin(frame);
    const old = read(frame);
    frame.locals[slot] = old;
    const result = run(frame);
    frame.state.at = at;
    const kept = castLike(result, old);
    write(frame, kept);
    return kept;
  });
}

/** A variable of its own has a place that is found without a search. */
function intoSlot(slot: number, run: Run): Run {
  return (frame) => {
    const result = run(frame);
    frame.locals[slot] = result;
    return result;
  };
}

/** `++a`, `a--`. */
export function compileStep(
  { target, by, prefix, at }: Extract<Expression, { kind: 'step' }>,
  scope: Scope,
): Code {
  const { type, begin, read, write, slot } = placeOf(target, scope);
  if (slot >= 0 && type === 'int') {
    return code(type, ({ locals }) => {
      const old = locals[slot] as number;
      const after = (old + by) | 0;
      locals[slot] = after;
      return prefix ? after : old;
    });
  }
  const before = scope.slot();
  const made = binaryCode(
    by === 1 ? '+' : '-',
    code(type, (frame) => frame.locals[before]),
    constant('int', 1),
    at,
  );
  const { run } = convert(made, type, at, true);
  return code(type, (frame) => {
    begin(frame);
    const old = read(frame);
    frame.locals[before] = old;
    const result = run(frame);
    const after = type === 'def' ? castLike(result, old) : result;
    write(frame, after);
    return prefix ? after : old;
  });
}

function placeOf(target: Expression, scope: Scope): Place {
  switch (target.kind) {
    case 'name':
      return localPlace(target.name, target.at, scope);
    case 'member':
      if (target.safe) throw isSafe(target.at);
      return memberPlace(target, scope);
    case 'index':
      return indexPlace(target, scope);
    default:
      throw new ScriptSyntaxError(
        target.at,
        'invalid assignment: cannot assign a value to a value that is no variable',
      );
  }
}

const nothing = (): void => {};

function localPlace(name: string, at: number, scope: Scope): Place {
  const local = scope.find(name);
  if (local === undefined) {
    const isContext = scope.unit.context.variables.some((each) => each.name === name);
    const reason = isContext ? `Variable [${name}] is read-only.` : `cannot resolve symbol [${name}]`;
    throw new ScriptSyntaxError(at, reason);
  }
  const { slot, type, isReadOnly } = local;
  if (isReadOnly) throw new ScriptSyntaxError(at, `Variable [${name}] is read-only.`);
  return {
    type,
    slot,
    begin: nothing,
    read: (frame) => frame.locals[slot],
    write: (frame, value) => {
      frame.locals[slot] = value;
    },
  };
}

function isSafe(at: number): ScriptSyntaxError {
  const reason = 'invalid assignment: cannot assign a value to a null safe operation [?.]';
  return new ScriptSyntaxError(at, reason);
}

function memberPlace({ object, name, at }: Extract<Expression, { kind: 'member' }>, scope: Scope): Place {
  if (staticOwner(object, scope, at, name) !== undefined) {
    throw new ScriptSyntaxError(at, `cannot assign a value to a constant [${name}]`);
  }
  const inner = scope.compile(object);
  const self = scope.slot();
  const owner = boxed(inner);
  const begin = (frame: Frame): void => {
    frame.locals[self] = owner(frame);
  };
  const isOpen =
    inner.type === 'def' ||
    (inner.form === 'ref' && (isSubclass(inner.type, 'Map') || isSubclass(inner.type, 'List')));
  if (!isOpen && findMethod(inner.type, setter(name)) === undefined) {
    throw new ScriptSyntaxError(at, `field [${fullName(inner.type)}, ${name}] not found`);
  }
  return {
    type: 'def',
    slot: -1,
    begin,
    read: (frame) => {
      frame.state.at = at;
      return readMember(frame.locals[self], name);
    },
    write: (frame, value) => {
      frame.state.at = at;
      frame.state.take(64);
      writeMember(frame.locals[self], name, value);
    },
  };
}

function indexPlace(target: Extract<Expression, { kind: 'index' }>, scope: Scope): Place {
  const { object, index, at } = target;
  if (object.kind === 'name') staticOwner(object, scope, at, null);
  const inner = scope.compile(object);
  if (inner.type.endsWith('[]')) return arrayPlaceOf(inner, index, at, scope);
  const [self, key] = [scope.slot(), scope.slot()];
  const [owner, place] = [boxed(inner), scope.compileBoxed(index)];
  return {
    type: 'def',
    slot: -1,
    begin: (frame) => {
      frame.locals[self] = owner(frame);
      frame.locals[key] = place(frame);
    },
    read: (frame) => {
      frame.state.at = at;
      return readIndex(frame.locals[self], frame.locals[key]);
    },
    write: (frame, value) => {
      frame.state.at = at;
      frame.state.take(64);
      writeIndex(frame.locals[self], frame.locals[key], value);
    },
  };
}

function arrayPlaceOf(array: Code, index: Expression, at: number, scope: Scope): Place {
  const [self, key] = [scope.slot(), scope.slot()];
  const place = scope.compileAs(index, 'int').run as NumberRun;
  const find = ({ locals, state }: Frame): readonly [JavaArray, number] => {
    state.at = at;
    const owner = locals[self] as JavaArray | null;
    if (owner === null) throw noObject();
    return [owner, arrayPlace(locals[key] as number, owner.values.length)];
  };
  return {
    type: array.type.slice(0, -2),
    slot: -1,
    begin: (frame) => {
      frame.locals[self] = array.run(frame);
      frame.locals[key] = place(frame);
    },
    read: (frame) => {
      const [owner, found] = find(frame);
      return owner.values[found];
    },
    write: (frame, value) => {
      const [owner, found] = find(frame);
      owner.values[found] = value;
    },
  };
}
