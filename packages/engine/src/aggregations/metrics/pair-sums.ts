import type { Division } from '../aggregator.ts';
import { type AggregatorState, parentOf, stateOf } from '../aggregator-state.ts';
import type { Meter } from '../values/meter.ts';
import { type ChunkSums, inPlaces, Sums } from './stats-values.ts';

/** By bucket of the parent. */
interface PairState extends AggregatorState {
  readonly kind: 'pair';
  readonly first: Float64Array<ArrayBuffer>;
  readonly second: Float64Array<ArrayBuffer>;
  /** Of chunks that are not among those above: see `Chunks`. */
  readonly firstChunks: readonly ChunkSums[];
  readonly secondChunks: readonly ChunkSums[];
}

/** Buckets of which sums may be kept by chunk. */
const MOST_CHUNKED = 16_384;

/** Two sums for each bucket of the parent. */
export class PairSums {
  readonly #first: Sums;
  readonly #second: Sums;
  readonly #meter: Meter;
  #buckets = 0;

  /** `largest`: no value is further from 0. */
  constructor(largest: { readonly first: number; readonly second: number }, meter: Meter) {
    this.#first = new Sums(largest.first);
    this.#second = new Sums(largest.second);
    this.#meter = meter;
  }

  /** See `Aggregator.division`. */
  division(parents: number): Division {
    return parents <= MOST_CHUNKED ? 'chunks' : 'none';
  }

  endChunk(chunk: number, keep: boolean): void {
    this.#first.endChunk(chunk, keep, this.#meter);
    this.#second.endChunk(chunk, keep, this.#meter);
  }

  add(parents: Int32Array, first: Float64Array, second: Float64Array, length: number): void {
    this.#first.add(parents, first, length);
    this.#second.add(parents, second, length);
  }

  grow(buckets: number): void {
    if (buckets <= this.#buckets) return;
    this.#buckets = buckets;
    this.#first.grow(buckets, this.#meter);
    this.#second.grow(buckets, this.#meter);
  }

  state(): PairState {
    return {
      kind: 'pair',
      first: this.#first.sums.slice(),
      second: this.#second.sums.slice(),
      firstChunks: this.#first.kept,
      secondChunks: this.#second.kept,
    };
  }

  /** Sums are kept by chunk, or are of one chunk that is all there is. */
  absorb(state: AggregatorState, parents: Int32Array | null): void {
    const found = stateOf<PairState>('pair', state);
    this.#first.kept.push(...found.firstChunks.map((chunk) => inPlaces(chunk, parents)));
    this.#second.kept.push(...found.secondChunks.map((chunk) => inPlaces(chunk, parents)));
    for (let i = 0; i < found.second.length; i++) {
      if (found.second[i] === 0 && found.first[i] === 0) continue;
      const parent = parentOf(parents, i);
      this.grow(parent + 1);
      this.#first.sums[parent]! += found.first[i]!;
      this.#second.sums[parent]! += found.second[i]!;
    }
  }

  /** Adds up what was kept, once nothing comes before it any more. */
  settle(): void {
    this.#first.settle(this.#meter);
    this.#second.settle(this.#meter);
  }

  of(parent: number): { readonly first: number; readonly second: number } {
    return { first: this.#first.of(parent), second: this.#second.of(parent) };
  }
}
