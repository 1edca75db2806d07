import type { Disk } from '@sextant/base';
import { FakeClock, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import type { Engine, EngineOptions } from '../engine/engine.ts';
import { openEngine } from '../engine/open-engine.ts';
import type { CreateIndex, IndexMetadata } from '../shard/index/index-metadata.ts';
import type { WriteBatch, WriteKind, WriteResult } from '../shard/index/write-batch.ts';
import { WriterThreads } from './writer-threads.ts';

/** One operation in plain terms; `body` becomes JSON. */
export interface PlainOperation {
  readonly kind: WriteKind;
  readonly id?: string;
  readonly body?: unknown;
  readonly routing?: string;
  readonly ifSeqNo?: number;
  readonly ifPrimaryTerm?: number;
  readonly version?: number;
  readonly versionType?: 'internal' | 'external' | 'external_gte';
}

/** Makes the columns of a batch. */
export function batchOf(
  index: string,
  operations: readonly PlainOperation[],
  options: Partial<Pick<WriteBatch, 'refresh' | 'returnSource'>> = {},
): WriteBatch {
  const encoder = new TextEncoder();
  const bodies = operations.map(({ body }) =>
    body === undefined
      ? new Uint8Array(0)
      : encoder.encode(typeof body === 'string' ? body : JSON.stringify(body)),
  );
  const source = new Uint8Array(bodies.reduce((sum, body) => sum + body.length, 0));
  const starts = new Int32Array(bodies.length);
  const ends = new Int32Array(bodies.length);
  let at = 0;
  bodies.forEach((body, i) => {
    source.set(body, at);
    starts[i] = at;
    at += body.length;
    ends[i] = at;
  });
  const column = (value: (operation: PlainOperation) => number | undefined): Float64Array =>
    Float64Array.from(operations, (operation) => value(operation) ?? -2);
  return {
    index,
    source,
    kinds: operations.map((each) => each.kind),
    ids: operations.map((each) => each.id ?? null),
    routings: operations.map((each) => each.routing ?? null),
    starts,
    ends,
    ifSeqNos: column((each) => each.ifSeqNo),
    ifPrimaryTerms: column((each) => each.ifPrimaryTerm),
    versions: column((each) => each.version),
    versionTypes: operations.map((each) => each.versionType ?? 'internal'),
    retryOnConflict: null,
    refresh: 'false',
    ...options,
  };
}

/** An engine in this thread over memory, with time and chance in the hands of the test. */
export class EngineHarness {
  readonly disk: Disk;
  readonly clock = new FakeClock();
  readonly random: SeededRandom;
  readonly log = new MemoryLog();
  readonly #writers: number;
  home = '/data';
  /** Data paths beside the first. */
  further: readonly string[];
  /** Of the last `open`, where there are several. */
  threads: WriterThreads | undefined;
  /** What was told of metadata, in order. */
  readonly told: (readonly [name: string, metadata: IndexMetadata | undefined])[] = [];
  engine!: Engine;

  /** `writers`: more than one are at the other ends of pipes. */
  constructor(disk: Disk = new MemoryDisk(), seed = 1, writers = 1, further: readonly string[] = []) {
    this.disk = disk;
    this.further = further;
    this.random = new SeededRandom(seed);
    this.#writers = writers;
  }

  static async start(disk: Disk = new MemoryDisk(), writers = 1): Promise<EngineHarness> {
    const harness = new EngineHarness(disk, 1, writers);
    await harness.open();
    return harness;
  }

  async open(): Promise<void> {
    const { disk, clock, random, log, further } = this;
    this.threads =
      this.#writers === 1 ? undefined : new WriterThreads({ disk, clock, random }, this.#writers);
    const threads = this.threads?.options ?? 'inline';
    const onMetadata: EngineOptions['onMetadata'] = (...told) => this.told.push(told);
    const directory = this.home;
    this.engine = await openEngine({
      disk,
      clock,
      random,
      log,
      directory,
      further,
      threads,
      onMetadata,
    });
  }

  async create(name: string, options: Partial<Omit<CreateIndex, 'name'>> = {}): Promise<void> {
    await this.engine.createIndex({ name, settings: {}, mappings: {}, aliases: {}, ...options });
  }

  write(index: string, ...operations: readonly PlainOperation[]): Promise<WriteResult> {
    return this.engine.write(batchOf(index, operations));
  }

  /** The document as JSON, undefined where it is missing. */
  async get(index: string, id: string, realtime = true): Promise<unknown> {
    const { found, source } = await this.engine.get({ index, id, realtime });
    return found && source !== null ? JSON.parse(new TextDecoder().decode(source)) : undefined;
  }
}
