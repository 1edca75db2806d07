import { ApiError, dictionary, isObject, type Json } from '@sextant/contract';
import { booleanOf } from '../boolean-value.ts';
import { textOf } from '../document-values.ts';
import { failedToWrite, illegalArgument } from '../errors.ts';
import { ExactToken } from '../exact-json.ts';
import type { FieldMapper } from '../field-mapper.ts';
import type { FieldType, SplitInto } from '../field-type.ts';
import { hashMapOrder, javaClass, javaDouble, javaText } from '../java-text.ts';
import {
  type JoinRelation,
  type JoinRelations,
  relationOfChild,
  relationOfParent,
} from '../join-relations.ts';
import { type Parameter, parameter, UPDATABLE } from '../parameters.ts';
import { isObjectValue } from '../value-preview.ts';
import { keyword } from './keyword.ts';

/** Between the name of the field and that of a parent: the name of the field that holds the ids of the parents. */
const IDS = '#';

/** By parent, the name of its children or a list of names; as mappings print it. */
type Relations = Readonly<Record<string, string | readonly string[]>>;

function childrenOf(parent: string, value: unknown): string | readonly string[] {
  if ([value].flat().includes(null)) {
    throw new ApiError({ type: 'parse_exception', reason: `children of [${parent}] must not be null` });
  }
  if (!Array.isArray(value)) return javaText(value);
  const names = hashMapOrder([...new Set(value.map((name) => javaText(name)))]);
  return names.length === 1 ? names[0]! : names;
}

function readRelations(value: unknown): Relations {
  if (!isObject(value)) {
    const found = `class java.${Array.isArray(value) ? 'util' : 'lang'}.${javaClass(value)}`;
    const reason = `relations should be a hash but was of type: ${found}`;
    throw new ApiError({ type: 'parse_exception', reason });
  }
  const relations: Record<string, string | readonly string[]> = dictionary();
  for (const parent of hashMapOrder(Object.keys(value)))
    relations[parent] = childrenOf(parent, value[parent]);
  return relations;
}

const joinParameters: readonly Parameter[] = [
  parameter('eager_global_ordinals', true, (value) => booleanOf('eager_global_ordinals', value), {
    ...UPDATABLE,
    always: true,
  }),
  parameter('relations', dictionary(), readRelations, { ...UPDATABLE, always: true }),
];

function relationsOf(mapper: FieldMapper): JoinRelations {
  const relations = Object.entries(mapper.value('relations') as Relations).map(
    ([parent, children]): JoinRelation => ({
      parent,
      children: [children].flat(),
      ids: `${mapper.path}${IDS}${parent}`,
    }),
  );
  return { field: mapper.path, relations };
}

/** A child has one parent, and there are no parents within objects. */
function check(field: string, values: ReadonlyMap<string, unknown>, path: string): void {
  if (path.includes('.')) {
    throw illegalArgument(`join field [${path}] cannot be added inside an object or in a multi-field`);
  }
  const known = new Set<string>();
  const conflicts: string[] = [];
  for (const children of Object.values((values.get('relations') ?? {}) as Relations)) {
    for (const child of [children].flat()) {
      if (known.has(child)) conflicts.push(`[${child}] cannot have multiple parents`);
      known.add(child);
    }
  }
  if (conflicts.length === 0) return;
  throw illegalArgument(`invalid definition for join field [${field}]:\n[${conflicts.join(', ')}]`);
}

/** Why the relations of a mapping cannot become others: each that is there stays, and nobody gets a parent later. */
function conflicts(existing: FieldMapper, update: FieldMapper): string[] {
  const [before, after] = [relationsOf(existing), relationsOf(update)];
  const where = `in join field [${existing.path}]`;
  const found: string[] = [];
  for (const { parent } of before.relations) {
    if (relationOfParent(after, parent) === undefined)
      found.push(`cannot remove parent [${parent}] ${where}`);
  }
  for (const { parent, children } of after.relations) {
    const own = relationOfParent(before, parent);
    if (own !== undefined) {
      const removed = own.children.filter((child) => !children.includes(child));
      found.push(...removed.map((child) => `cannot remove child [${child}] ${where}`));
      continue;
    }
    if (relationOfChild(before, parent) !== undefined)
      found.push(`cannot create parent [${parent}] from an existing child`);
    const parents = children.filter((child) => relationOfParent(before, child) !== undefined);
    found.push(...parents.map((child) => `cannot create child [${child}] from an existing parent`));
  }
  return found;
}

/** What a document says of its place: what it is called, and who its parent is. */
class JoinValue {
  readonly name: string;
  readonly parent: string | null;
  /** Of the document. */
  readonly id: string;
  constructor(name: string, parent: string | null, id: string) {
    this.name = name;
    this.parent = parent;
    this.id = id;
  }
}

/** What the members of an object say, in their order. Throws for one that is not known. */
class JoinReader {
  name: string | null = null;
  parent: string | null = null;
  readonly #into: SplitInto;

  constructor(into: SplitInto) {
    this.#into = into;
  }

