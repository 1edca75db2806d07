import { Double } from '@sextant/contract';
import { strictBoolean } from '../boolean-value.ts';
import type { ValueSource } from '../document-values.ts';
import { illegalArgument } from '../errors.ts';
import { ExactToken } from '../exact-json.ts';
import type { FieldType } from '../field-type.ts';
import { coarseOf } from '../fine-number.ts';
import { nextDown, nextUp } from '../number-bounds.ts';
import { boost, docValues, index, meta, type Parameter, parameter, store } from '../parameters.ts';

const booleanParameters: readonly Parameter[] = [
  meta,
  boost,
  docValues,
  index,
  parameter('null_value', null, (value) => (value === null ? null : strictBoolean(value)), {
    acceptsNull: true,
  }),
  store,
];

function booleanOf(value: unknown, source: ValueSource): number {
  if (value === true || value === 'true') return 1;
  if (value === false || value === 'false' || value === '') return 0;
  if (value instanceof ExactToken && value.kind === 'boolean') return value.text === 'true' ? 1 : 0;
  if (typeof value !== 'string') throw source.wrongToken(value, 'not of boolean type');
  return strictBoolean(value) ? 1 : 0;
}

/** Texts that stand for false in a term query on a boolean. */
function booleanTerm(value: unknown): number {
  if (value === true) return 1;
  if (value === false) return 0;
  const text = String(value);
  if (text === 'true') return 1;
  if (text === 'false' || text === '') return 0;
  throw illegalArgument(`Can't parse boolean value [${text}], expected [true] or [false]`);
}

/** No text is no value that is asked for. */
function queriedBoolean(value: unknown): number {
  if (value === '') throw illegalArgument("Can't parse boolean value [], expected [true] or [false]");
  return booleanTerm(value);
}

/** Kept as 0 and 1. */
export const boolean: FieldType = {
  name: 'boolean',
  storage: 'number',
  parameters: booleanParameters,
  defaults: { meta: {}, boost: new Double(1), doc_values: true, index: true, null_value: null, store: false },
  isScalar: true,
  bytes: 'parsed',
  isText: false,
  formats: 'none',
  terms: null,
  numbers: {
    values: 'flags',
    hasFractions: false,
    numericType: 'long',
    missing: ['-2147483648', '2147483647'],
    limit: (_field, value) => booleanTerm(value),
    next: (_field, limit, by) => (by > 0 ? nextUp(coarseOf(limit)) : nextDown(coarseOf(limit))),
    sortValue: (value) => Math.trunc(coarseOf(value)),
  },
  parse: (_mapper, value, source) => booleanOf(value, source),
  queryValue: (_field, value) => booleanTerm(value),
  match: (_field, value) => ({ kind: 'flag', value: queriedBoolean(value) }),
  print: (_field, value) => value === 1,
  printSource: (_field, value) => booleanTerm(value) === 1,
};
