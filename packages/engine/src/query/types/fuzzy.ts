import { apiError } from '@sextant/contract';
import { readFieldClause, readOptions, requireScalar } from '../../dsl/field-clause.ts';
import { toText } from '../../dsl/json-reader.ts';
import type { FuzzyOptions, QueryNode, Scalar } from '../../dsl/query-node.ts';
import { finishFuzzy, fuzzyDraft, fuzzyReaders } from '../../dsl/text-options.ts';
import type { QueryType } from '../query-type.ts';
import { TextQuery } from '../text-query.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';

export interface FuzzyNode extends QueryNode {
  readonly kind: 'fuzzy';
  readonly field: string;
  readonly value: Scalar;
  readonly fuzzy: FuzzyOptions;
}

export const fuzzy: QueryType<FuzzyNode> = {
  name: 'fuzzy',
  ofField: true,
  parse: parseFuzzy,
  weight: fuzzyQueryWeight,
};

/** `{"fuzzy":{"field":{"value":"ki","fuzziness":"AUTO",…}}}` */
function parseFuzzy(body: unknown): FuzzyNode {
  const clause = readFieldClause('fuzzy', body);
  let value: Scalar | null =
    clause.short === undefined ? null : requireScalar('fuzzy', 'value', clause.short);
  const draft = fuzzyDraft('AUTO');
  const take = (given: unknown): void => {
    value = requireScalar('fuzzy', 'value', given);
  };
  const { boost } = readOptions('fuzzy', clause.options, {
    ...fuzzyReaders(draft, 'transpositions'),
    value: take,
    term: take,
    rewrite: (given) => {
      const text = toText(given);
      if (!text.startsWith('top_terms_blended_freqs_')) {
        throw apiError('illegal_argument_exception', `Failed to parse rewrite_method [${text}]`);
      }
    },
  });
  if (value === null) throw apiError('illegal_argument_exception', 'query value cannot be null');
  return Object.freeze({ kind: 'fuzzy', field: clause.field, value, fuzzy: finishFuzzy(draft)!, boost });
}

function fuzzyQueryWeight(node: FuzzyNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight();
  if (field.fieldType.isText && field.fieldType.isFuzzy !== false) {
    return new TextQuery(context, field, boost).fuzzy(String(node.value), node.fuzzy);
  }
  const allowed = 'Can only use fuzzy queries on keyword and text fields';
  throw apiError(
    'illegal_argument_exception',
    `${allowed} - not on [${field.name}] which is of type [${field.type}]`,
  );
}
