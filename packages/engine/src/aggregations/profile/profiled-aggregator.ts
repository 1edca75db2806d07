import type { Clock } from '@sextant/base';
import type { JsonMap } from '@sextant/contract';
import type { Steps } from '../../budget/slices.ts';
import type { SegmentMatch } from '../../segment/collector.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { AggregationNode } from '../aggregation-tree.ts';
import { Aggregator, type Division, type LeafAggregator } from '../aggregator.ts';
import type { AggregatorState } from '../aggregator-state.ts';
import type { InternalAggregation } from '../internal-aggregation.ts';
import { sortedSlice } from '../values/sorted-runs.ts';
import { aggregatorName, countsAnswered, tellsOptimized } from './aggregator-names.ts';

/** What time is read from. */
export type ProfileClock = Pick<Clock, 'nanos'>;

/** Values of a column that go together. */
const BLOCK = 4096;

/** Measures what an aggregator does, which it hands on as it comes. What lies within it is measured with it, and on its own. */
export class ProfiledAggregator extends Aggregator {
  readonly #inner: Aggregator;
  readonly #node: AggregationNode;
  readonly #clock: ProfileClock;
  readonly #createNanos: number;
  #leafNanos = 0;
  #leaves = 0;
  #collectNanos = 0;
  #collected = 0;
  #finishNanos = 0;
  #buildNanos = 0;
  /** Segments that were answered by what is known of them, and the blocks of values that this went through to the end. */
  #answered = 0;
  #blocks = 0;

  /** `started`: when it was begun to make the aggregator. */
  constructor(inner: Aggregator, node: AggregationNode, clock: ProfileClock, started: number) {
    super(inner.children);
    this.#inner = inner;
    this.#node = node;
    this.#clock = clock;
    this.#createNanos = clock.nanos() - started;
  }

  override division(parents: number): Division {
    return this.#inner.division(parents);
  }

  override endChunk(chunk: number, keep: boolean): void {
    this.#inner.endChunk(chunk, keep);
  }

  override answers(segment: SegmentReader, match: SegmentMatch): boolean {
    return this.#inner.answers(segment, match);
  }

  state(): AggregatorState {
    return this.#inner.state();
  }

  absorb(state: AggregatorState, parents: Int32Array | null): void {
    this.#inner.absorb(state, parents);
  }

  override get isPrepared(): boolean {
    return this.#inner.isPrepared;
  }

  override *prepare(segment: SegmentReader): Steps<void> {
    const started = this.#clock.nanos();
    yield* this.#inner.prepare(segment);
    this.#leafNanos += this.#clock.nanos() - started;
  }

  override *finish(): Steps<void> {
    const started = this.#clock.nanos();
    yield* this.#inner.finish();
    this.#finishNanos += this.#clock.nanos() - started;
  }

  leaf(segment: SegmentReader, match: SegmentMatch): LeafAggregator | null {
    const started = this.#clock.nanos();
    const isAnswered = this.#inner.answers(segment, match);
    const asked = this.#clock.nanos();
    const leaf = this.#inner.leaf(segment, match);
    const made = this.#clock.nanos();
    this.#leaves++;
    // What is answered at once was collected by making the leaf.
    const collects = isAnswered && countsAnswered(this.#node);
    this.#leafNanos += (collects ? asked : made) - started;
    if (collects) this.#collectNanos += made - asked;
    if (isAnswered) {
      this.#count(segment, match);
      return null;
    }
    return {
      collect: (docs, parents, length, parentCount) => {
        const before = this.#clock.nanos();
        leaf?.collect(docs, parents, length, parentCount);
        this.#collectNanos += this.#clock.nanos() - before;
        this.#collected += length;
      },
    };
  }

  #count(segment: SegmentReader, match: SegmentMatch): void {
    this.#answered++;
    let slice = { from: 0, to: segment.maxDoc };
    if (match.kind === 'range')
      slice = sortedSlice(segment, match.field, segment.numeric(match.field), match) ?? slice;
    const ends = (at: number): number => Math.floor(at / BLOCK) + (at === segment.maxDoc ? 1 : 0);
    this.#blocks += ends(slice.to) - ends(slice.from);
    if (countsAnswered(this.#node)) this.#collected += slice.to - slice.from;
  }

  override buildEmpty(): InternalAggregation {
    return this.#inner.buildEmpty();
  }

  build(parent: number): InternalAggregation {
    const started = this.#clock.nanos();
    const built = this.#inner.build(parent);
    this.#buildNanos += this.#clock.nanos() - started;
    return built;
  }

  figure(parent: number, name: string | null): number {
    return this.#inner.figure(parent, name);
  }

  /** As the answer shows it; after the results are built. */
  json(): JsonMap {
    const measured: readonly (readonly [string, number, number])[] = [
      ['build_aggregation', this.#buildNanos, 1],
      ['build_leaf_collector', this.#leafNanos, this.#leaves],
      ['collect', this.#collectNanos, this.#collected],
      ['initialize', this.#createNanos, 1],
      ['post_collection', this.#finishNanos, 1],
      ['reduce', 0, 0],
    ];
    const whole = measured.map(([name, nanos, count]) => ({ name, nanos: Math.round(nanos), count }));
    const debug = this.#debug();
    const children = this.children.filter((child) => child instanceof ProfiledAggregator);
    return {
      type: this.#inner.profiledAs() ?? aggregatorName(this.#node),
      description: this.#node.name,
      time_in_nanos: whole.reduce((sum, { nanos }) => sum + nanos, 0),
      breakdown: Object.fromEntries(
        whole.flatMap(({ name, nanos, count }) => [
          [name, nanos],
          [`${name}_count`, count],
        ]),
      ),
      ...(Object.keys(debug).length === 0 ? {} : { debug }),
      ...(children.length === 0 ? {} : { children: children.map((child) => child.json()) }),
    };
  }

  #debug(): JsonMap {
    const told = this.#inner.debug();
    if (this.#answered === 0 || !tellsOptimized(this.#node)) return told;
    return {
      ...told,
      optimized_segments: this.#answered,
      unoptimized_segments: this.#leaves - this.#answered,
      leaf_visited: this.#blocks,
      inner_visited: 0,
    };
  }

  /** What it took of the time in which documents are collected. */
  get collectingNanos(): number {
    return this.#leafNanos + this.#collectNanos;
  }
}
