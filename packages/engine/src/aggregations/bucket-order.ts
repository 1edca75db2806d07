import { ApiError, apiError } from '@sextant/contract';
import type { AggregationNode } from './aggregation-tree.ts';
import type { Aggregator } from './aggregator.ts';
import { InternalAggregation, type InternalBucket } from './internal-aggregation.ts';
import type { OrderElement } from './spec-parts.ts';

/**
 * A path such as `filtered>stats.max`, resolved: indexes of children from level to level and the figure's
 * name.
 */
interface FigurePath {
  readonly steps: readonly number[];
  readonly name: string | null;
}

/** Aggregations of one bucket: `figure` of those of a nested one is reached through it. */
interface FigureHolder {
  readonly children: readonly InternalAggregation[];
}

function invalid(path: string, why: string): ApiError {
  return new ApiError({
    type: 'aggregation_execution_exception',
    reason: `Invalid aggregation order path [${path}]. ${why}`,
    causedBy: { type: 'illegal_argument_exception', reason: why },
  });
}

const SHAPE =
  'Buckets can only be sorted on a sub-aggregator path that is built out of zero or more single-bucket ' +
  'aggregations within the path and a final single-bucket or a metrics aggregation at the path end.';

/** `name.key` and `name[key]` in their two parts, divided at the first place where a key can begin. */
function keyOf(element: string): { readonly name: string; readonly key: string | null } {
  const end = element.length;
  const dot = element.lastIndexOf('.');
  const dotted = dot >= 0 && dot < end - 1 ? dot : end;
  const before = element.lastIndexOf(']', end - 2);
  const open = element.endsWith(']') ? element.indexOf('[', before + 1) : -1;
  const bracketed = open >= 0 && open < end - 2 ? open : end;
  if (dotted === end && bracketed === end) return { name: element, key: null };
  if (dotted < bracketed) return { name: element.slice(0, dotted), key: element.slice(dotted + 1) };
  return { name: element.slice(0, bracketed), key: element.slice(bracketed + 1, -1) };
}

/** Resolves a path of an order against the sub-aggregations; throws aggregation_execution_exception. */
function resolvePath(path: string, children: readonly AggregationNode[]): FigurePath {
  const elements = path.split('>').map((element) => element.trim());
  const steps: number[] = [];
  let level = children;
  for (const [position, element] of elements.entries()) {
    const last = position === elements.length - 1;
    // `name.key` and `name[key]` are the same, at the end of the path.
    const split = last ? keyOf(element) : null;
    const exact = level.findIndex((child) => child.name === element);
    const name = exact >= 0 || split === null ? element : split.name;
    const key = exact >= 0 || split === null ? null : split.key;
    const index = level.findIndex((child) => child.name === name);
    const child = level[index];
    if (child === undefined) {
      const use = 'or is a pipeline aggregation and cannot be used to sort the buckets.';
      throw invalid(path, `The provided aggregation [${name}] either does not exist, ${use}`);
    }
    steps.push(index);
    if (last) return { steps, name: figureName(path, child, key) };
    if (child.type.gives !== 'bucket') throw invalid(path, `${SHAPE} [${name}] is not single-bucket.`);
    level = child.children;
  }
  throw invalid(path, SHAPE);
}

function figureName(path: string, child: AggregationNode, key: string | null): string | null {
  const { name, type, spec } = child;
  if (type.gives === 'buckets') throw invalid(path, SHAPE);
  if (type.gives === 'bucket') {
    if (key === null || key === 'doc_count') return null;
    throw invalid(
      path,
      'Ordering on a single-bucket aggregation can only be done on its doc_count. Either drop the key ' +
        `(a la "${name}") or change it to "doc_count" (a la "${name}.doc_count") or "key".`,
    );
  }
  if (type.gives === 'values') {
    if (key === null)
      throw invalid(
        path,
        'When ordering on a multi-value metrics aggregation a metric name must be specified.',
      );
    if (type.hasFigure?.(spec, key) === true) return key;
    throw invalid(path, `Unknown metric name [${key}] on multi-value metrics aggregation [${name}]`);
  }
  if (key === null || key === 'value') return null;
  throw invalid(
    path,
    'Ordering on a single-value metrics aggregation can only be done on its value. Either drop the key ' +
      `(a la "${name}") or change it to "value" (a la "${name}.value")`,
  );
}

