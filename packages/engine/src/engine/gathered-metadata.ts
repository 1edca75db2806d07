import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import type { WriterEvents } from '../shard/index/writer-events.ts';

/** Passes on what writers tell of metadata; that of some indices, while it is gathered, together at the end. */
export class Gatherer {
  readonly #events: Pick<WriterEvents, 'metadata'>;
  #names: ReadonlySet<string> = new Set();
  #gathered: (readonly [name: string, metadata: IndexMetadata | undefined])[] = [];

  constructor(events: Pick<WriterEvents, 'metadata'>) {
    this.#events = events;
  }

  metadata(name: string, metadata: IndexMetadata | undefined): void {
    if (this.#names.has(name)) this.#gathered.push([name, metadata]);
    else this.#events.metadata(name, metadata);
  }

  /** What is told of these indices from now on waits for `tell`. */
  begin(names: readonly string[]): void {
    this.#names = new Set(names);
  }

  /** All at once: nobody sees a part of it. */
  tell(): void {
    const gathered = this.#gathered;
    this.#names = new Set();
    this.#gathered = [];
    for (const [name, metadata] of gathered) this.#events.metadata(name, metadata);
  }
}
