import { ApiError, apiError } from '@sextant/contract';
import {
  isObject,
  type JsonObject,
  notSupported,
  parsingError,
  requireBoost,
  requireObject,
  toText,
} from '../../dsl/json-reader.ts';
import { readFields, required, textField } from '../../dsl/object-parser.ts';
import type { Scalar } from '../../dsl/query-node.ts';
import { membersOf } from '../../dsl/read-place.ts';
import { bitmapWeight } from '../bitmap-query.ts';
import { hasNone, isConstant } from '../constant-value.ts';
import type { TermsNode } from '../nodes/terms.ts';
import type { ParseQuery, QueryType } from '../query-type.ts';
import { termsWeight } from '../term-query.ts';
import type { QueryContext, Weight } from '../weight.ts';

export const terms: QueryType<TermsNode> = {
  name: 'terms',
  ofField: false,
  parse: parseTerms,
  weight: lookedUpWeight,
  isNothing: ({ field, values, isLookup, isBitmap }, shard) => {
    if (isLookup) return false;
    if (values.length === 0) return true;
    return hasNone(
      field,
      shard,
      (constant) => isBitmap || values.some((value) => isConstant(field, value, constant)),
    );
  },
};

/** `{"terms":{"field":["a","b"],"boost":1}}`, or `{"terms":{"field":{"index":"i","id":"1","path":"tags"}}}` */
function parseTerms(body: unknown, parse: ParseQuery): TermsNode {
  let field: string | null = null;
  let values: Scalar[] = [];
  let isLookup = false;
  let isBitmap = false;
  let boost = 1;
  for (const [name, value] of membersOf(requireObject('terms', body))) {
    if (Array.isArray(value) || isObject(value)) {
      if (field !== null) throw severalFields(field, name, value);
      field = name;
      isLookup = !Array.isArray(value);
      if (Array.isArray(value)) values = readTerms(value);
      else readLookup(value as JsonObject, parse);
    } else if (value === null) throw parsingError(`[terms] unknown token [VALUE_NULL] after [${name}]`);
    else if (name === 'boost') boost = requireBoost(value);
    else if (name === 'value_type') isBitmap = readValueType(toText(value)) === 'bitmap';
    else throw notSupported('terms', name);
  }
  if (field === '') throw apiError('illegal_argument_exception', 'field name cannot be null.');
  if (field === null) {
    const form = 'followed by array of terms or a document lookup specification';
    throw parsingError(`[terms] query requires a field name, ${form}`);
  }
  if (isBitmap && !isLookup) checkBitmap(values);
  return Object.freeze({ kind: 'terms', field, values: Object.freeze(values), isLookup, isBitmap, boost });
}

function severalFields(first: string, second: string, value: unknown): Error {
  const more = `more than one field. Already got: [${first}] but also found [${second}]`;
  return parsingError(`[terms] query does not support ${Array.isArray(value) ? 'multiple fields' : more}`);
}

/** A list of values, none of them null. */
export function readTerms(values: readonly unknown[]): Scalar[] {
  return values.map((each) => {
    if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean') return each;
    throw parsingError('No value specified for terms query');
  });
}

function readValueType(text: string): string {
  const type = text.toLowerCase();
  if (type === 'default' || type === 'bitmap') return type;
  throw apiError('illegal_argument_exception', `${text} is not valid value_type`);
}

const ILLEGAL = /[^A-Za-z0-9+/=]/;

function checkBitmap(values: readonly Scalar[]): void {
  const [only] = values;
  if (values.length !== 1 || typeof only !== 'string') {
    const expected = 'Expected a single-element array with a base64 encoded serialized bitmap.';
    throw apiError('illegal_argument_exception', `Invalid value for bitmap type: ${expected}`);
  }
  const illegal = ILLEGAL.exec(only)?.[0];
  if (illegal === undefined) return;
  const code = illegal.charCodeAt(0).toString(16);
  throw apiError('illegal_argument_exception', `Illegal base64 character ${code}`);
}

/** Throws where it does not say which values of which documents are meant. */
function readLookup(body: JsonObject, parse: ParseQuery): void {
  const given = new Map<string, string>();
  const text = (name: string) => textField((value) => void given.set(name, value));
  let hasQuery = false;
  readFields('terms_lookup', body, {
    index: text('index'),
    id: {
      tokens: ['VALUE_STRING', 'VALUE_NULL'],
      read: (value) => void (value !== null && given.set('id', String(value))),
    },
    path: text('path'),
    routing: { tokens: ['VALUE_STRING', 'VALUE_NULL'], read: () => {} },
    store: { tokens: ['VALUE_BOOLEAN', 'VALUE_STRING'], read: () => {} },
    query: {
      tokens: ['START_OBJECT'],
      read: (value) => {
        parse(value);
        hasQuery = true;
      },
    },
  });
  required(body, ['index', 'path']);
  if (given.has('id') !== hasQuery) return;
  const problem = hasQuery
    ? 'cannot specify both id and query.'
    : 'requires specifying either the id or the query.';
  throw new ApiError({
    type: 'x_content_parse_exception',
    reason: 'Failed to build [terms_lookup] after last required field arrived',
    causedBy: { type: 'illegal_argument_exception', reason: `[terms] query lookup element ${problem}` },
  });
}

function lookedUpWeight(node: TermsNode, context: QueryContext, boost: number): Weight {
  if (node.isLookup) throw apiError('unsupported_operation_exception', 'query must be rewritten first');
  return node.isBitmap && node.values.length > 0
    ? bitmapWeight(node, context, boost)
    : termsWeight(node, context, boost);
}
