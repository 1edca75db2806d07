import { apiError } from '@sextant/contract';
import { readFieldClause, readOptions, requireScalar } from './field-clause.ts';
import { toText } from './json-reader.ts';
import type { FuzzyNode, Scalar } from './query-node.ts';
import { finishFuzzy, fuzzyDraft, fuzzyReaders } from './text-options.ts';

/** `{"fuzzy":{"field":{"value":"ki","fuzziness":"AUTO",…}}}` */
export function parseFuzzy(body: unknown): FuzzyNode {
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
