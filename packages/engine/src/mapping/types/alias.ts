import { illegalArgument, mapperParsing } from '../errors.ts';
import type { FieldType } from '../field-type.ts';
import { javaText } from '../java-text.ts';
import { parameter } from '../parameters.ts';

/** Another name of a field: `path` says of which. It has no values of its own; the mapping gives the field in its place. */
export const alias: FieldType = {
  name: 'alias',
  storage: 'ordinal',
  parameters: [parameter('path', undefined, (value) => javaText(value))],
  defaults: {},
  isScalar: true,
  bytes: 'parsed',
  isText: false,
  formats: 'none',
  isOfOldForm: true,
  isAlias: true,
  failsWhole: true,
  numbers: null,
  terms: null,
  check: (field, values) => {
    if (!values.has('path'))
      throw mapperParsing(`The [path] property must be specified for field [${field}].`);
  },
  parse: ({ path }) => {
    throw illegalArgument(`Cannot write to a field alias [${path}].`);
  },
  queryValue: (_field, value) => String(value),
  match: () => ({ kind: 'nothing' }),
  print: (_field, value) => String(value),
  printSource: () => undefined,
};
