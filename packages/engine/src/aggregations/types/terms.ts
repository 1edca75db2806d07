import { apiError } from '@sextant/contract';
import { type JsonObject, tokenOf } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { termsAggregator } from '../buckets/terms-aggregator.ts';
import {
  atLeast,
  booleanField,
  type FieldParser,
  intField,
  readFields,
  textField,
} from '../parse/field-parsers.ts';
import { COUNT_DESC, orderField, withTieBreaker } from '../parse/order-field.ts';
import { SourceFields } from '../parse/source-fields.ts';
import type { MissingValue, OrderElement, SourceSpec } from '../spec-parts.ts';

/** One side of include/exclude: a list of exact values or a Lucene regular expression. */
export type TermFilter =
  | { readonly kind: 'values'; readonly values: readonly MissingValue[] }
  | { readonly kind: 'regex'; readonly pattern: string };

export interface TermsSpec {
  readonly source: SourceSpec;
  readonly size: number;
  /** null: the default, from `size` and the order. */
  readonly shardSize: number | null;
  readonly minDocCount: number;
  readonly shardMinDocCount: number;
  readonly order: readonly OrderElement[];
  readonly include: TermFilter | null;
  readonly exclude: TermFilter | null;
  readonly showTermDocCountError: boolean;
  readonly executionHint: string | null;
}

export const terms: AggregationType<TermsSpec> = {
  name: 'terms',
  holds: true,
  gives: 'buckets',
  termsOf: ({ source }) => [source.field],
  parse: parseTerms,
  create: (node, shard, place) => termsAggregator(node, shard, place),
};

function parseTerms(name: string, body: JsonObject): TermsSpec {
  const source = new SourceFields('terms', { formattable: true, zoned: false });
  let [size, shardSize, minDocCount, shardMinDocCount] = [10, null as number | null, 1, 0];
  let order: readonly OrderElement[] = COUNT_DESC;
  let showTermDocCountError = false;
  let executionHint: string | null = null;
  const filters = { include: null as TermFilter | null, exclude: null as TermFilter | null };
  readFields('terms', body, {
    ...source.parsers,
    size: intField((value) => {
      size = atLeast(value, 1, 'size', name);
    }),
    shard_size: intField((value) => {
      shardSize = atLeast(value, 1, 'shardSize', name);
    }),
    min_doc_count: intField((value) => {
      minDocCount = atLeast(value, 0, 'minDocCount', name);
    }),
    shard_min_doc_count: intField((value) => {
      shardMinDocCount = atLeast(value, 0, 'shardMinDocCount', name);
    }),
    show_term_doc_count_error: booleanField((value) => {
      showTermDocCountError = value;
    }),
    execution_hint: textField((value) => {
      executionHint = value;
    }),
    // How OpenSearch schedules sub-aggregations; the answer is the same either way.
    collect_mode: textField((value) => {
      if (value === 'depth_first' || value === 'breadth_first') return;
      throw apiError('parse_exception', `no [collect_mode] found for value [${value}]`);
    }),
    order: orderField((value) => {
      order = withTieBreaker(value);
    }),
    include: termFilterField((value) => {
      filters.include = value;
      checkMix(filters.include, filters.exclude);
    }, true),
    exclude: termFilterField((value) => {
      filters.exclude = value;
      checkMix(filters.include, filters.exclude);
    }, false),
  });
  return Object.freeze({
    source: source.spec(),
    size,
    shardSize,
    minDocCount,
    shardMinDocCount: Math.min(shardMinDocCount, minDocCount),
    order,
    ...filters,
    showTermDocCountError,
    executionHint,
  });
}

function termFilterField(set: (value: TermFilter) => void, partitions: boolean): FieldParser {
  return {
    tokens: partitions ? ['VALUE_STRING', 'START_ARRAY', 'START_OBJECT'] : ['VALUE_STRING', 'START_ARRAY'],
    read: (value) => {
      if (typeof value === 'string') set({ kind: 'regex', pattern: value });
      else if (Array.isArray(value)) set({ kind: 'values', values: value.map(listed) });
      else
        throw apiError(
          'illegal_argument_exception',
          '[include] with a partition is not supported by the [terms] aggregation',
        );
    },
  };
}

function listed(value: unknown): MissingValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw apiError(
    'parse_exception',
    `Array elements in include/exclude clauses should be string values, found ${tokenOf(value)}`,
  );
}

function checkMix(include: TermFilter | null, exclude: TermFilter | null): void {
  if (include === null || exclude === null || include.kind === exclude.kind) return;
  const side = include.kind === 'regex' ? 'regex' : 'set';
  const other = exclude.kind === 'regex' ? 'regex' : 'set';
  throw apiError(
    'illegal_argument_exception',
    `Cannot mix a ${side}-based include with a ${other}-based method`,
  );
}
