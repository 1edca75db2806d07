import { apiError } from '@sextant/contract';
import type { JsonObject } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { rareTermsAggregator } from '../buckets/rare-terms.ts';
import { doubleField, intField, readFields } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { RareTermsSpec } from '../specs/rare-terms.ts';
import { termFilterFields } from './terms.ts';

export const rareTerms: AggregationType<RareTermsSpec> = {
  name: 'rare_terms',
  holds: true,
  gives: 'buckets',
  termsOf: ({ source }) => [source.field],
  parse: parseRareTerms,
  sources: ({ source }) => [source],
  create: (node, shard, place) => rareTermsAggregator(node, shard, place),
};

const MOST_DOCS = 100;

function parseRareTerms(name: string, body: JsonObject): RareTermsSpec {
  const source = new SourceFields('rare_terms', { formattable: true, zoned: false, scripted: 'keyword' });
  const filters = termFilterFields();
  let maxDocCount = 1;
  readFields('rare_terms', body, {
    ...source.parsers,
    ...filters.parsers,
    max_doc_count: intField((value) => {
      maxDocCount = checkDocCount(name, value);
    }),
    // How exactly frequent terms are remembered: here all of them are.
    precision: doubleField((value) => {
      if (value < 0.00001)
        throw apiError('illegal_argument_exception', '[precision] must be greater than 0.00001');
    }),
  });
  return Object.freeze({ source: source.spec(), maxDocCount, ...filters.values });
}

function checkDocCount(name: string, value: number): number {
  const problem = value <= 0 ? `greater than 0. Found [${value}] ` : `smallerthan ${MOST_DOCS}`;
  if (value > 0 && value <= MOST_DOCS) return value;
  throw apiError('illegal_argument_exception', `[max_doc_count] must be ${problem}in [${name}]`);
}
