import { apiError } from '@sextant/contract';
import { type JsonObject, tokenOf } from '../../dsl/json-reader.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { termsAggregator } from '../buckets/terms-aggregator.ts';
import { type FieldParser, type FieldParsers, readFields, textField } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import { termsFields } from '../parse/terms-fields.ts';
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
  const shared = termsFields(name);
  let executionHint: string | null = null;
  const filters = termFilterFields('terms');
  readFields('terms', body, {
    ...source.parsers,
    ...shared.parsers,
    execution_hint: textField((value) => {
      executionHint = value;
    }),
    ...filters.parsers,
  });
  return Object.freeze({
    source: source.spec(),
    ...shared.values(),
    ...filters.values,
    executionHint,
  });
}

/** `include` and `exclude`. */
export function termFilterFields(type: string): {
  readonly parsers: FieldParsers;
  readonly values: { readonly include: TermFilter | null; readonly exclude: TermFilter | null };
} {
  const values = { include: null as TermFilter | null, exclude: null as TermFilter | null };
  const parsers: FieldParsers = {
    include: termFilterField(type, true, (value) => {
      values.include = value;
      checkMix(values.include, values.exclude);
    }),
    exclude: termFilterField(type, false, (value) => {
      values.exclude = value;
      checkMix(values.include, values.exclude);
    }),
  };
  return { parsers, values };
}

function termFilterField(type: string, partitions: boolean, set: (value: TermFilter) => void): FieldParser {
  return {
    tokens: partitions ? ['VALUE_STRING', 'START_ARRAY', 'START_OBJECT'] : ['VALUE_STRING', 'START_ARRAY'],
    read: (value) => {
      if (typeof value === 'string') set({ kind: 'regex', pattern: value });
      else if (Array.isArray(value)) set({ kind: 'values', values: value.map(listed) });
      else
        throw apiError(
          'illegal_argument_exception',
          `[include] with a partition is not supported by the [${type}] aggregation`,
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
