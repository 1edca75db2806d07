import { type JsonObject, parsingError, toInt, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { PipelineNode, PipelineSpec, PipelineType } from '../aggregation-tree.ts';
import type { InternalMultiBucket } from '../internal-aggregation.ts';
import { numberFormat, RAW_FORMAT, type ValueFormat } from '../values/value-format.ts';
import { bucketValue, type GapPolicy, parseGapPolicy, pathNames, requirePath } from './buckets-path.ts';
import { histogramProblem } from './histogram-parent.ts';
import { SimpleValue } from './simple-value.ts';

interface SerialDiffSpec extends PipelineSpec {
  readonly format: ValueFormat;
  readonly gapPolicy: GapPolicy;
  readonly lag: number;
}

/** What a value differs by from the one so many buckets before. */
export const serialDiff: PipelineType<SerialDiffSpec> = {
  name: 'serial_diff',
  parse,
  problem: histogramProblem,
  stage: (node) => ({ kind: 'parent', buckets: (parent) => differing(node, parent) }),
};

function parse(name: string, body: JsonObject): SerialDiffSpec {
  let paths: readonly string[] | null = null;
  let format = RAW_FORMAT;
  let gapPolicy: GapPolicy = 'skip';
  let lag = 1;
  for (const [field, value] of membersOf(body)) {
    const token = tokenOf(value);
    if (field === 'buckets_path' && (typeof value === 'string' || Array.isArray(value)))
      paths = Object.freeze((Array.isArray(value) ? value : [value]).map(String));
    else if (field === 'format' && typeof value === 'string') format = numberFormat(value);
    else if (field === 'gap_policy' && typeof value === 'string') gapPolicy = parseGapPolicy(value);
    else if (field === 'lag' && typeof value === 'number') lag = readLag(name, toInt(value));
    else if (token === 'VALUE_STRING' || token === 'VALUE_NUMBER' || token === 'START_ARRAY')
      throw parsingError(`Unknown key for a ${token} in [${name}]: [${field}].`);
    else throw parsingError(`Unexpected token ${token} in [${name}].`);
  }
  if (paths === null)
    throw parsingError(`Missing required field [buckets_path] for derivative aggregation [${name}]`);
  requirePath(paths);
  return Object.freeze({ paths, format, gapPolicy, lag });
}

function readLag(name: string, lag: number): number {
  if (lag > 0) return lag;
  throw parsingError(
    `Lag must be a positive, non-zero integer.  Value supplied was${lag} in [${name}]: [lag].`,
  );
}

function differing(node: PipelineNode<SerialDiffSpec>, parent: InternalMultiBucket): InternalMultiBucket {
  const { paths, format, gapPolicy, lag } = node.spec;
  const path = pathNames(paths[0]!);
  const values = parent.buckets.map((bucket) => bucketValue(parent, bucket, path, gapPolicy) ?? Number.NaN);
  const buckets = parent.buckets.map((bucket, i) => {
    const difference = values[i]! - (values[i - lag] ?? Number.NaN);
    if (Number.isNaN(difference)) return bucket;
    const result = new SimpleValue(node, difference, format);
    return parent.withChildren(bucket, [...bucket.children, result]);
  });
  return parent.withBuckets(buckets);
}
