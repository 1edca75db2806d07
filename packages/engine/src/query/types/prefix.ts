import { type PatternNode, readPattern } from '../../dsl/pattern-options.ts';
import { prefixWeight } from '../pattern-query.ts';
import type { QueryType } from '../query-type.ts';

export const prefix: QueryType<PatternNode> = {
  name: 'prefix',
  ofField: true,
  parse: (body) => readPattern('prefix', body),
  weight: prefixWeight,
};
