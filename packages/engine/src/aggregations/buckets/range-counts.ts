import type { LeafAggregator } from '../aggregator.ts';
import type { ValueSink, ValueSource } from '../values/value-source.ts';

/** With more edges than these it is cheaper to look for the range of each value. */
const MOST_EDGES = 16;

/** Values in [from, to). */
interface HalfOpenRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Counts values by ranges where nobody wants to know more of their documents: a range holds those that reach its lower edge
 * less those that reach its upper one. Each edge is a pass over a block without branches. All values are finite.
 */
export class RangeCounts implements LeafAggregator, ValueSink {
  readonly #source: ValueSource;
  readonly #edges: Float64Array;
  readonly #reached: Uint32Array;
  /** Of each range the places of its two edges. */
  readonly #places: readonly (readonly [from: number, to: number])[];
  readonly #add: (range: number, docs: number) => void;

  private constructor(
    source: ValueSource,
    ranges: readonly HalfOpenRange[],
    edges: Float64Array,
    add: (range: number, docs: number) => void,
  ) {
    this.#source = source;
    this.#edges = edges;
    this.#reached = new Uint32Array(edges.length);
    this.#places = ranges.map(({ from, to }) => [edges.indexOf(from), edges.indexOf(Math.max(from, to))]);
    this.#add = add;
  }

  /** null where documents have several values, or there are too many edges. */
  static over(
    source: ValueSource,
    ranges: readonly HalfOpenRange[],
    add: (range: number, docs: number) => void,
  ): RangeCounts | null {
    const edges = Float64Array.from(new Set(ranges.flatMap(({ from, to }) => [from, Math.max(from, to)])));
    return source.multiValued || edges.length > MOST_EDGES
      ? null
      : new RangeCounts(source, ranges, edges, add);
  }

  collect(docs: Int32Array, parents: Int32Array, length: number): void {
    this.#source.read(docs, parents, length, this);
  }

  values(_docs: Int32Array, _parents: Int32Array, values: Float64Array, length: number): void {
    const reached = this.#reached;
    for (let i = 0; i < reached.length; i++) reached[i] = countFrom(this.#edges[i]!, values, length);
    for (let i = 0; i < this.#places.length; i++) {
      const [from, to] = this.#places[i]!;
      this.#add(i, reached[from]! - reached[to]!);
    }
  }
}

function countFrom(edge: number, values: Float64Array, length: number): number {
  if (edge === Number.NEGATIVE_INFINITY) return length;
  if (edge === Number.POSITIVE_INFINITY) return 0;
  let count = 0;
  for (let i = 0; i < length; i++) count += Number(values[i]! >= edge);
  return count;
}
