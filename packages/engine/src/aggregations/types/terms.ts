import { apiError } from '@sextant/contract';
import { isObject, type JsonObject, toInt, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { termsAggregator } from '../buckets/terms-aggregator.ts';
import { type FieldParser, type FieldParsers, readFields, textField } from '../parse/field-parsers.ts';
import { SourceFields } from '../parse/source-fields.ts';
import { termsFields } from '../parse/terms-fields.ts';
import type { MissingValue } from '../spec-parts.ts';
import type { TermFilter, TermsSpec } from '../specs/terms.ts';

export const terms: AggregationType<TermsSpec> = {
  name: 'terms',
  holds: true,
  gives: 'buckets',
  termsOf: ({ source }) => [source.field],
  parse: parseTerms,
  sources: ({ source }) => [source],
  showsAll: ({ minDocCount }) => minDocCount === 0,
  create: (node, shard, place) => termsAggregator(node, shard, place),
};

function parseTerms(name: string, body: JsonObject): TermsSpec {
  const source = new SourceFields('terms', { formattable: true, zoned: false, scripted: 'keyword' });
  const shared = termsFields(name);
  let executionHint: string | null = null;
  const filters = termFilterFields();
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
export function termFilterFields(): {
  readonly parsers: FieldParsers;
  readonly values: { readonly include: TermFilter | null; readonly exclude: TermFilter | null };
} {
  const values = { include: null as TermFilter | null, exclude: null as TermFilter | null };
  const parsers: FieldParsers = {
    include: termFilterField(true, (value) => {
      values.include = value;
      checkMix(values.include, values.exclude);
    }),
    exclude: termFilterField(false, (value) => {
      values.exclude = value;
      checkMix(values.include, values.exclude);
    }),
  };
  return { parsers, values };
}

function termFilterField(partitions: boolean, set: (value: TermFilter) => void): FieldParser {
  return {
    tokens: partitions ? ['VALUE_STRING', 'START_ARRAY', 'START_OBJECT'] : ['VALUE_STRING', 'START_ARRAY'],
    read: (value) => {
      if (typeof value === 'string') set({ kind: 'regex', pattern: value });
      else if (Array.isArray(value)) set({ kind: 'values', values: value.map(listed) });
      else if (isObject(value)) set(partitionOf(value));
    },
  };
}

function partitionOf(body: JsonObject): TermFilter {
  let [partition, partitions] = [null as number | null, null as number | null];
  for (const [name, value] of membersOf(body)) {
    if (name === 'partition') partition = toInt(value);
    else if (name === 'num_partitions') partitions = toInt(value);
    else throw apiError('parse_exception', `Unknown parameter in Include/Exclude clause: ${name}`);
  }
  const missing = partition === null ? 'partition' : 'num_partitions';
  if (partition === null || partitions === null) {
    const reason = `Missing [${missing}] parameter for partition-based include`;
    throw apiError('illegal_argument_exception', reason);
  }
  if (partition >= 0 && partition < partitions) return { kind: 'partition', partition, partitions };
  const reason = `Partition must be >=0 and < numPartition which is ${partitions}`;
  throw apiError('illegal_argument_exception', reason);
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
  if (include.kind === 'partition') {
    const reason = 'Cannot specify any excludes when using a partition-based include';
    throw apiError('illegal_argument_exception', reason);
  }
  const side = include.kind === 'regex' ? 'regex' : 'set';
  const other = exclude.kind === 'regex' ? 'regex' : 'set';
  throw apiError(
    'illegal_argument_exception',
    `Cannot mix a ${side}-based include with a ${other}-based method`,
  );
}
