import type { JsonObject } from '../../dsl/json-reader.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { parseQuery } from '../../query/parse-query.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { significantTermsAggregator } from '../buckets/significant-terms.ts';
import { type FieldParsers, textField } from '../parse/field-parsers.ts';
import { readWithHeuristic } from '../parse/heuristic-fields.ts';
import { SourceFields } from '../parse/source-fields.ts';
import { countFields } from '../parse/terms-fields.ts';
import type { SignificanceSpec, SignificantTermsSpec } from '../specs/significant-terms.ts';
import { termFilterFields } from './terms.ts';

/** The terms that are more frequent in what was found than elsewhere. */
export const significantTerms: AggregationType<SignificantTermsSpec> = {
  name: 'significant_terms',
  holds: true,
  gives: 'buckets',
  termsOf: ({ source }) => [source.field],
  parse: parseSignificantTerms,
  create: (node, shard, place) => significantTermsAggregator(node, shard, place),
};

function parseSignificantTerms(name: string, body: JsonObject): SignificantTermsSpec {
  const source = new SourceFields('significant_terms', {
    formattable: true,
    zoned: false,
    scripted: 'refused',
  });
  const shared = significanceFields(name);
  let executionHint: string | null = null;
  const heuristic = readWithHeuristic('significant_terms', body, {
    ...source.parsers,
    ...shared.parsers,
    execution_hint: textField((value) => {
      executionHint = value;
    }),
  });
  return Object.freeze({ source: source.spec(), ...shared.values(), heuristic, executionHint });
}

/** The members that significant terms and texts have both. */
export function significanceFields(name: string): {
  readonly parsers: FieldParsers;
  readonly values: () => Omit<SignificanceSpec, 'heuristic'>;
} {
  const counts = countFields(name, 3);
  let backgroundFilter: QueryNode | null = null;
  const filters = termFilterFields();
  const parsers: FieldParsers = {
    ...filters.parsers,
    ...counts.parsers,
    background_filter: {
      tokens: ['START_OBJECT'],
      read: (value) => {
        backgroundFilter = parseQuery(value);
      },
    },
  };
  const values = () => {
    const counted = counts.values();
    // Twice what terms ask for: what is significant is often rare on each shard.
    const shardSize = counted.shardSize ?? 2 * Math.floor(counted.size * 1.5 + 10);
    return { ...filters.values, ...counted, shardSize, backgroundFilter };
  };
  return { parsers, values };
}
