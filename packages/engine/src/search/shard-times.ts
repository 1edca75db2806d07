import type { Clock } from '@sextant/base';
import { FetchProfiles } from './fetch-profile.ts';
import type { ShardTime } from './shard-time.ts';

/** What shards did for the query of a search, by their place in it. */
export interface QueryTimes {
  readonly queryNanos: Float64Array<ArrayBuffer>;
  readonly hits: Float64Array<ArrayBuffer>;
}

/** Measures the shards of a search: made only where somebody wants to know. */
export class ShardTimes {
  readonly #clock: Pick<Clock, 'nanos'>;
  readonly #query: Float64Array<ArrayBuffer>;
  readonly #fetch: Float64Array<ArrayBuffer>;
  readonly #hits: Float64Array<ArrayBuffer>;
  /** null where no profile is asked for. */
  readonly fetches: FetchProfiles | null;
  #mark: number;
  #counted = 0;

  constructor(shards: number, clock: Pick<Clock, 'nanos'>, isProfiled = false) {
    this.#clock = clock;
    this.#query = new Float64Array(shards);
    this.#fetch = new Float64Array(shards).fill(-1);
    this.#hits = new Float64Array(shards);
    this.fetches = isProfiled ? new FetchProfiles(clock) : null;
    this.#mark = clock.nanos();
  }

  /** What follows is measured: the time before it belongs to no shard. */
  begin(): void {
    this.#mark = this.#clock.nanos();
  }

  /** The time since the last mark was the query of a shard. `counted`: matching documents of the search so far. */
  queried(shard: number, counted: number): void {
    this.#query[shard]! += this.#passed();
    this.#hits[shard]! += counted - this.#counted;
    this.#counted = counted;
  }

  /** The time since the last mark fetched a document of a shard. */
  fetched(shard: number): void {
    this.#fetch[shard] = Math.max(0, this.#fetch[shard]!) + this.#passed();
  }

  /** Of the query, by shard: plain data. */
  state(): QueryTimes {
    return { queryNanos: this.#query.slice(), hits: this.#hits.slice() };
  }

  /** Takes what another thread did for the same shards at the same time: a shard took as long as the longest of them. */
  absorb({ queryNanos, hits }: QueryTimes): void {
    for (let shard = 0; shard < hits.length; shard++) {
      this.#query[shard] = Math.max(this.#query[shard]!, queryNanos[shard]!);
      this.#hits[shard]! += hits[shard]!;
    }
  }

  of(shard: number): Pick<ShardTime, 'queryNanos' | 'fetchNanos' | 'hits'> {
    const fetchNanos = this.#fetch[shard]!;
    return {
      queryNanos: this.#query[shard]!,
      fetchNanos: fetchNanos < 0 ? undefined : fetchNanos,
      hits: this.#hits[shard]!,
    };
  }

  /** Tells whoever listens of all shards. */
  tell(
    shards: readonly { readonly searcher: Pick<ShardTime, 'index' | 'shard'> }[],
    { onShard }: { readonly onShard?: (time: ShardTime) => void },
  ): void {
    shards.forEach(({ searcher: { index, shard } }, i) => {
      onShard?.({ index, shard, ...this.of(i) });
    });
  }

  #passed(): number {
    const now = this.#clock.nanos();
    const passed = now - this.#mark;
    this.#mark = now;
    return passed;
  }
}
