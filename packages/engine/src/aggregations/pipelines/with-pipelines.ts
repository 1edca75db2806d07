import type { Steps } from '../../budget/slices.ts';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { AggregationTree, PipelineNode } from '../aggregation-tree.ts';
import {
  type InternalAggregation,
  type InternalBucket,
  InternalMultiBucket,
  InternalSingleBucket,
} from '../internal-aggregation.ts';
import { Meter } from '../values/meter.ts';

/** About what a result takes in its bucket. */
const BYTES_PER_RESULT = 128;

/**
 * The reduced results of aggregations side by side, with those of the pipelines among and within them: what lies deeper comes
 * first. `results`: by the order of the children of the tree.
 */
export function* withPipelines(
  results: readonly InternalAggregation[],
  tree: AggregationTree,
  budget: WorkBudget,
): Steps<readonly InternalAggregation[]> {
  const all: InternalAggregation[] = [];
  for (const [i, result] of results.entries()) all.push(yield* within(result, tree.children[i]!, budget));
  if (tree.pipelines.length === 0) return all;
  const most = results.reduce((count, each) => Math.max(count, bucketsOf(each)), 0);
  for (const node of tree.pipelines) {
    if (budget.sliceOver) yield;
    const stage = node.type.stage(node, budget);
    if (stage.kind === 'sibling') all.push(stage.result(all));
    budget.charge(1 + most);
  }
  return all;
}

function bucketsOf(result: InternalAggregation): number {
  return result instanceof InternalMultiBucket ? result.buckets.length : 0;
}

function hasPipelines({ children, pipelines }: AggregationTree): boolean {
  return pipelines.length > 0 || children.some(hasPipelines);
}

/** The result with those of the pipelines within it. */
function* within(
  result: InternalAggregation,
  tree: AggregationTree,
  budget: WorkBudget,
): Steps<InternalAggregation> {
  if (!hasPipelines(tree)) return result;
  if (result instanceof InternalSingleBucket) {
    return result.withChildren(yield* withPipelines(result.children, tree, budget));
  }
  if (!(result instanceof InternalMultiBucket)) return result;
  let multi: InternalMultiBucket = result;
  if (tree.children.some(hasPipelines)) {
    const inner = { children: tree.children, pipelines: [] };
    multi = yield* mapChildren(multi, (children) => withPipelines(children, inner, budget));
  }
  for (const node of tree.pipelines) {
    if (budget.sliceOver) yield;
    const meter = new Meter(budget, node.name);
    const count = multi.buckets.length;
    meter.take(count * BYTES_PER_RESULT);
    multi = yield* staged(multi, node, budget);
    meter.charge(1 + count);
  }
  return multi;
}

function* staged(
  multi: InternalMultiBucket,
  node: PipelineNode,
  budget: WorkBudget,
): Steps<InternalMultiBucket> {
  const stage = node.type.stage(node, budget);
  if (stage.kind === 'parent') return stage.buckets(multi);
  if (stage.kind === 'gradual') return yield* stage.buckets(multi);
  return yield* mapChildren(multi, (children) =>
    withSibling(children, (beside) => stage.result(beside), budget),
  );
}

function* withSibling(
  children: readonly InternalAggregation[],
  result: (siblings: readonly InternalAggregation[]) => InternalAggregation,
  budget: WorkBudget,
): Steps<readonly InternalAggregation[]> {
  if (budget.sliceOver) yield;
  return [...children, result(children)];
}

function* mapChildren(
  multi: InternalMultiBucket,
  change: (children: readonly InternalAggregation[]) => Steps<readonly InternalAggregation[]>,
): Steps<InternalMultiBucket> {
  const buckets: InternalBucket[] = [];
  for (const bucket of multi.buckets) {
    buckets.push(multi.withChildren(bucket, yield* change(bucket.children)));
  }
  return multi.withBuckets(buckets);
}
