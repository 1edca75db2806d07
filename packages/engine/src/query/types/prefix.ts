import { type PatternNode, readPattern } from '../../dsl/pattern-options.ts';
import { hasNone } from '../constant-value.ts';
import { prefixWeight } from '../pattern-query.ts';
import type { QueryType } from '../query-type.ts';

export const prefix: QueryType<PatternNode> = {
  name: 'prefix',
  ofField: true,
  parse: (body) => readPattern('prefix', body),
  weight: prefixWeight,
  isNothing: ({ field, value, caseInsensitive }, shard) =>
    hasNone(field, shard, (constant) => caseInsensitive || constant.startsWith(value)),
};
