import { badCast, type JavaError, nullPointer } from '../java-error.ts';
import { fullName } from '../library/classes.ts';
import { cannotBe, classOf, numberTypeOf } from '../values.ts';
import { type Code, promote } from './code.ts';

const boxes: ReadonlyMap<string, string> = new Map([
  ['int', 'Integer'],
  ['long', 'Long'],
  ['float', 'Float'],
  ['double', 'Double'],
]);

const interfaces: ReadonlySet<string> = new Set(
  'CharSequence Collection Comparable Comparator Deque Iterable Iterator List Map Map.Entry Queue Set SortedSet'.split(
    ' ',
  ),
);

/** A type as Java shows its class. */
export function classText({ type, form }: Pick<Code, 'type' | 'form'>): string {
  if (type === 'def') return 'class org.opensearch.painless.lookup.def';
  if (form !== 'ref') return type;
  return `${interfaces.has(type) ? 'interface' : 'class'} ${fullName(type)}`;
}

/** What stands for an object in messages: the name of its class, in full. */
const shown = (value: unknown): string => fullName(classOf(value));

function missing(side: string): JavaError {
  return nullPointer(`Cannot invoke "Object.getClass()" because "${side}" is null`);
}

function isFraction(value: unknown): boolean {
  const type = numberTypeOf(value);
  return type === 'float' || type === 'double';
}

/** What is thrown where an operator is not for values of no known type, as OpenSearch words it. */
export function cannotOperate(op: string, a: unknown, b: unknown): JavaError {
  if (a === null) return missing('left');
  if (op === '<<' || op === '>>' || op === '>>>') return cannotShift(op, a, b);
  const isOnBits = op === '&' || op === '|' || op === '^';
  const types = [numberTypeOf(a), numberTypeOf(b)] as const;
  const number = types[0] ?? types[1];
  if (number !== null && (typeof a === 'boolean' || typeof b === 'boolean'))
    return badCast(`Cannot cast java.lang.Boolean to java.lang.${boxes.get(promote(number, 'int')!)}`);
  if (isOnBits && types[0] !== null && types[1] !== null)
    return badCast(`Cannot apply [${op}] operation to type [float]`);
  if (isOnBits) {
    const wrong = [a, b].find((each) => each !== null && (numberTypeOf(each) === null || isFraction(each)));
    return wrong === undefined ? missing('right') : notWhole(wrong);
  }
  if (typeof a === 'boolean' && typeof b === 'boolean')
    return badCast(`Cannot apply [${op}] operation to type [boolean]`);
  if (b === null) return missing('right');
  return badCast(`Cannot apply [${op}] operation to types [${shown(a)}] and [${shown(b)}].`);
}

function cannotShift(op: string, a: unknown, b: unknown): JavaError {
  if (b === null) return missing('right');
  if (isFraction(b) || typeof b === 'boolean') return badCast(`Cannot cast ${shown(b)} to java.lang.Long`);
  if (numberTypeOf(b) === null) return cannotBe(b, 'java.lang.Number');
  if (typeof a === 'boolean') return badCast(`Cannot apply [${op}] operation to type [boolean]`);
  const type = numberTypeOf(a);
  return type === null ? notWhole(a) : badCast(`Cannot apply [${op}] operation to type [${type}]`);
}

function notWhole(value: unknown): JavaError {
  return badCast(`Cannot convert [${shown(value)}] to an integral value.`);
}

/** As `cannotOperate`, of `-`, `+` and `~` before a value. */
export function cannotNegate(op: string, value: unknown): JavaError {
  if (value === null) return missing('value');
  const what = op === '~' ? 'not [~]' : `[${op}] operation`;
  if (typeof value === 'boolean') return badCast(`Cannot apply ${what} to type [boolean]`);
  const type = numberTypeOf(value);
  if (type !== null) return badCast(`Cannot apply ${what} to type [${type}]`);
  return badCast(`Cannot apply [${op}] operation to type [${shown(value)}].`);
}
