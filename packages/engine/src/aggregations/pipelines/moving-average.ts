import { apiError } from '@sextant/contract';
import type { Steps } from '../../budget/slices.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import { isObject, type JsonObject, parsingError, toInt, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { PipelineNode, PipelineSpec, PipelineType } from '../aggregation-tree.ts';
import type { InternalBucket, InternalMultiBucket } from '../internal-aggregation.ts';
import { numberFormat, RAW_FORMAT, type ValueFormat } from '../values/value-format.ts';
import { bucketValue, type GapPolicy, parseGapPolicy, pathNames, requirePath } from './buckets-path.ts';
import { histogramProblem } from './histogram-parent.ts';
import { fitted, linear, type MovingModel, simple } from './moving-models.ts';
import { readModel } from './read-model.ts';
import { SimpleValue } from './simple-value.ts';

interface MovingAverageSpec extends PipelineSpec {
  readonly format: ValueFormat;
  readonly gapPolicy: GapPolicy;
  /** So many values before a bucket count. */
  readonly window: number;
  /** So many buckets after the last one are told. */
  readonly predict: number;
  readonly model: MovingModel;
  /** The weights of the model are fitted to the values. */
  readonly minimize: boolean;
}

/** What the buckets before one let expect of it. */
export const movingAverage: PipelineType<MovingAverageSpec> = {
  name: 'moving_avg',
  parse,
  problem: (node, place) => unfitted(node.spec, node.name) ?? histogramProblem(node, place),
  stage: (node, budget) => ({ kind: 'gradual', buckets: (parent) => averaged(node, parent, budget) }),
};

/** What is wrong where a model without weights is to be fitted, in OpenSearch's words. */
function unfitted({ model, minimize }: MovingAverageSpec, name: string): string | null {
  if (!minimize || (model !== simple && model !== linear)) return null;
  const shown = `org.opensearch.search.aggregations.pipeline.${model === simple ? 'Simple' : 'Linear'}Model@0`;
  return `The [${shown}] model cannot be minimized for aggregation [${name}]`;
}

/** No answer has as many buckets. */
const MOST_PREDICTED = 65_535;

function parse(name: string, body: JsonObject): MovingAverageSpec {
  const given = {
    model: null as string | null,
    settings: null as JsonObject | null,
    minimize: null as boolean | null,
  };
  const spec = { format: RAW_FORMAT, gapPolicy: 'skip' as GapPolicy, window: 5, predict: 0 };
  let paths: readonly string[] | null = null;
  for (const [field, value] of membersOf(body)) {
    const token = tokenOf(value);
    if (field === 'buckets_path' && (typeof value === 'string' || Array.isArray(value)))
      paths = Object.freeze([value].flat().map(String));
    else if (field === 'window' && typeof value === 'number')
      spec.window = positive(name, field, toInt(value));
    else if (field === 'predict' && typeof value === 'number')
      spec.predict = positive(name, field, toInt(value));
    else if (field === 'format' && typeof value === 'string') spec.format = numberFormat(value);
    else if (field === 'gap_policy' && typeof value === 'string') spec.gapPolicy = parseGapPolicy(value);
    else if (field === 'model' && typeof value === 'string') given.model = value;
    else if (field === 'settings' && isObject(value)) given.settings = value;
    else if (field === 'minimize' && typeof value === 'boolean') given.minimize = value;
    else if (value === null) throw parsingError(`Unexpected token ${token} in [${name}].`);
    else throw parsingError(`Unknown key for a ${token} in [${name}]: [${field}].`);
  }
  if (paths === null)
    throw parsingError(`Missing required field [buckets_path] for movingAvg aggregation [${name}]`);
  requirePath(paths);
  if (spec.predict > MOST_PREDICTED)
    throw apiError('illegal_argument_exception', `[predict] of [${name}] is beyond [${MOST_PREDICTED}]`);
  // Without a model its settings are not looked at.
  const model = given.model === null ? simple : readModel(given.model, given.settings, spec.window);
  const minimize = given.minimize ?? model.fitsByDefault;
  return Object.freeze({ paths, ...spec, model, minimize });
}

function positive(name: string, field: string, value: number): number {
  if (value > 0) return value;
  const wanted = field === 'window' ? 'a positive, non-zero integer' : 'a positive integer';
  // The value that it shows is that of `predict`, which is not read yet.
  const shown = field === 'window' ? 'null' : String(value);
  throw parsingError(`[${field}] value must be ${wanted}.  Value supplied was [${shown}] in [${name}].`);
}

function* averaged(
  node: PipelineNode<MovingAverageSpec>,
  parent: InternalMultiBucket,
  budget: WorkBudget,
): Steps<InternalMultiBucket> {
  const { paths, gapPolicy, format, window, model, predict } = node.spec;
  const path = pathNames(paths[0]!);
  const found = parent.buckets.map((bucket) => bucketValue(parent, bucket, path, gapPolicy));
  const known = found.map((value) => (value === null || Number.isNaN(value) ? null : value));
  const values = known.filter((value) => value !== null);
  const weights = node.spec.minimize ? yield* fittedWeights(values, node.spec, budget) : model.weights;
  const before = (count: number): readonly number[] => values.slice(Math.max(0, count - window), count);
  let count = 0;
  let last = 0;
  const buckets: InternalBucket[] = [...parent.buckets];
  for (const [i, bucket] of parent.buckets.entries()) {
    if (budget.sliceOver) yield;
    if (known[i] === null) continue;
    const seen = before(count++);
    last = i;
    if (seen.length < model.least) continue;
    budget.charge(1 + (seen.length >>> 6));
    const result = new SimpleValue(node, model.next(seen, weights, 1)[0]!, format);
    buckets[i] = parent.withChildren(bucket, [...bucket.children, result]);
  }
  if (predict === 0 || buckets.length === 0) return parent.withBuckets(buckets);
  const seen = before(values.length);
  const predicted = seen.length === 0 ? [] : model.next(seen, weights, predict);
  for (let i = 0; i < predict; i++) {
    const at = last + i + 1;
    const bucket = buckets[at] ?? parent.bucketAfter(buckets[at - 1]!);
    const result = new SimpleValue(node, predicted[i] ?? Number.NaN, format);
    buckets[at] = parent.withChildren(bucket, [...bucket.children, result]);
  }
  return parent.withBuckets(buckets);
}

/** Of the last two windows the first one has to tell the second one; where there are not so many values nothing is fitted. */
function* fittedWeights(
  values: readonly number[],
  { window, model }: MovingAverageSpec,
  budget: WorkBudget,
): Steps<readonly number[]> {
  if (values.length < 2 * window) return model.weights;
  return yield* fitted(model, values.slice(-2 * window, -window), values.slice(-window), budget);
}
