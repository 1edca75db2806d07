import type { JsonMap } from '@sextant/contract';
import { type JsonObject, parsingError, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { PipelineNode, PipelineSpec, PipelineType, ResultName } from '../aggregation-tree.ts';
import type { InternalMultiBucket } from '../internal-aggregation.ts';
import { unitMs } from '../parse/interval.ts';
import { numberFormat, RAW_FORMAT, type ValueFormat } from '../values/value-format.ts';
import { bucketValue, type GapPolicy, parseGapPolicy, pathNames, requirePath } from './buckets-path.ts';
import { histogramProblem } from './histogram-parent.ts';
import { SimpleValue, shown } from './simple-value.ts';

interface DerivativeSpec extends PipelineSpec {
  readonly format: ValueFormat;
  readonly gapPolicy: GapPolicy;
  readonly unit: string | null;
}

export const derivative: PipelineType<DerivativeSpec> = {
  name: 'derivative',
  parse,
  problem: histogramProblem,
  stage: (node) => ({ kind: 'parent', buckets: (parent) => derived(node, parent) }),
};

function parse(name: string, body: JsonObject): DerivativeSpec {
  let paths: readonly string[] | null = null;
  let format = RAW_FORMAT;
  let gapPolicy: GapPolicy = 'skip';
  let unit: string | null = null;
  for (const [field, value] of membersOf(body)) {
    const token = tokenOf(value);
    if (field === 'buckets_path' && Array.isArray(value)) paths = Object.freeze(value.map(String));
    else if (typeof value !== 'string' && !Array.isArray(value)) {
      throw parsingError(`Unexpected token ${token} in [${name}].`);
    } else if (typeof value !== 'string') {
      throw parsingError(`Unknown key for a ${token} in [${name}]: [${field}].`);
    } else if (field === 'buckets_path') paths = Object.freeze([value]);
    else if (field === 'format') format = numberFormat(value);
    else if (field === 'gap_policy') gapPolicy = parseGapPolicy(value);
    else if (field === 'unit') unit = value;
    else throw parsingError(`Unknown key for a ${token} in [${name}]: [${field}].`);
  }
  if (paths === null)
    throw parsingError(`Missing required field [buckets_path] for derivative aggregation [${name}]`);
  requirePath(paths);
  return Object.freeze({ paths, format, gapPolicy, unit });
}

function derived(node: PipelineNode<DerivativeSpec>, parent: InternalMultiBucket): InternalMultiBucket {
  const { paths, format, gapPolicy, unit } = node.spec;
  const path = pathNames(paths[0]!);
  const perUnit = unit === null ? null : unitMs(unit, 'DerivativePipelineAggregationBuilder.unit');
  let last: { readonly key: number; readonly value: number } | null = null;
  const buckets = parent.buckets.map((bucket) => {
    const value = bucketValue(parent, bucket, path, gapPolicy);
    const key = parent.keyOf(bucket).number ?? Number.NaN;
    const before = last;
    last = value === null ? null : { key, value };
    if (before === null || value === null) return bucket;
    const units = perUnit === null ? -1 : (key - before.key) / perUnit;
    const result = new Derivative(node, value - before.value, units, format);
    return parent.withChildren(bucket, [...bucket.children, result]);
  });
  return parent.withBuckets(buckets);
}

class Derivative extends SimpleValue {
  readonly #units: number;
  readonly #format: ValueFormat;

  constructor(node: ResultName, value: number, units: number, format: ValueFormat) {
    super(node, value, format);
    this.#units = units;
    this.#format = format;
  }

  override get typedName(): string {
    return 'derivative';
  }

  override property(path: readonly string[]): ReturnType<SimpleValue['property']> {
    if (path.length === 1 && path[0] === 'normalized_value') return this.#normalized();
    return super.property(path);
  }

  #normalized(): number {
    return this.#units > 0 ? this.value / this.#units : this.value;
  }

  override render(): JsonMap {
    const value = super.render();
    return this.#units > 0
      ? { ...value, ...shown('normalized_value', this.#normalized(), this.#format) }
      : value;
  }
}
