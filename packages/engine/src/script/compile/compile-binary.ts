import type { Expression } from '../ast.ts';
import type { JavaPattern } from '../library/java-regex.ts';
import { ScriptSyntaxError } from '../script-error.ts';
import { type LongValue, textOf, textOfType } from '../values.ts';
import {
  compareDef,
  comparison,
  equalDef,
  negate,
  negateDef,
  operate,
  operateDef,
  operation,
  sameDef,
} from './arithmetic.ts';
import {
  boxed,
  type Code,
  code,
  constant,
  type FlagRun,
  type Form,
  isNumeric,
  isWhole,
  known,
  type Promoted,
  promote,
  type Run,
} from './code.ts';
import { castNumber, convert, numberCast } from './convert.ts';
import type { Scope } from './scope.ts';
import { cannotApply, cannotApplyTo, type Places } from './static-errors.ts';

type Binary = Extract<Expression, { kind: 'binary' }>;

/** A condition. */
export function flagOf(given: Code, at: number): FlagRun {
  if (given.form === 'boolean') return given.run as FlagRun;
  return convert(given, 'boolean', at).run as FlagRun;
}

/** `wanted`: the type it is for, which is a text where numbers of no known type are put together for one. */
export function compileBinary(node: Binary, scope: Scope, wanted?: string): Code {
  const { op, at } = node;
  if (op === '&&' || op === '||') {
    const a = flagOf(scope.compile(node.left), node.left.at);
    const b = flagOf(scope.compile(node.right), node.right.at);
    return code('boolean', op === '&&' ? (frame) => a(frame) && b(frame) : (frame) => a(frame) || b(frame));
  }
  const left = scope.compile(node.left);
  const right = scope.compile(node.right);
  const places = { at, left: node.left.at, right: node.right.at };
  if (left.type === 'void' || right.type === 'void') throw cannotApply(op, left, right, places);
  if (op === '=~' || op === '==~') return compileMatch(op, left, right, at);
  if (op === '==' || op === '!=' || op === '===' || op === '!==')
    return compileEquality(op, left, right, places);
  if (op === '<' || op === '<=' || op === '>' || op === '>=') return compileOrder(op, left, right, places);
  const isText = op === '+' && wanted === 'String' && (left.type === 'def' || right.type === 'def');
  return isText ? concatenation(left, right) : binaryCode(op, left, right, at, places);
}

/** An operator that makes a value; also that of `a += b`. */
export function binaryCode(
  op: string,
  left: Code,
  right: Code,
  at: number,
  places: Places = { at, left: at, right: at },
): Code {
  if (op === '+' && (left.type === 'String' || right.type === 'String')) return concatenation(left, right);
  const isShift = op === '<<' || op === '>>' || op === '>>>';
  const isDef = left.type === 'def' || right.type === 'def';
  const type = isShift ? promote(left.form, 'int') : promote(left.form, right.form);
  const onBits = isShift || op === '&' || op === '|' || op === '^';
  if (onBits && left.form === 'boolean' && right.form === 'boolean' && !isShift)
    return flags(op, left, right);
  const fits = type !== null && (!onBits || (isWhole(left.form) && isWhole(right.form)));
  if (fits && (!isShift || isNumeric(right.form))) return numbers(op, type, left, right, { at, isDef });
  if (!isDef) throw cannotApply(op, left, right, places);
  const [a, b] = [boxed(left), boxed(right)];
  return operated((frame) => {
    frame.state.at = at;
    const x = a(frame);
    const y = b(frame);
    const result = operateDef(op, x, y);
    if (typeof result === 'string') frame.state.take(result.length);
    return result;
  });
}

/** What an operator makes of values of no known type. */
function operated(run: Run, form: Form = 'ref'): Code {
  return { ...known(form, run), asked: 'operator' };
}

function numbers(
  op: string,
  type: Promoted,
  left: Code,
  right: Code,
  { at, isDef }: { readonly at: number; readonly isDef: boolean },
): Code {
  const [a, b] = [left.constant, right.constant];
  if (a !== undefined && b !== undefined && !isDef) {
    const x = castNumber(a.value as LongValue, left.form, type);
    const y = castNumber(b.value as LongValue, right.form, type);
    if ((op === '/' || op === '%') && (type === 'int' || type === 'long') && Number(y) === 0) {
      throw new ScriptSyntaxError(at, '/ by zero', undefined, 'arithmetic_exception');
    }
    return constant(type, operate(op, type, x, y));
  }
  const run = operation(
    op,
    type,
    numberCast(left.run, left.form, type),
    numberCast(right.run, right.form, type),
    at,
  );
  return isDef ? operated(run, type) : code(type, run);
}

