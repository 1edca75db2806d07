import { clearFielddata, fielddataSizes, filesOf } from '../segment/segment-file.ts';
import type { ShardStats } from '../shard/index/stats.ts';
import { completionBytes } from './completion-bytes.ts';
import type { IndexView } from './index-view.ts';
import type { SearchPool } from './search-pool.ts';
import type { SearchSide } from './search-side.ts';

/** What one thread holds of a field of a shard. Plain data. */
type FieldBytes = readonly [indexUuid: string, shard: number, field: string, bytes: number];

/** What this thread holds. */
export function fielddataBytes(views: Iterable<IndexView>): readonly FieldBytes[] {
  const found: FieldBytes[] = [];
  const counted = new Set<object>();
  for (const { metadata, shards } of views) {
    for (const [number, shard] of shards.entries()) {
      for (const reader of shard.searchers().flatMap(({ segments }) => segments)) {
        if (counted.has(filesOf(reader))) continue;
        counted.add(filesOf(reader));
        for (const [field, bytes] of fielddataSizes(reader)) {
          found.push([metadata.uuid, number, field, bytes]);
        }
      }
    }
  }
  return found;
}

/** Drops what this thread holds of an index: of these fields, or, null, of all. */
export function dropFielddata(view: IndexView | undefined, fields: readonly string[] | null): void {
  const isWanted = (field: string): boolean => fields === null || fields.includes(field);
  for (const shard of view?.shards ?? []) {
    for (const { segments } of shard.searchers()) {
      for (const reader of segments) clearFielddata(reader, isWanted);
    }
  }
}

/** What all searching threads hold of the terms of text fields, and of ids: each has its own. */
export class FielddataMemory {
  readonly #here: Pick<SearchSide, 'views' | 'find'>;
  readonly #threads: Pick<SearchPool, 'workers'>;

  constructor(here: Pick<SearchSide, 'views' | 'find'>, threads: Pick<SearchPool, 'workers'>) {
    this.#here = here;
    this.#threads = threads;
  }

  clear(view: IndexView | undefined, fields: readonly string[] | null): void {
    if (view === undefined) return;
    dropFielddata(view, fields);
    for (const worker of this.#threads.workers) worker.clearFielddata(view.metadata.uuid, fields);
  }

  /** Figures of the writer with those of the searching side, which is asked meanwhile. */
  async withCounts(
    indices: readonly string[],
    asked: Promise<readonly (readonly ShardStats[] | undefined)[]>,
  ): Promise<readonly (readonly ShardStats[] | undefined)[]> {
    const [stats, fielddata] = await Promise.all([asked, this.#ofShards()]);
    const views = indices.map((name) => this.#here.find(name));
    return stats.map((shards, i) => {
      const view = views[i];
      if (view === undefined) return undefined;
      return shards?.map((each) => {
        const counted = view.shards[each.shard]?.counters.addTo(each) ?? each;
        const bytes = fielddata.get(`${view.metadata.uuid} ${each.shard}`) ?? each.fielddata;
        const completion = completionBytes(view, each.shard) ?? each.completion;
        return { ...counted, fielddata: bytes, completion };
      });
    });
  }

  /** By `uuid shard`. */
  async #ofShards(): Promise<ReadonlyMap<string, ShardStats['fielddata']>> {
    const sums = new Map<string, Map<string, number>>();
    const others = await Promise.all([...this.#threads.workers].map((worker) => worker.fielddata()));
    for (const [uuid, shard, field, bytes] of [...fielddataBytes(this.#here.views()), ...others.flat()]) {
      const key = `${uuid} ${shard}`;
      const fields = sums.get(key) ?? new Map<string, number>();
      sums.set(key, fields.set(field, (fields.get(field) ?? 0) + bytes));
    }
    return sums;
  }
}
