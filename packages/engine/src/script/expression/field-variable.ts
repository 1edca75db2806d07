import type { MappedField } from '../../mapping/mapped-field.ts';
import type { DocField, DocLookup } from '../doc-values.ts';
import { blockAt } from './blocks.ts';
import { ExpressionProblem } from './expression-error.ts';
import {
  dateMembers,
  dateObject,
  first as firstValue,
  geoMembers,
  type Member,
  numberMembers,
  type OfField,
} from './members.ts';
import type { Variable } from './syntax.ts';

/** A part of a name: `doc`, `.member`, `.method()`, `['text']` or `[1]`. */
interface Part {
  readonly kind: 'member' | 'method' | 'text' | 'number';
  readonly text: string;
}

/** Where errors of what follows `doc`, and of what stands within `doc['…']`, are told. */
const AFTER_DOC = 3;
const IN_BRACKETS = 5;

/** What expressions are given of the documents of a shard. */
export interface Fields {
  readonly find: (name: string) => MappedField | undefined;
  readonly doc: DocLookup;
}

/** A member or method that cannot be asked for. */
export class UnknownMember extends Error {}

function partsOf(name: string): readonly Part[] {
  const parts: Part[] = [];
  const pattern =
    /\.?(?<id>[_$a-zA-Z][_$a-zA-Z0-9]*)(?<call>\(\))?|\[(?:'(?<text>(?:\\.|[^\\'])*)'|(?<number>\d+))\]/gy;
  for (const { groups } of name.matchAll(pattern)) {
    const { id, call, text, number } = groups as Partial<Record<string, string>>;
    if (id !== undefined) parts.push({ kind: call === undefined ? 'member' : 'method', text: id });
    else if (text !== undefined) parts.push({ kind: 'text', text: text.replace(/\\(.)/g, '$1') });
    else parts.push({ kind: 'number', text: number! });
  }
  return parts;
}

/** What is asked of the field; `value` where nothing is. */
function askedOf(name: string, parts: readonly Part[]): Part {
  const [, , third, fourth] = parts;
  if (third === undefined) return { kind: 'member', text: 'value' };
  const asked = fourth ?? third;
  const isMember = asked.kind === 'member' || asked.kind === 'method';
  if (fourth !== undefined) {
    const ofDate = parts.length === 4 && (third.text === 'date' || third.text === 'getDate');
    if (ofDate && isMember) return asked;
    const allowed = "doc['field'] or doc['field'].method()";
    throw new UnknownMember(`Variable [${name}] does not follow an allowed format of either ${allowed}`);
  }
  if (isMember) return asked;
  throw new UnknownMember(
    'Only member variables or member methods may be accessed on a field when not accessing the field directly',
  );
}

/**
 * What a name of an expression stands for that is none of its parameters (`ExpressionScriptEngine.getDocValueSource`).
 * Throws ExpressionProblem, UnknownMember, and JavaError where the field has no values to be had.
 */
export function fieldVariable(name: string, { find, doc }: Fields): Variable {
  const parts = partsOf(name);
  const [first, second] = parts;
  if (first?.text !== 'doc') throw new ExpressionProblem(0, `Unknown variable [${first?.text ?? name}]`);
  if (second?.kind !== 'text') {
    const reason = "Variable 'doc' must be used with a specific field like: doc['myfield']";
    throw new ExpressionProblem(AFTER_DOC, reason);
  }
  const asked = askedOf(name, parts);
  const fieldName = second.text;
  if (find(fieldName) === undefined) {
    throw new ExpressionProblem(IN_BRACKETS, `Field [${fieldName}] does not exist in mappings`);
  }
  const field = doc.get(fieldName);
  const of = memberOf(field, fieldName, asked, parts.length > 3);
  const { value, ofNothing } = of;
  if (value !== firstValue) return { one: () => (field.size === 0 ? ofNothing : value(field)), many: null };
  return {
    one: () => field.numberOr(ofNothing),
    many: (level) => (docs, length) => {
      const out = blockAt(level, length);
      field.numbersOr(ofNothing, docs, length, out);
      return out;
    },
  };
}

interface Found {
  readonly value: OfField;
  /** What a document without a value answers. */
  readonly ofNothing: number;
}

function memberOf(field: DocField, name: string, asked: Part, isOfDate: boolean): Found {
  const [kind, members] = membersOf(field, name, isOfDate);
  const isMethod = asked.kind === 'method';
  const member: Member | undefined = members.get(asked.text);
  if (member === undefined || member.isMethod !== isMethod) {
    const what = isMethod ? 'method' : 'variable';
    throw new UnknownMember(`Member ${what} [${asked.text}] does not exist for ${kind} [${name}].`);
  }
  return member;
}

function membersOf(
  { kind }: DocField,
  name: string,
  isOfDate: boolean,
): readonly [kind: string, members: ReadonlyMap<string, Member>] {
  switch (kind) {
    case 'point':
      return ['geo field', geoMembers];
    case 'date':
      return isOfDate ? ['date object on field', dateObject] : ['date field', dateMembers];
    case 'text':
      throw new ExpressionProblem(IN_BRACKETS, `Field [${name}] must be numeric, date, or geopoint`);
    default:
      return ['numeric field', numberMembers];
  }
}
