import { type PatternNode, readPattern } from '../../dsl/pattern-options.ts';
import { wildcardWeight } from '../pattern-query.ts';
import type { QueryType } from '../query-type.ts';

/** The value: `*` any characters, `?` one, `\` takes the next as it is. */
export const wildcard: QueryType<PatternNode> = {
  name: 'wildcard',
  ofField: true,
  parse: (body) => readPattern('wildcard', body),
  weight: wildcardWeight,
};
