import { Aggregator } from './aggregator.ts';
import { type AggregatorState, NOTHING_FOUND } from './aggregator-state.ts';
import type { InternalAggregation } from './internal-aggregation.ts';

/** On a shard that does not map the field: there is nothing to collect, and the result is known. */
export class UnmappedAggregator extends Aggregator {
  readonly #nothing: InternalAggregation;
  readonly #figure: number;

  /** `figure`: what orders the buckets around it. */
  constructor(nothing: InternalAggregation, figure = Number.NaN) {
    super();
    this.#nothing = nothing;
    this.#figure = figure;
  }

  leaf(): null {
    return null;
  }

  state(): AggregatorState {
    return NOTHING_FOUND;
  }

  absorb(): void {}

  override profiledAs(): string {
    return 'NonCollectingAggregator';
  }

  build(): InternalAggregation {
    return this.#nothing;
  }

  figure(): number {
    return this.#figure;
  }
}
