import type { IndexView } from './index-view.ts';
import type { SearchSide } from './search-side.ts';
import type { WriterPort } from './writer-port.ts';

/** Shards that are not open yet after a start: what is asked of one waits for it, and has it opened before the others. */
export class OpeningShards {
  readonly #side: SearchSide;
  readonly #writer: WriterPort;
  #isOver = false;

  constructor(side: SearchSide, writer: WriterPort) {
    this.#side = side;
    this.#writer = writer;
  }

  /** Opens all of them; resolves when that is done. To be called once. */
  async openAll(): Promise<void> {
    await this.#writer.openShards();
    this.#isOver = true;
  }

  /** Resolves when the shards of these indices are open; undefined where they are. Rejects as `WriterPort.openShards` does. */
  wait(indices: readonly string[]): Promise<unknown> | undefined {
    if (this.#isOver) return undefined;
    const opening = indices.filter((name) => this.of(name).length > 0);
    if (opening.length === 0) return undefined;
    return Promise.all(opening.map((name) => this.#writer.openShards(name)));
  }

  /** Numbers of the shards of an index that are neither open nor have failed. */
  of(index: string): readonly number[] {
    const view = this.#isOver ? undefined : this.#side.find(index);
    return view === undefined ? NONE : unopened(view);
  }
}

const NONE: readonly number[] = [];

function unopened({ metadata, shards }: IndexView): readonly number[] {
  if (metadata.state !== 'open') return NONE;
  return shards.flatMap(({ searcher, failure }, shard) =>
    searcher === undefined && failure === undefined ? [shard] : [],
  );
}
