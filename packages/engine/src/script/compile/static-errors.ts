import { fullName } from '../library/classes.ts';
import { ScriptSyntaxError } from '../script-error.ts';
import { type Code, type Form, isNumeric } from './code.ts';
import { impossible, widens } from './convert.ts';
import { classText } from './def-errors.ts';

/** Where an operator stands, and what it is for. */
export interface Places {
  readonly at: number;
  readonly left: number;
  readonly right: number;
  /** It assigns what it makes: `a += b`. */
  readonly assigns?: boolean;
}

/** How OpenSearch calls operators. */
const words: ReadonlyMap<string, string> = new Map([
  ['+', 'addition'],
  ['-', 'subtraction'],
  ['*', 'multiplication'],
  ['/', 'division'],
  ['%', 'remainder'],
  ['&', 'bitwise and'],
  ['|', 'boolean or'],
  ['^', 'bitwise xor'],
  ['~', 'bitwise not'],
  ['<<', 'left shift'],
  ['>>', 'right shift'],
  ['>>>', 'unsigned shift'],
  ['<', 'less than'],
  ['<=', 'less than or equals'],
  ['>', 'greater than'],
  ['>=', 'greater than or equals'],
]);

const shown = ({ type }: Code): string => fullName(type === 'null' ? 'Object' : type);

function refused(at: number, reason: string): ScriptSyntaxError {
  return new ScriptSyntaxError(at, reason, undefined, 'class_cast_exception');
}

/** What both would be, of which one is a number; null: none is one that the operator takes. */
function promotedOf(op: string, forms: readonly Form[]): Form | null {
  const isOnBits = op === '&' || op === '|' || op === '^';
  const wide = (isOnBits ? ['long'] : ['double', 'float', 'long']) as readonly Form[];
  const found = wide.find((form) => forms.includes(form));
  return (
    found ?? (forms.some((form) => isNumeric(form) && form !== 'double' && form !== 'float') ? 'int' : null)
  );
}

/** What is thrown where an operator is not for the types of what is beside it. */
export function cannotApply(op: string, left: Code, right: Code, places: Places): ScriptSyntaxError {
  const isShift = op === '<<' || op === '>>' || op === '>>>';
  const wanted = isShift ? null : promotedOf(op, [left.form, right.form]);
  if (wanted !== null) {
    const [wrong, at] = widens(left.form, wanted) ? [right, places.right] : [left, places.left];
    if (!widens(wrong.form, wanted)) return impossible(wrong.type, wanted, at);
  }
  if (places.assigns === true) return cannotAssign(op, left, right, places.at);
  const types = `[${shown(left)}] and [${shown(right)}]`;
  return refused(places.at, `cannot apply the ${words.get(op)} operator [${op}] to the types ${types}`);
}

/** As `cannotApply`, of an operator before a value. */
export function cannotApplyTo(op: string, value: Code, at: number): ScriptSyntaxError {
  return refused(at, `cannot apply the ${words.get(op)} operator [${op}] to the type [${shown(value)}]`);
}

function cannotAssign(op: string, target: Code, given: Code, at: number): ScriptSyntaxError {
  const types = `[${classText(target)}] and [${classText(given)}]`;
  return refused(at, `invalid compound assignment: cannot apply [${op}=] to types ${types}`);
}

/** Throws where a shift with `=` is by what is no whole number. */
export function checkShift(op: string, target: Code, given: Code, at: number): void {
  const isShift = op === '<<' || op === '>>' || op === '>>>';
  if (!isShift || given.type === 'def' || promotedOf('&', [given.form]) !== null) return;
  throw cannotAssign(op, target, given, at);
}
