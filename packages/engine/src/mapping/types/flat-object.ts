import { ApiError, Double } from '@sextant/contract';
import { textOf } from '../document-values.ts';
import { illegalArgument } from '../errors.ts';
import { ExactToken } from '../exact-json.ts';
import type { FieldType } from '../field-type.ts';
import { FLAT_TERMS } from '../flat-paths.ts';
import { javaText, printedNumber } from '../java-text.ts';
import type { FieldValue, MappedField } from '../mapped-field.ts';
import { isObjectValue } from '../value-preview.ts';
import { keyword } from './keyword.ts';

/** Objects within each other beyond it are refused. */
const DEPTH_MAX = 100;

/** A value within an object. */
class Leaf {
  readonly path: string;
  readonly value: unknown;
  constructor(path: string, value: unknown) {
    this.path = path;
    this.value = value;
  }
}

function addLeaves(value: unknown, path: string, depth: number, leaves: unknown[]): void {
  if (depth > DEPTH_MAX)
    throw illegalArgument(`a flat_object has more than [${DEPTH_MAX}] objects and arrays within each other`);
  if (value === null) return;
  if (Array.isArray(value)) for (const item of value) addLeaves(item, path, depth + 1, leaves);
  else if (isObjectValue(value)) {
    for (const [key, inner] of Object.entries(value))
      addLeaves(inner, path === '' ? key : `${path}.${key}`, depth + 1, leaves);
  } else leaves.push(path === '' ? value : new Leaf(path, value));
}

function leavesOf(value: unknown): unknown[] {
  const leaves: unknown[] = [];
  addLeaves(value, '', 0, leaves);
  return leaves;
}

function notAnObject(field: string, value: unknown): ApiError {
  const isNumber = typeof value === 'number' || (value instanceof ExactToken && value.kind === 'number');
  const kind = isNumber ? 'VALUE_NUMBER' : 'VALUE_BOOLEAN';
  const token = typeof value === 'string' ? 'VALUE_STRING' : kind;
  const reason = `[${field}] unexpected token [${token}] in flat_object field value`;
  return new ApiError({ type: 'parsing_exception', reason });
}

const encoder = new TextEncoder();

/** Every match scores the boost. */
function match(_field: MappedField, value: unknown): ReturnType<FieldType['match']> {
  const term = encoder.encode(javaText(value));
  return { kind: 'terms', from: term, to: term };
}

/** One of the fields within: a keyword to whoever asks. */
const flatLeaf: FieldType = {
  ...keyword,
  name: 'flat_object',
  queryValue: (_field, value) => javaText(value),
  match,
};

/** The values with their paths. */
const withPaths: FieldType = {
  ...flatLeaf,
  parse: (_mapper, value, source) => {
    if (value instanceof Leaf) return `${value.path}=${textOf(value.value, source)}`;
    return undefined;
  },
};

/**
 * A whole object as one field: no field of it is mapped, and each is found by its path as a keyword. Kept are the values as
 * terms, and once more with their paths, which `FlatParts` of a segment takes apart.
 */
export const flatObject: FieldType = {
  ...flatLeaf,
  parameters: [],
  defaults: { boost: new Double(1), index: true, doc_values: true, store: false, meta: {} },
  isScalar: false,
  bytes: 'parsed',
  refusesOthers: true,
  leaf: flatLeaf,
  beside: [FLAT_TERMS, withPaths],
  withoutFielddata: (field) =>
    `Field [${field}] of type [flat_object] does not support doc_value in root field`,
  mapped: () => ({ docValues: false }),
  structure: {
    split: leavesOf,
    text: (stored: FieldValue) => String(stored),
    checkFormat: () => undefined,
    shown: (value) => [value].flat(Number.POSITIVE_INFINITY),
    print: (_field, value) => javaText(value, printedNumber),
  },
  parse: (mapper, value, source) => {
    if (value instanceof Leaf) return textOf(value.value, source);
    throw notAnObject(mapper.path, value);
  },
};

/** The name that Elasticsearch has for it, and with it the templates of its shippers. */
export const flattened: FieldType = { ...flatObject, name: 'flattened' };