  read(object: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(object)) this.#member(key, value);
  }

  /** Values of a list are read one after the other; null, true and false say nothing. */
  #member(key: string, value: unknown): void {
    if (Array.isArray(value)) for (const each of value) this.#member(key, each);
    else if (isObjectValue(value)) this.read(value);
    else if (typeof value === 'string') this.#text(key, value);
    else if (typeof value === 'number' || (value instanceof ExactToken && value.kind === 'number'))
      this.#number(key, value);
  }

  #text(key: string, value: string): void {
    if (key === 'name') this.name = value;
    else if (key === 'parent') this.parent = value;
    else throw this.#unknown(key);
  }

  #number(key: string, value: unknown): void {
    if (key !== 'parent') throw this.#unknown(key);
    const text = textOf(value, this.#into.source);
    this.parent = /[.eE]/.test(text) ? javaDouble(Number(text)) : text;
  }

  #unknown(key: string): ApiError {
    return illegalArgument(`unknown field name [${key}] in join field [${this.#into.mapper.path}]`);
  }
}

function joinValue(value: unknown, into: SplitInto): JoinValue {
  const { mapper, id, routing } = into;
  const reader = new JoinReader(into);
  if (typeof value === 'string') reader.name = value;
  else if (isObjectValue(value)) reader.read(value);
  else {
    const reason = `[null] expected START_OBJECT or VALUE_STRING but was: ${tokenName(value)}`;
    throw new ApiError({ type: 'illegal_state_exception', reason });
  }
  const { name, parent } = reader;
  const { join } = mapper.mapped;
  if (name === null || join === undefined)
    throw illegalArgument(`[name] is missing for join field [${mapper.path}]`);
  const isChild = relationOfChild(join, name) !== undefined;
  if (!isChild && relationOfParent(join, name) === undefined)
    throw illegalArgument(`unknown join name [${name}] for field [${mapper.path}]`);
  if (isChild && parent === null)
    throw illegalArgument(`[parent] is missing for join field [${mapper.path}]`);
  if (isChild && routing === null)
    throw illegalArgument(`[routing] is missing for join field [${mapper.path}]`);
  return new JoinValue(name, isChild ? parent : null, id);
}

function tokenName(value: unknown): string {
  if (value === null) return 'VALUE_NULL';
  const isNumber = typeof value === 'number' || (value instanceof ExactToken && value.kind === 'number');
  return isNumber ? 'VALUE_NUMBER' : 'VALUE_BOOLEAN';
}

/** A document has one place. */
function split(value: unknown, into?: SplitInto): readonly unknown[] {
  if (into === undefined) return [value].flat(Number.POSITIVE_INFINITY);
  let values: JoinValue[];
  try {
    values = [value].flat(Number.POSITIVE_INFINITY).map((one) => joinValue(one, into));
  } catch (error) {
    throw error instanceof ApiError ? failedToWrite(error) : error;
  }
  if (values.length > 1) throw notSingle(values, into.mapper);
  return values;
}

/** Of the fields that the values would fill, the first that would get a second one. */
function notSingle(values: readonly JoinValue[], { path, mapped }: FieldMapper): ApiError {
  const filled = values.flatMap(({ name }) => {
    const relations = [relationOfChild(mapped.join!, name), relationOfParent(mapped.join!, name)];
    return [...relations.flatMap((relation) => relation?.ids ?? []), path];
  });
  const twice = filled.find((field, i) => filled.indexOf(field) < i) ?? path;
  const rule = 'appears more than once in this document (only one value is allowed per field)';
  return illegalArgument(`DocValuesField "${twice}" ${rule}`);
}

/** As OpenSearch shows what it had to take apart: in the order of its hash maps. */
function shown(value: unknown): Json {
  if (!isObject(value)) return value as Json;
  return Object.fromEntries(hashMapOrder(Object.keys(value)).map((key) => [key, value[key] as Json]));
}

const { masked: _, ...ofKeyword } = keyword;

/** The ids of the parents of one name: what each of them and of their children has. No mapping can name the type. */
const parentIds: FieldType = {
  ...ofKeyword,
  name: 'parent',
  parameters: [],
  defaults: {},
  isScalar: false,
  bytes: 'parsed',
  scoresTerms: true,
  isInternal: true,
  mapped: () => ({}),
};

/** Names what a document is among parents and children, and whose child. */
export const join: FieldType = {
  ...ofKeyword,
  name: 'join',
  parameters: joinParameters,
  defaults: {},
  isScalar: false,
  bytes: 'parsed',
  scoresTerms: true,
  refusesOthers: 'all',
  check,
  conflicts,
  mapped: (mapper) => ({ join: relationsOf(mapper) }),
  derived: (mapper) =>
    Object.keys(mapper.value('relations') as Relations).map((parent) => [`${IDS}${parent}`, parentIds]),
  structure: {
    split,
    text: (_stored, multi, mapper, value) => {
      const relation = mapper.mapped.join?.relations.find(({ ids }) => ids === multi.path);
      if (relation === undefined || !(value instanceof JoinValue)) return null;
      return relation.parent === value.name ? value.id : idOfParent(relation, value);
    },
    checkFormat: (format, { name }) => {
      if (format !== null) throw illegalArgument(`Field [${name}] doesn't support formats.`);
    },
    print: (_field, value) => shown(value),
  },
  parse: (mapper, value, source) =>
    keyword.parse(mapper, value instanceof JoinValue ? value.name : value, source),
};

function idOfParent({ children }: JoinRelation, { name, parent }: JoinValue): string | null {
  return children.includes(name) ? parent : null;
}
