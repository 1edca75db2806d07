import type { ShardSearcher } from '../segment/segment-reader.ts';

/** Figures of all shards of a search together. Each is summed once, however many of the shards ask for it. */
export class SharedSums {
  readonly #searchers: readonly ShardSearcher[];
  readonly #known = new Map<string, number>();

  constructor(searchers: readonly ShardSearcher[]) {
    this.#searchers = searchers;
  }

  /** `name`: tells the figure from all others. */
  of(name: string, figure: (searcher: ShardSearcher) => number): number {
    let sum = this.#known.get(name);
    if (sum === undefined) {
      sum = this.#searchers.reduce((before, searcher) => before + figure(searcher), 0);
      this.#known.set(name, sum);
    }
    return sum;
  }
}
