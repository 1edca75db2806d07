import type { Channel } from '@sextant/base';
import { segmentPath } from '../segment/segment-data.ts';
import type { WrittenSegment } from '../segment/write-segment.ts';
import type { BuildRequest, BuildRunner, PackedSource } from '../shard/store/segment-builds.ts';
import { PackedSources } from './packed-sources.ts';
import { Peer } from './peer.ts';

export interface BuildPoolOptions {
  /** At most so many threads: as many as there are writers. */
  readonly size: number;
  readonly start: () => Channel;
}

interface Thread {
  readonly peer: Peer;
  /** Segments that it has to make. */
  underWay: number;
}

/**
 * The threads that make segments of full buffers. They are started when they are first needed, and again after their death; of
 * those that rest one stays. Their priority is that of writing, which waits for them where they do not keep up.
 */
export class BuildPool implements BuildRunner {
  readonly #options: BuildPoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #packed = new PackedSources();
  #ended = false;

  constructor(options: BuildPoolOptions) {
    this.#options = options;
  }

  async build(request: BuildRequest): Promise<WrittenSegment> {
    if (this.#ended) throw new Error('the threads that make segments have ended');
    const thread = this.#leastBusy();
    const path = segmentPath(request.directory, request.name);
    this.#packed.begin(path);
    thread.underWay++;
    try {
      return (await thread.peer.call('build', [request])) as WrittenSegment;
    } finally {
      thread.underWay--;
      this.#packed.end(path);
      this.#letGoOfSpare();
    }
  }

  packed(path: string, source: PackedSource): void {
    this.#packed.tell(path, source);
  }

  async end(): Promise<void> {
    this.#ended = true;
    await Promise.all([...this.#threads].map(({ peer }) => peer.end()));
  }

  #leastBusy(): Thread {
    let least: Thread | undefined;
    for (const each of this.#threads) if (least === undefined || each.underWay < least.underWay) least = each;
    if (least !== undefined && (least.underWay === 0 || this.#threads.size >= this.#options.size))
      return least;
    const channel = this.#options.start();
    const thread: Thread = {
      peer: new Peer(channel, 'segment', { packed: (path: string) => this.#packed.of(path) }),
      underWay: 0,
    };
    channel.onEnd(() => this.#threads.delete(thread));
    this.#threads.add(thread);
    return thread;
  }

  #letGoOfSpare(): void {
    const [, ...spare] = [...this.#threads].filter(({ underWay }) => underWay === 0);
    for (const thread of spare) {
      this.#threads.delete(thread);
      void thread.peer.end();
    }
  }
}
