import { apiError } from '@sextant/contract';
import type { AggregationNode, AggregationTree, PipelineNode } from '../aggregation-tree.ts';
import { parsePath } from '../pipelines/buckets-path.ts';

/** Throws action_request_validation_exception with all that is wrong with the pipelines of a request. */
export function checkPipelines(tree: AggregationTree): void {
  const problems: string[] = [];
  checkLevel(tree, null, problems);
  if (problems.length === 0) return;
  const listed = problems.map((problem, i) => `${i + 1}: ${problem};`).join('');
  throw apiError('action_request_validation_exception', `Validation Failed: ${listed}`);
}

function checkLevel(tree: AggregationTree, parent: AggregationNode | null, problems: string[]): void {
  const ordered = orderPipelines(tree.pipelines, tree.children);
  if (typeof ordered === 'string') problems.push(ordered);
  else {
    for (const node of ordered) {
      const problem = node.type.problem(node, { parent, beside: tree.children });
      if (problem !== null) problems.push(problem);
    }
  }
  for (const child of tree.children) checkLevel(child, child, problems);
}

/** Each after those that it takes the results of; a text where one of them cannot be found. */
export function orderPipelines(
  pipelines: readonly PipelineNode[],
  beside: readonly AggregationNode[],
): readonly PipelineNode[] | string {
  const order = new PipelineOrder(pipelines, beside);
  for (const node of pipelines) {
    const problem = order.add(node);
    if (problem !== null) return problem;
  }
  return order.ordered;
}

class PipelineOrder {
  readonly ordered: PipelineNode[] = [];
  readonly #pipelines: readonly PipelineNode[];
  readonly #beside: readonly AggregationNode[];
  readonly #entered = new Set<PipelineNode>();

  constructor(pipelines: readonly PipelineNode[], beside: readonly AggregationNode[]) {
    this.#pipelines = pipelines;
    this.#beside = beside;
  }

  /** null, or what is wrong with it or one that it needs. */
  add(node: PipelineNode): string | null {
    if (this.ordered.includes(node)) return null;
    if (this.#entered.has(node)) return `Cyclical dependency found with pipeline aggregator [${node.name}]`;
    this.#entered.add(node);
    for (const path of node.spec.paths) {
      const problem = this.#need(path);
      if (problem !== null) return problem;
    }
    this.ordered.push(node);
    return null;
  }

  #need(path: string): string | null {
    const names = parsePath(path).map(({ name }) => name);
    if (names.length === 0) return `Invalid path [${path}]`;
    if (path === '_count' || path === '_key') return null;
    const first = this.#beside.find(({ name }) => name === names[0]);
    if (first !== undefined) return missingWithin(first, names, path);
    const pipeline = this.#pipelines.find(({ name }) => name === names[0]);
    return pipeline === undefined ? `No aggregation found for path [${path}]` : this.add(pipeline);
  }
}

function missingWithin(first: AggregationNode, names: readonly string[], path: string): string | null {
  let node = first;
  for (let i = 1; i < names.length; i++) {
    const name = names[i]!;
    const isLast = i === names.length - 1;
    if (isLast && (name.toLowerCase() === '_key' || name === '_count')) return null;
    const child = node.children.find((each) => each.name === name);
    if (child !== undefined) node = child;
    else if (!isLast || !node.pipelines.some((each) => each.name === name))
      return `No aggregation [${name}] found for path [${path}]`;
  }
  return null;
}