/** An order with its paths resolved. */
export interface ResolvedOrder {
  readonly elements: readonly (OrderElement & { readonly path: FigurePath | null })[];
  /** The key decides first: every shard then gives the right buckets. */
  readonly byKey: boolean;
  /** The count decides first, highest first. */
  readonly byCountDesc: boolean;
}

export function resolveOrder(
  order: readonly OrderElement[],
  children: readonly AggregationNode[],
): ResolvedOrder {
  const elements = order.map((element) => ({
    ...element,
    path: element.by === '_count' || element.by === '_key' ? null : resolvePath(element.by, children),
  }));
  const first = elements[0]!;
  return {
    elements,
    byKey: first.by === '_key',
    byCountDesc: first.by === '_count' && !first.ascending,
  };
}

/** NaN (a figure of nothing) is last in either direction. */
function compareFigures(a: number, b: number, ascending: boolean): number {
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  if (Number.isNaN(b)) return -1;
  if (a === b) return 0;
  return a < b === ascending ? -1 : 1;
}

/** Reads what an order compares from buckets in whatever form they have. */
interface BucketView<B> {
  count(bucket: B): number;
  compareKeys(a: B, b: B): number;
  figure(bucket: B, path: FigurePath): number;
}

export function comparator<B>(order: ResolvedOrder, view: BucketView<B>): (a: B, b: B) => number {
  const steps = order.elements.map(({ by, ascending, path }): ((a: B, b: B) => number) => {
    if (path !== null) return (a, b) => compareFigures(view.figure(a, path), view.figure(b, path), ascending);
    const sign = ascending ? 1 : -1;
    if (by === '_count') return (a, b) => sign * (view.count(a) - view.count(b));
    return (a, b) => sign * view.compareKeys(a, b);
  });
  const [first, second] = steps;
  if (first !== undefined && steps.length === 1) return first;
  if (first !== undefined && second !== undefined && steps.length === 2)
    return (a, b) => first(a, b) || second(a, b);
  return (a, b) => {
    for (const step of steps) {
      const result = step(a, b);
      if (result !== 0) return result;
    }
    return 0;
  };
}

/** The figure at a path of a shard's aggregators. A single bucket has the number of its parent's bucket. */
export function aggregatorFigure(
  children: readonly (Aggregator & { readonly children?: readonly Aggregator[] })[],
  bucket: number,
  path: FigurePath,
): number {
  let level: readonly (Aggregator & { readonly children?: readonly Aggregator[] })[] = children;
  for (const step of path.steps.slice(0, -1)) level = level[step]!.children ?? [];
  return level[path.steps.at(-1)!]!.figure(bucket, path.name);
}

/** The figure at a path of a built bucket. */
export function bucketFigure(bucket: InternalBucket, path: FigurePath): number {
  let level: FigureHolder = bucket;
  for (const step of path.steps.slice(0, -1)) {
    const next = level.children[step];
    if (!(next instanceof InternalAggregation) || !('children' in next))
      throw apiError('aggregation_execution_exception', SHAPE);
    level = next as InternalAggregation & FigureHolder;
  }
  return level.children[path.steps.at(-1)!]!.figure(path.name);
}

/** The first `size` of what is offered, by a heap whose root is the last of them. */
export class TopBuckets<B> {
  readonly #size: number;
  readonly #compare: (a: B, b: B) => number;
  readonly #heap: B[] = [];

  constructor(size: number, compare: (a: B, b: B) => number) {
    this.#size = size;
    this.#compare = compare;
  }

  get full(): boolean {
    return this.#heap.length >= this.#size;
  }

  /** The one that the next better candidate pushes out. */
  get last(): B {
    return this.#heap[0]!;
  }

  offer(bucket: B): void {
    const heap = this.#heap;
    if (heap.length < this.#size) {
      heap.push(bucket);
      this.#up(heap.length - 1);
    } else if (this.#compare(bucket, heap[0]!) < 0) {
      heap[0] = bucket;
      this.#down(0);
    }
  }

  #up(from: number): void {
    const heap = this.#heap;
    const bucket = heap[from]!;
    let i = from;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.#compare(heap[parent]!, bucket) >= 0) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = bucket;
  }

  #down(from: number): void {
    const heap = this.#heap;
    const bucket = heap[from]!;
    let i = from;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#compare(heap[child + 1]!, heap[child]!) > 0) child++;
      if (this.#compare(heap[child]!, bucket) <= 0) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = bucket;
  }

  sorted(): B[] {
    return this.#heap.toSorted(this.#compare);
  }
}
