import { className } from '@sextant/contract';
import { type JsonObject, parsingError, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type {
  AggregationNode,
  PipelineNode,
  PipelinePlace,
  PipelineSpec,
  PipelineType,
} from '../aggregation-tree.ts';
import { type InternalAggregation, InternalMultiBucket } from '../internal-aggregation.ts';
import { numberFormat, RAW_FORMAT, type ValueFormat } from '../values/value-format.ts';
import { bucketValue, type GapPolicy, parseGapPolicy, pathNames, requirePath } from './buckets-path.ts';

export interface BucketMetricSpec extends PipelineSpec {
  readonly format: ValueFormat;
  readonly gapPolicy: GapPolicy;
}

/** A value of a bucket, and the bucket's key as text. */
export interface KeyedValue {
  readonly key: string;
  readonly value: number;
}

export interface BucketMetricParts<Spec extends BucketMetricSpec> {
  readonly name: string;
  /** Further parameters, read into those that all have; null: a member that is not known. */
  option?(name: string, value: unknown): Partial<Spec> | null;
  readonly defaults: Omit<Spec, keyof BucketMetricSpec>;
  /** `values`: of the buckets that have one. */
  result(node: PipelineNode<Spec>, values: readonly KeyedValue[]): InternalAggregation;
}

/** An aggregation of one value for each bucket of another one that stands beside it. */
export function bucketMetric<Spec extends BucketMetricSpec>(
  parts: BucketMetricParts<Spec>,
): PipelineType<Spec> {
  return {
    name: parts.name,
    parse: (name, body) => parse(name, body, parts),
    problem,
    stage: (node) => ({ kind: 'sibling', result: (beside) => parts.result(node, valuesOf(node, beside)) }),
  };
}

function parse<Spec extends BucketMetricSpec>(
  name: string,
  body: JsonObject,
  { option, defaults }: BucketMetricParts<Spec>,
): Spec {
  let paths: readonly string[] | null = null;
  let format = RAW_FORMAT;
  let gapPolicy: GapPolicy = 'skip';
  let more: Partial<Spec> = {};
  for (const [field, value] of membersOf(body)) {
    if (field === 'buckets_path' && (typeof value === 'string' || Array.isArray(value))) {
      paths = Object.freeze((Array.isArray(value) ? value : [value]).map(String));
    } else if (field === 'format' && typeof value === 'string') format = numberFormat(value);
    else if (field === 'gap_policy' && typeof value === 'string') gapPolicy = parseGapPolicy(value);
    else {
      const read = option?.(field, value) ?? null;
      if (read === null) throw parsingError(`Unexpected token ${tokenOf(value)} [${field}] in [${name}]`);
      more = { ...more, ...read };
    }
  }
  if (paths === null) throw parsingError(`Missing required field [buckets_path] for aggregation [${name}]`);
  requirePath(paths);
  return Object.freeze({ ...defaults, ...more, paths, format, gapPolicy } as Spec);
}

function problem({ name, spec }: PipelineNode, { beside }: PipelinePlace): string | null {
  const path = spec.paths[0]!;
  const first = path.split(/[>.]/)[0];
  const found = beside.find((each) => each.name === first);
  if (found === undefined)
    return `buckets_path aggregation does not exist for aggregation [${name}]: ${path}`;
  if (found.type.gives === 'buckets' && !WITHOUT_BUCKETS.has(found.type.name)) return null;
  const rule = `must be a multi-bucket aggregation for aggregation [${name}]`;
  return `The first aggregation in buckets_path ${rule} found :${builderClass(found)} for buckets path: ${path}`;
}

/** What has no buckets for OpenSearch although no path chooses one of its values. */
const WITHOUT_BUCKETS: ReadonlySet<string> = new Set([
  'composite',
  'geo_bounds',
  'geo_centroid',
  'matrix_stats',
  'scripted_metric',
  'top_hits',
]);

/** OpenSearch's classes whose names are not made of those of the aggregations. */
const BUILDERS: ReadonlyMap<string, string> = new Map([
  ['children', 'join.aggregations.Children'],
  ['composite', 'search.aggregations.bucket.composite.Composite'],
  ['diversified_sampler', 'search.aggregations.bucket.sampler.Diversified'],
  ['geo_bounds', 'geo.search.aggregations.metrics.GeoBounds'],
  ['matrix_stats', 'search.aggregations.matrix.stats.MatrixStats'],
  ['parent', 'join.aggregations.Parent'],
  ['reverse_nested', 'search.aggregations.bucket.nested.ReverseNested'],
]);

/** The name that OpenSearch's class for it has. */
function builderClass({ type }: AggregationNode): string {
  const folder = type.gives === 'bucket' ? `bucket.${type.name}` : 'metrics';
  const name = BUILDERS.get(type.name) ?? `search.aggregations.${folder}.${className(type.name)}`;
  return `org.opensearch.${name}AggregationBuilder`;
}

function valuesOf(
  { spec }: PipelineNode<BucketMetricSpec>,
  beside: readonly InternalAggregation[],
): KeyedValue[] {
  const [first, ...path] = pathNames(spec.paths[0]!);
  const values: KeyedValue[] = [];
  for (const multi of beside) {
    if (multi.node.name !== first || !(multi instanceof InternalMultiBucket)) continue;
    for (const bucket of multi.buckets) {
      const value = bucketValue(multi, bucket, path, spec.gapPolicy);
      if (value !== null && !Number.isNaN(value)) values.push({ key: multi.keyOf(bucket).text, value });
    }
  }
  return values;
}
