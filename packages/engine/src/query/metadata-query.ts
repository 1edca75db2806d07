import { apiError } from '@sextant/contract';
import type { Scalar } from '../dsl/query-node.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { ID, INDEX, ROUTING } from '../mapping/metadata-fields.ts';
import { idsWeight } from './ids-query.ts';
import { utf8 } from './query-tokens.ts';
import { routingWeight, scoredRoutingWeight } from './routing-query.ts';
import { MatchAllWeight, MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';
import { wildcardMatcher } from './wildcard.ts';

/**
 * Documents with one of some values of a field that the engine keeps for itself; undefined where its values are found as those of
 * others. `isTerm`: the value of a `term`, which scores by how rare it is where it is a word.
 */
export function metadataWeight(
  field: MappedField,
  values: readonly Scalar[],
  context: QueryContext,
  { boost, isTerm }: { readonly boost: number; readonly isTerm: boolean },
): Weight | undefined {
  switch (field.name) {
    case ID:
      if (values.includes('')) throw apiError('illegal_argument_exception', "Ids can't be empty");
      return idsWeight(values.map(String), context, boost);
    case INDEX:
      return indexWeight(values.map(String), context, boost);
    case ROUTING:
      return isTerm
        ? scoredRoutingWeight(String(values[0]), context, boost)
        : routingWeight(new Set(values.map(String)), context, boost);
    default:
      return undefined;
  }
}

/** Whether a value of `_index` stands for the index: it may be a pattern. */
export function namesIndex(pattern: string, index: string): boolean {
  const bytes = utf8(index);
  return wildcardMatcher(pattern)(bytes, 0, bytes.length);
}

/** All documents of the index, or none. */
function indexWeight(patterns: readonly string[], context: QueryContext, boost: number): Weight {
  const { index } = context.searcher;
  const isOne = patterns.some((pattern) => namesIndex(pattern, index));
  return isOne ? new MatchAllWeight(context, boost) : new MatchNoneWeight();
}
