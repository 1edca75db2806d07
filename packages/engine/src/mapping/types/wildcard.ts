import type { FieldType } from '../field-type.ts';
import { javaText } from '../java-text.ts';
import { docValues, integer, meta, type Parameter, parameter, UPDATABLE } from '../parameters.ts';
import { keyword, normalizerOf } from './keyword.ts';

const wildcardParameters: readonly Parameter[] = [
  parameter('null_value', null, (value) => (value === null ? null : javaText(value)), { acceptsNull: true }),
  integer('ignore_above', 0x7fffffff, UPDATABLE),
  parameter('normalizer', 'default', normalizerOf),
  { ...docValues, explicit: true, always: true },
  meta,
];

/** A keyword that is always indexed: patterns are looked for in its terms. */
export const wildcard: FieldType = {
  ...keyword,
  name: 'wildcard',
  isFuzzy: false,
  holdsWords: 'written',
  parameters: wildcardParameters,
  defaults: {
    null_value: null,
    ignore_above: 2_147_483_647,
    normalizer: 'default',
    doc_values: true,
    meta: {},
  },
};
