import { apiError } from '@sextant/contract';
import type { Steps } from '../../budget/slices.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { JsonObject } from '../../dsl/json-reader.ts';
import { type BucketProgram, bucketContexts, bucketProgram } from '../../script/bucket-program.ts';
import type { ScriptSpec } from '../../script/script-spec.ts';
import type { PipelineNode, PipelineSpec, PipelineType } from '../aggregation-tree.ts';
import type { InternalBucket, InternalMultiBucket } from '../internal-aggregation.ts';
import { intField, readFields, textField } from '../parse/field-parsers.ts';
import { numberFormat, RAW_FORMAT, type ValueFormat } from '../values/value-format.ts';
import { scriptField } from './bucket-script.ts';
import { bucketValue, type GapPolicy, parseGapPolicy, pathNames } from './buckets-path.ts';
import { histogramProblem } from './histogram-parent.ts';
import { SimpleValue } from './simple-value.ts';

interface MovingSpec extends PipelineSpec {
  /** So many values are given to the script. */
  readonly window: number;
  /** So many of them are not before the bucket. */
  readonly shift: number;
  readonly gapPolicy: GapPolicy;
  readonly script: ScriptSpec;
  readonly format: ValueFormat;
}

/** A figure that a script makes of those of the buckets around it. */
export const movingFunction: PipelineType<MovingSpec> = {
  name: 'moving_fn',
  parse: parseMovingFunction,
  problem: histogramProblem,
  stage: (node, budget) => {
    const program = bucketProgram(node.spec.script, bucketContexts.window, budget);
    return { kind: 'gradual', buckets: (parent) => moved(node, parent, program, budget) };
  },
};

const NO_FIGURES: ReadonlyMap<string, number> = new Map();

function* moved(
  node: PipelineNode<MovingSpec>,
  parent: InternalMultiBucket,
  program: BucketProgram,
  budget: WorkBudget,
): Steps<InternalMultiBucket> {
  const { paths, window, shift, gapPolicy, format } = node.spec;
  const path = pathNames(paths[0]!);
  const found = parent.buckets.map((bucket) => bucketValue(parent, bucket, path, gapPolicy));
  const values = found.filter((value) => value !== null && !Number.isNaN(value)) as number[];
  const within = (index: number): number => Math.max(0, Math.min(index, values.length));
  let index = 0;
  const buckets: InternalBucket[] = [];
  for (const [i, bucket] of parent.buckets.entries()) {
    if (budget.sliceOver) yield;
    const value = found[i]!;
    if (value === null || Number.isNaN(value)) {
      buckets.push(bucket);
      continue;
    }
    const around = values.slice(within(index - window + shift), within(index + shift));
    budget.charge(around.length >>> 6);
    index++;
    const result = new SimpleValue(node, program.run(NO_FIGURES, around, budget) as number, format);
    buckets.push(parent.withChildren(bucket, [...bucket.children, result]));
  }
  return parent.withBuckets(buckets);
}

function parseMovingFunction(_name: string, body: JsonObject): MovingSpec {
  let paths: readonly string[] | null = null;
  let script: ScriptSpec | null = null;
  let window: number | null = null;
  let shift = 0;
  let format = RAW_FORMAT;
  let gapPolicy: GapPolicy = 'skip';
  readFields('moving_fn', body, {
    buckets_path: textField((value) => {
      paths = Object.freeze([value]);
    }),
    script: scriptField((value) => {
      script = value;
    }),
    window: intField((value) => {
      window = value;
    }),
    shift: intField((value) => {
      shift = value;
    }),
    format: textField((value) => {
      format = numberFormat(value);
    }),
    gap_policy: textField((value) => {
      gapPolicy = parseGapPolicy(value);
    }),
  });
  if (paths === null) throw required('buckets_path');
  if (script === null) throw required('script');
  if (window === null) throw required('window');
  if (window <= 0)
    throw apiError('illegal_argument_exception', '[window] must be a positive, non-zero integer.');
  return Object.freeze({ paths, script, window, shift, format, gapPolicy });
}

function required(name: string): Error {
  return apiError('illegal_argument_exception', `Required [${name}]`);
}
