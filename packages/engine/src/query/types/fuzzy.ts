import { apiError } from '@sextant/contract';
import { readFieldClause, readOptions, requireScalar } from '../../dsl/field-clause.ts';
import { parsingError, tokenOf, toText } from '../../dsl/json-reader.ts';
import type { FuzzyOptions, QueryNode, Scalar } from '../../dsl/query-node.ts';
import { finishFuzzy, fuzzyDraft, fuzzyReaders } from '../../dsl/text-options.ts';
import { hasNone } from '../constant-value.ts';
import { prefilteredWeight } from '../derived/derived-weight.ts';
import { requireFuzzy } from '../field-support.ts';
import type { QueryType } from '../query-type.ts';
import { TextQuery } from '../text-query.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

export interface FuzzyNode extends QueryNode {
  readonly kind: 'fuzzy';
  readonly field: string;
  readonly value: Scalar;
  readonly fuzzy: FuzzyOptions;
  readonly rewrite: string | null;
}

export const fuzzy: QueryType<FuzzyNode> = {
  name: 'fuzzy',
  ofField: true,
  parse: parseFuzzy,
  weight: fuzzyQueryWeight,
  isNothing: ({ field }, shard) => hasNone(field, shard, () => true),
};

/** `{"fuzzy":{"field":{"value":"ki","fuzziness":"AUTO",…}}}` */
function parseFuzzy(body: unknown): FuzzyNode {
  const clause = readFieldClause('fuzzy', body);
  let value: Scalar | null =
    clause.short === undefined || clause.short === null
      ? null
      : requireScalar('fuzzy', 'value', clause.short);
  const draft = fuzzyDraft('AUTO');
  let rewrite: string | null = null;
  const take = (given: unknown): void => {
    value = requireScalar('fuzzy', 'value', given);
  };
  const readers = {
    ...fuzzyReaders(draft, 'transpositions'),
    value: take,
    term: take,
    rewrite: (given: unknown) => {
      rewrite = toText(given);
      draft.isConstant = rewrite.startsWith('constant_score');
    },
  };
  const { boost } = readOptions('fuzzy', clause.options, readers, checkOption);
  if (value === null) throw apiError('illegal_argument_exception', 'query value cannot be null');
  return Object.freeze({
    kind: 'fuzzy',
    field: clause.field,
    value,
    fuzzy: finishFuzzy(draft)!,
    rewrite,
    boost,
  });
}

function checkOption(name: string, value: unknown): void {
  if (typeof value !== 'object') return;
  throw parsingError(`[fuzzy] unexpected token [${tokenOf(value)}] after [${name}]`);
}

function fuzzyQueryWeight(node: FuzzyNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight();
  if (field.derived !== undefined) {
    return prefilteredWeight(field, context, boost, ({ name }, within) => {
      return fuzzyQueryWeight({ ...node, field: name }, within, 1);
    });
  }
  requireFuzzy(field, context);
  checkRewrite(node.rewrite);
  return new TextQuery(context, field, boost).fuzzy(String(node.value), node.fuzzy);
}

/** A method that there is not, or that scores in a way that nobody asks for. */
function checkRewrite(rewrite: string | null): void {
  if (rewrite === null || /^(?:constant_score|top_terms_blended_freqs_)/.test(rewrite)) return;
  throw apiError('illegal_argument_exception', `Failed to parse rewrite_method [${rewrite}]`);
}
