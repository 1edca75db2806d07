import type { Channel } from '@sextant/base';
import { channelPair, FakeClock, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { ApiError, Double, RawJson } from '@sextant/contract';
import { expect } from 'vitest';
import type { Engine, EngineOptions } from '../engine/engine.ts';
import { serveMerger } from '../engine/merger.ts';
import { openEngine } from '../engine/open-engine.ts';
import type { SearchPoolOptions } from '../engine/search-pool-options.ts';
import { type SentCall, serveSearches } from '../engine/search-thread.ts';
import { serveWriter } from '../engine/writer-thread.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import { batchOf } from './engine-harness.ts';
import { TestMemory } from './memory-account.ts';

const decoder = new TextDecoder();

/** The error of a search, or what caused it. */
export function causeOf(error: unknown): { readonly type: string; readonly reason: string } {
  if (error instanceof ApiError) return error.error.causedBy ?? error.error;
  throw error;
}

/** What an answer shows, without what differs from run to run. */
function shown({ hits, aggregations, total, maxScore, shards }: SearchResult): unknown {
  const found = hits.map(({ id, score, sort, source }) => [id, score, sort, decoder.decode(source)]);
  return { total, maxScore, shards, hits: found, aggregations };
}

/** The parts of an answer that is made in the thread that asked may be written, or not. */
function plain(_name: string, value: unknown): unknown {
  if (value instanceof Double) return value.value;
  return value instanceof RawJson ? JSON.parse(decoder.decode(value.bytes)) : value;
}

/** A host's renderer. */
export function renderShown(result: SearchResult, rendering: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ rendering, ...(shown(result) as object) }, plain));
}

/** Engine, writer, merger and searching threads at the ends of pipes, which clone and order as real threads do. */
export class Threads {
  readonly disk = new MemoryDisk();
  readonly log = new MemoryLog();
  readonly memory = new TestMemory();
  /** Of all but the searching threads, which have one each. */
  readonly clock = new FakeClock();
  /** The searching threads' own ends. */
  readonly ends: (Channel & { fail(error: Error): void })[] = [];
  /** What the searching threads have not come to yet; undefined while they hear everything at once. */
  unheard: (() => void)[] | undefined;
  /** Those of the searches that asked for help. */
  readonly parts: SharedArrayBuffer[] = [];
  engine!: Engine;

  static async start(
    pool: Partial<SearchPoolOptions> = {},
    more: Pick<EngineOptions, 'requestCache' | 'writing'> = {},
  ): Promise<Threads> {
    const threads = new Threads();
    const { disk, log, clock } = threads;
    const random = new SeededRandom(7);
    threads.engine = await openEngine({
      ...more,
      disk,
      directory: '/data',
      clock,
      random,
      log,
      threads: {
        writer: () => {
          const [here, there] = channelPair();
          serveWriter(there, { disk, directory: '/data', clock, random });
          return here;
        },
        merger: () => {
          const [here, there] = channelPair();
          serveMerger(there, { disk, clock });
          return here;
        },
        search: {
          size: 2,
          queueSize: () => -1,
          start: () => threads.#search(),
          shortMs: 0,
          divideMs: Number.POSITIVE_INFINITY,
          ...pool,
        },
      },
    });
    return threads;
  }

  #search(): Channel {
    const [here, there] = channelPair();
    this.ends.push(there as Threads['ends'][number]);
    const onMessage: Channel['onMessage'] = (listener) =>
      there.onMessage((message) => {
        if (this.unheard === undefined) listener(message);
        else this.unheard.push(() => listener(message));
      });
    const busy: Channel = {
      post: (message, transfer) => there.post(message, transfer),
      onMessage,
      onEnd: (listener) => there.onEnd(listener),
      end: () => there.end(),
    };
    here.onMessage((message) => this.#look(message as { method?: string; args: readonly unknown[] }));
    serveSearches(busy, {
      disk: this.disk,
      clock: new FakeClock(),
      random: new SeededRandom(1),
      memory: () => this.memory,
      render: renderShown,
      slices: { stepsPerLook: 1, sliceSteps: 1 },
    });
    return here;
  }

  #look({ method, args }: { readonly method?: string; readonly args: readonly unknown[] }): void {
    if (method === 'call') this.parts.push((args[0] as SentCall).parts);
  }

  /** The searching threads come to what they have not heard. */
  hear(): void {
    const unheard = this.unheard ?? [];
    this.unheard = undefined;
    for (const each of unheard) each();
  }

  async fill(index: string, from: number, to: number): Promise<void> {
    const documents = Array.from({ length: to - from }, (_, i) => {
      const n = from + i;
      return { kind: 'index', id: String(n), body: { n, k: `k${n % 7}`, t: `wörter w${n % 11}` } } as const;
    });
    await this.engine.write(batchOf(index, documents, { refresh: 'true' }));
  }

  async create(index: string, settings: Record<string, string> = {}): Promise<void> {
    await this.engine.createIndex({ name: index, settings, mappings: {}, aliases: {} });
  }

  /** As a thread answers. */
  async there(options: Partial<SearchOptions> & { readonly body: SearchOptions['body'] }): Promise<unknown> {
    const all = { indices: ['i'], maxBuckets: 10_000, rendering: 'x', ...options };
    const { rendered } = await this.engine.search(all);
    const { rendering, ...rest } = JSON.parse(decoder.decode(rendered)) as Record<string, unknown>;
    expect(rendering).toBe('x');
    return rest;
  }

  /** As the asking thread answers. */
  async here(options: Partial<SearchOptions> & { readonly body: SearchOptions['body'] }): Promise<unknown> {
    const result = await this.engine.search({ indices: ['i'], maxBuckets: 10_000, ...options });
    return JSON.parse(JSON.stringify(shown(result), plain));
  }
}