function flags(op: string, left: Code, right: Code): Code {
  const [a, b] = [left.run as FlagRun, right.run as FlagRun];
  if (op === '&') return code('boolean', (frame) => Boolean(Number(a(frame)) & Number(b(frame))));
  if (op === '|') return code('boolean', (frame) => Boolean(Number(a(frame)) | Number(b(frame))));
  return code('boolean', (frame) => a(frame) !== b(frame));
}

/** The text of an expression's value. */
function textCode({ form, run, type }: Code): Run {
  if (type === 'String') return (frame) => run(frame) ?? 'null';
  if (form === 'ref') {
    return (frame) => {
      const text = textOf(run(frame));
      frame.state.settle();
      return text;
    };
  }
  return (frame) => textOfType(form, run(frame));
}

function concatenation(left: Code, right: Code): Code {
  const [a, b] = [textCode(left), textCode(right)];
  return code('String', (frame) => {
    const text = (a(frame) as string) + (b(frame) as string);
    frame.state.take(text.length);
    return text;
  });
}

function compileMatch(op: string, left: Code, right: Code, at: number): Code {
  const text = boxed(left);
  const pattern = convert(right, 'Pattern', at).run;
  const isFind = op === '=~';
  return code('boolean', (frame) => {
    const looked = pattern(frame) as JavaPattern;
    const found = isFind ? looked.find(text(frame)) : looked.matches(text(frame));
    frame.state.settle();
    return found;
  });
}

function compileEquality(op: string, left: Code, right: Code, places: Places): Code {
  const { at } = places;
  const isSame = op === '==' || op === '===';
  if (left.type === 'null' && right.type === 'null') {
    throw new ScriptSyntaxError(at, 'extraneous comparison of [null] constants');
  }
  const type = left.form === 'ref' || right.form === 'ref' ? null : promote(left.form, right.form);
  if (type !== null || (left.form === 'boolean' && right.form === 'boolean')) {
    const form: Form = type ?? 'boolean';
    const [a, b] = [numberCast(left.run, left.form, form), numberCast(right.run, right.form, form)];
    return code('boolean', isSame ? (frame) => a(frame) === b(frame) : (frame) => a(frame) !== b(frame));
  }
  const mixed =
    left.type !== 'def' && right.type !== 'def' && (left.form === 'boolean' || right.form === 'boolean');
  if (mixed && left.form !== 'ref' && right.form !== 'ref') throw cannotApply(op, left, right, places);
  const [a, b] = [boxed(left), boxed(right)];
  const equal = op === '==' || op === '!=' ? equalDef : sameDef;
  return code('boolean', (frame) => {
    const isEqual = equal(a(frame), b(frame));
    frame.state.settle();
    return isEqual === isSame;
  });
}

function compileOrder(op: string, left: Code, right: Code, places: Places): Code {
  const { at } = places;
  const type = promote(left.form, right.form);
  if (type !== null) {
    return code(
      'boolean',
      comparison(op, numberCast(left.run, left.form, type), numberCast(right.run, right.form, type)),
    );
  }
  if (left.type !== 'def' && right.type !== 'def') throw cannotApply(op, left, right, places);
  const [a, b] = [boxed(left), boxed(right)];
  return code('boolean', (frame) => {
    frame.state.at = at;
    const x = a(frame);
    const y = b(frame);
    return compareDef(op, x, y);
  });
}

export function compileUnary({ op, value, at }: Extract<Expression, { kind: 'unary' }>, scope: Scope): Code {
  const inner = scope.compile(value);
  if (op === '!') {
    const run = flagOf(inner, value.at);
    return code('boolean', (frame) => !run(frame));
  }
  const type = promote(inner.form, 'int');
  if (type === null || (op === '~' && !isWhole(inner.form))) {
    if (inner.type !== 'def') {
      throw cannotApplyTo(op, inner, at);
    }
    const run = boxed(inner);
    return operated((frame) => {
      frame.state.at = at;
      return negateDef(op, run(frame));
    });
  }
  const run = numberCast(inner.run, inner.form, type);
  if (inner.constant !== undefined && inner.type !== 'def') {
    return constant(type, negate(op, type, castNumber(inner.constant.value as LongValue, inner.form, type)));
  }
  const made: Run = (frame) => negate(op, type, run(frame) as LongValue);
  return inner.type === 'def' ? operated(made, type) : code(type, made);
}
