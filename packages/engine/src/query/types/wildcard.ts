import { matchesWildcard } from '@sextant/contract';
import { type PatternNode, readPattern } from '../../dsl/pattern-options.ts';
import { hasNone } from '../constant-value.ts';
import { wildcardWeight } from '../pattern-query.ts';
import type { QueryType } from '../query-type.ts';

/** The value: `*` any characters, `?` one, `\` takes the next as it is. */
export const wildcard: QueryType<PatternNode> = {
  name: 'wildcard',
  ofField: true,
  parse: (body) => readPattern('wildcard', body),
  weight: wildcardWeight,
  isNothing: ({ field, value, caseInsensitive }, shard) => {
    const isPlain = !caseInsensitive && !/[?\\]/.test(value);
    return hasNone(field, shard, (constant) => !isPlain || matchesWildcard(value, constant));
  },
};
