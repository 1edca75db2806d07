import { termFailure } from '../shard/write/shard-failure.ts';
import type { MetadataStore } from './metadata-store.ts';

/**
 * The primary term of an index. What was written before its shards were opened may be lost, and its numbers are used again:
 * a higher term keeps the two apart.
 */
export class PrimaryTerm {
  readonly #store: MetadataStore;
  /** No operation of before the shards were opened has the term. */
  #isNew = true;

  constructor(store: MetadataStore) {
    this.#store = store;
  }

  /** A shard was opened that may have operations of the term. */
  hasHistory(): void {
    this.#isNew = false;
  }

  get isNew(): boolean {
    return this.#isNew;
  }

  /** Nothing is lost: another writer had the index, or it was made with a term of its own. */
  goOn(isNew: boolean): void {
    this.#isNew = isNew;
  }

  /** For what is written now to the shard. Durable before the first operation has it. Throws ApiError. */
  current(shard: number): number {
    if (!this.#isNew) {
      try {
        this.#store.raiseTerm();
      } catch (error) {
        throw termFailure({ index: this.#store.metadata.name, shard }, error);
      }
      this.#isNew = true;
    }
    return this.#store.content.primaryTerm;
  }
}
