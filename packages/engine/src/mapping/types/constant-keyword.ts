import { ApiError } from '@sextant/contract';
import { textOf } from '../document-values.ts';
import { illegalArgument } from '../errors.ts';
import type { FieldType } from '../field-type.ts';
import { javaText } from '../java-text.ts';
import type { MappedField } from '../mapped-field.ts';
import { type Parameter, parameter } from '../parameters.ts';
import { keyword } from './keyword.ts';

function refuse(reason: string): ApiError {
  return new ApiError({ type: 'parse_exception', reason });
}

const constantParameters: readonly Parameter[] = [
  parameter(
    'value',
    undefined,
    (value, { field }) => {
      if (typeof value === 'string') return value;
      throw refuse(`Field [${field}] is expected to be a string value`);
    },
    { acceptsNull: true },
  ),
];

/** The one value that every document of the index has; it is kept with each document, whether that names it or not. */
function constantOf(definition: MappedField['definition']): string {
  return String(definition.value);
}

const encoder = new TextEncoder();

/** Its value stands in the mapping: where that is masked nothing is left of the field but what is in documents. */
const { masked: _, ...ofKeyword } = keyword;

export const constantKeyword: FieldType = {
  ...ofKeyword,
  name: 'constant_keyword',
  parameters: constantParameters,
  defaults: {},
  bytes: 'parsed',
  isFuzzy: false,
  showsStored: true,
  refusesOthers: true,
  constant: constantOf,
  check: (field, values) => {
    if (!values.has('value')) throw refuse(`Field [${field}] is missing required parameter [value]`);
  },
  mapped: () => ({}),
  // What the document says is looked at, not kept: the value is there anyway.
  parse: (mapper, value, source) => {
    const expected = String(mapper.value('value'));
    if (textOf(value, source) === expected) return undefined;
    throw illegalArgument(`constant keyword field [${mapper.path}] must have a value of [${expected}]`);
  },
  queryValue: (_field, value) => javaText(value),
  // It scores its boost alone.
  match: (_field, value) => {
    const term = encoder.encode(javaText(value));
    return { kind: 'terms', from: term, to: term };
  },
  printSource: (_field, value) => javaText(value),
};
