import type { IndexFile } from '../shard/index/index-file.ts';
import type { MetadataChange } from '../shard/index/index-metadata.ts';
import type { IndexTable } from './index-table.ts';
import type { IndexWriter } from './index-writer.ts';
import type { PreparedChange } from './work-out-change.ts';

/** What one writer has to say to a change of indices of several. */
export interface HeldFiles {
  /** What the indices of this writer would be after the change. */
  readonly files: readonly IndexFile[];
  /** Of its other indices: what the journal alone holds so far. */
  readonly unwritten: readonly IndexFile[];
}

interface Held {
  readonly index: IndexWriter;
  readonly change: PreparedChange;
  readonly content: IndexFile;
}

/**
 * The part of one writer in a change of indices of several. In this order: `hold` works it out, and from then on the
 * metadata of these indices stay as they are; the first writer writes the journal; `install` shows what is durable now;
 * `release` ends it, also where a step has failed.
 */
export class HeldChanges {
  readonly #indices: IndexTable;
  #held: readonly Held[] = [];
  #waiting: PromiseWithResolvers<void> | undefined;

  constructor(indices: IndexTable) {
    this.#indices = indices;
  }

  /** Ends when the metadata of the index may change again; undefined where they may. Never rejects. */
  waitFor(index: IndexWriter): Promise<void> | undefined {
    if (!this.#held.some((each) => each.index === index)) return undefined;
    this.#waiting ??= Promise.withResolvers<void>();
    return this.#waiting.promise;
  }

  /** Throws ApiError, and holds nothing, where the change does not fit or the disk refuses. */
  hold(changes: ReadonlyMap<string, MetadataChange>): HeldFiles {
    const indices = [...changes].map(([name, change]) => ({ index: this.#indices.get(name), change }));
    for (const { index } of indices) {
      // What is found when shards are opened may change the mapping.
      index.openWaiting();
      index.persistMetadata();
    }
    const prepared = indices.flatMap(({ index, change }) => {
      const worked = index.prepare(change);
      return worked === undefined ? [] : { index, change: worked };
    });
    for (const { change } of prepared) change.flush();
    this.#held = prepared.map(({ index, change }) => ({ index, change, content: change.content() }));
    for (const { index } of this.#held) index.isHeld = true;
    const stores = [...this.#indices.all()].map(({ store }) => store);
    const changed = new Set(this.#held.map(({ change }) => change.store));
    const unwritten = stores.filter((store) => !store.isWritten && !changed.has(store));
    return {
      files: this.#held.map(({ content }) => content),
      unwritten: unwritten.map(({ content }) => content),
    };
  }

  /** The journal holds the change: it counts from now on. False while the disk refuses the files of some index. */
  install(): boolean {
    for (const { change, content } of this.#held) change.store.install(content, false);
    for (const { change } of this.#held) change.installed();
    return [...this.#indices.all()].filter(({ store }) => !store.bringUp()).length === 0;
  }

  /** `refused`: the change may stand in a journal all the same, so that no later one may have its versions. */
  release(refused: boolean): void {
    for (const { index, change, content } of this.#held) {
      if (refused) change.store.skipVersion(content.metadata.version);
      index.isHeld = false;
    }
    this.#held = [];
    this.#waiting?.resolve();
    this.#waiting = undefined;
  }
}
