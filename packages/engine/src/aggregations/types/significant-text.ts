import { apiError } from '@sextant/contract';
import type { JsonObject } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { significantTextAggregator } from '../buckets/significant-text.ts';
import { booleanField, textField } from '../parse/field-parsers.ts';
import { readWithHeuristic } from '../parse/heuristic-fields.ts';
import type { SignificantTextSpec } from '../specs/significant-text.ts';
import { significanceFields } from './significant-terms.ts';

/** The words that are more frequent in what was found than elsewhere, by the texts of the documents themselves. */
export const significantText: AggregationType<SignificantTextSpec> = {
  name: 'significant_text',
  holds: false,
  gives: 'buckets',
  parse: parseSignificantText,
  create: (node, shard, place) => significantTextAggregator(node, shard, place),
};

function parseSignificantText(name: string, body: JsonObject): SignificantTextSpec {
  const shared = significanceFields(name);
  let field: string | null = null;
  let sourceFields: readonly string[] | null = null;
  let filterDuplicateText = false;
  const heuristic = readWithHeuristic('significant_text', body, {
    ...shared.parsers,
    field: textField((value) => {
      field = value;
    }),
    source_fields: {
      tokens: ['VALUE_STRING', 'VALUE_NUMBER', 'VALUE_BOOLEAN', 'START_ARRAY'],
      read: (value) => {
        sourceFields = Object.freeze((Array.isArray(value) ? value : [value]).map(String));
      },
    },
    filter_duplicate_text: booleanField((value) => {
      filterDuplicateText = value;
    }),
  });
  if (field === null) throw apiError('illegal_argument_exception', 'Required [field]');
  return Object.freeze({ field, sourceFields, filterDuplicateText, ...shared.values(), heuristic });
}
