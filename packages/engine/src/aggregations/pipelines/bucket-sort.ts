import { ApiError, apiError, type ErrorCause } from '@sextant/contract';
import { isObject, type JsonObject, tokenOf } from '../../dsl/json-reader.ts';
import type { PipelineNode, PipelineSpec, PipelineType } from '../aggregation-tree.ts';
import type { InternalBucket, InternalMultiBucket } from '../internal-aggregation.ts';
import { intField, readFields, textField } from '../parse/field-parsers.ts';
import { bucketValue, type GapPolicy, parseGapPolicy, pathNames } from './buckets-path.ts';

interface SortKey {
  readonly path: string;
  readonly descending: boolean;
}

interface BucketSortSpec extends PipelineSpec {
  readonly sorts: readonly SortKey[];
  readonly from: number;
  readonly size: number | null;
  readonly gapPolicy: GapPolicy;
}

/** Puts the buckets it stands in into another order, and shows some of them. */
export const bucketSort: PipelineType<BucketSortSpec> = {
  name: 'bucket_sort',
  parse,
  problem: ({ name, spec }, { parent }) => {
    if (spec.sorts.length === 0 && spec.size === null && spec.from === 0)
      return `[${name}] is configured to perform nothing. Please set either of [sort, size, from] to use bucket_sort`;
    return parent === null
      ? `bucket_sort aggregation [${name}] must be declared inside of another aggregation`
      : null;
  },
  stage: (node) => ({ kind: 'parent', buckets: (parent) => sorted(node, parent) }),
};

function parse(_name: string, body: JsonObject): BucketSortSpec {
  let sorts: readonly SortKey[] = [];
  let from = 0;
  let size: number | null = null;
  let gapPolicy: GapPolicy = 'skip';
  readFields('bucket_sort', body, {
    sort: {
      tokens: ['START_ARRAY', 'START_OBJECT', 'VALUE_STRING'],
      read: (value) => {
        sorts = Object.freeze((Array.isArray(value) ? value : [value]).flatMap(sortKeys));
      },
    },
    from: intField((value) => {
      from = value;
    }),
    size: intField((value) => {
      size = value;
    }),
    gap_policy: textField((value) => {
      gapPolicy = parseGapPolicy(value);
    }),
  });
  checkCount('from', from, 0);
  if (size !== null) checkCount('size', size, 1);
  return Object.freeze({ paths: Object.freeze(sorts.map(({ path }) => path)), sorts, from, size, gapPolicy });
}

/** Counts are looked at when all is put together, which the error tells. */
function checkCount(name: string, count: number, least: 0 | 1): void {
  if (count >= least) return;
  const kind = least === 0 ? 'a non-negative' : 'a positive';
  const cause: ErrorCause = {
    type: 'x_content_parse_exception',
    reason: `[bucket_sort] failed to parse field [${name}]`,
    causedBy: {
      type: 'illegal_argument_exception',
      reason: `[${name}] must be ${kind} integer: [${count}]`,
    },
  };
  throw new ApiError({
    type: 'x_content_parse_exception',
    reason: 'failed to build [bucket_sort] after last required field arrived',
    causedBy: cause,
    rootCause: [cause],
  });
}

function sortKeys(element: unknown): SortKey[] {
  if (typeof element === 'string') return [{ path: element, descending: element === '_score' }];
  if (!isObject(element)) throw malformed(element);
  return Object.entries(element).map(([path, definition]) => {
    if (typeof definition === 'string') return { path, descending: isDescending(definition) };
    if (!isObject(definition)) throw malformed(definition);
    return { path, descending: readDefinition(definition) };
  });
}

function malformed(found: unknown): Error {
  const token = tokenOf(found);
  return apiError(
    'illegal_argument_exception',
    `malformed sort format, within the sort array, an object, or an actual string are allowed, not ${token}`,
  );
}

function readDefinition(definition: JsonObject): boolean {
  let descending = false;
  readFields('field_sort', definition, {
    order: textField((value) => {
      descending = isDescending(value);
    }),
  });
  return descending;
}

function isDescending(order: string): boolean {
  const lower = order.toLowerCase();
  if (lower === 'asc' || lower === 'desc') return lower === 'desc';
  const reason = `No enum constant org.opensearch.search.sort.SortOrder.${order.toUpperCase()}`;
  throw apiError('illegal_argument_exception', reason);
}

type SortValue = number | string | null;

interface Sortable {
  readonly bucket: InternalBucket;
  readonly values: readonly SortValue[];
}

function sorted(node: PipelineNode<BucketSortSpec>, parent: InternalMultiBucket): InternalMultiBucket {
  const { sorts, from, size } = node.spec;
  const end = size === null ? undefined : from + size;
  if (sorts.length === 0) return parent.withBuckets(parent.buckets.slice(from, end));
  const sortable = parent.buckets
    .map(
      (bucket): Sortable => ({
        bucket,
        values: sorts.map((key) => sortValue(node.spec, key, parent, bucket)),
      }),
    )
    .filter(({ values }) => values.some((value) => value !== null));
  sortable.sort((a, b) => compare(a, b, sorts));
  return parent.withBuckets(sortable.slice(from, end).map(({ bucket }) => bucket));
}

/** null: a gap that is skipped. */
function sortValue(
  { gapPolicy }: BucketSortSpec,
  { path }: SortKey,
  parent: InternalMultiBucket,
  bucket: InternalBucket,
): SortValue {
  if (path === '_key') {
    const key = parent.keyOf(bucket);
    return key.number ?? key.text;
  }
  const value = bucketValue(parent, bucket, pathNames(path), gapPolicy);
  return value === null || Number.isNaN(value) ? null : value;
}

function compare(a: Sortable, b: Sortable, sorts: readonly SortKey[]): number {
  for (const [i, { descending }] of sorts.entries()) {
    const one = a.values[i]!;
    const other = b.values[i]!;
    if (one === other) continue;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other === descending ? 1 : -1;
  }
  return 0;
}
