import type { Publication } from '../shard/index/writer-events.ts';

interface Leaving {
  /** Deletes and closes that are under way. */
  calls: number;
  /** By shard: what was published last, and is not shown. */
  readonly held: Map<number, Publication>;
}

/**
 * Indices that are being deleted or closed. What searches see of one can be read to its end; what is published from then on
 * may be gone before anybody has opened it, so it is shown only where the index stays.
 */
export class LeavingIndices {
  readonly #leaving = new Map<string, Leaving>();

  /** False where it is to be shown. */
  holds(publication: Publication): boolean {
    const leaving = this.#leaving.get(publication.indexUuid);
    leaving?.held.set(publication.shard, publication);
    return leaving !== undefined;
  }

  begin(indexUuid: string): void {
    const leaving = this.#leaving.get(indexUuid) ?? { calls: 0, held: new Map<number, Publication>() };
    leaving.calls++;
    this.#leaving.set(indexUuid, leaving);
  }

  /** Answers with what is to be shown now, where the index is still there. */
  end(indexUuid: string): Iterable<Publication> {
    const leaving = this.#leaving.get(indexUuid);
    if (leaving === undefined || --leaving.calls > 0) return [];
    this.#leaving.delete(indexUuid);
    return leaving.held.values();
  }
}
