import type { Disk } from '@sextant/base';
import { FakeClock, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { InlineMerger } from '../engine/merger.ts';
import type { CreateIndex } from '../shard/index/index-metadata.ts';
import type { WriteBatch, WriteResult } from '../shard/index/write-batch.ts';
import type { DamagedFolder, Publication, ShardUpkeep, WriterEvents } from '../shard/index/writer-events.ts';
import type { MergeOutcome, MergeRequest, MergeRunner } from '../shard/store/merge-runner.ts';
import { EngineWriter } from '../writer/engine-writer.ts';
import { batchOf, type PlainOperation } from './engine-harness.ts';

/** Merges that wait until the test lets them run. */
export class HeldMerger implements MergeRunner {
  /** Asked for and not yet let go. */
  readonly held: {
    readonly request: MergeRequest;
    readonly proceed: () => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  readonly #inline: InlineMerger;

  constructor(disk: Disk, clock: FakeClock) {
    this.#inline = new InlineMerger({ disk, clock });
  }

  async merge(request: MergeRequest): Promise<MergeOutcome> {
    await new Promise<void>((proceed, fail) => this.held.push({ request, proceed, fail }));
    return this.#inline.merge(request);
  }

  verify(segment: Parameters<MergeRunner['verify']>[0]): ReturnType<MergeRunner['verify']> {
    return this.#inline.verify(segment);
  }
}

/** The writing side alone: what it tells is kept, and publications are released only when the test says so. */
export class WriterHarness {
  readonly disk: Disk;
  readonly clock = new FakeClock();
  readonly log = new MemoryLog();
  readonly merger: HeldMerger;
  readonly random = new SeededRandom(3);
  readonly publications: Publication[] = [];
  readonly damagedFolders: DamagedFolder[] = [];
  readonly upkeep: ({ readonly shard: number } & ShardUpkeep)[] = [];
  writer!: EngineWriter;

  constructor(disk: Disk = new MemoryDisk()) {
    this.disk = disk;
    if (!disk.exists('/data')) disk.makeDirectory('/data');
    this.merger = new HeldMerger(disk, this.clock);
    this.open();
  }

  open(): void {
    const { disk, clock, random, log } = this;
    const events: WriterEvents = {
      metadata: () => {},
      failed: () => {},
      damaged: (folder) => this.damagedFolders.push(folder),
      kept: (_index, shard, upkeep) => this.upkeep.push({ shard, ...upkeep }),
      published: (publication) => this.publications.push(publication),
    };
    const options = { disk, directory: '/data', clock, random, log, merges: this.merger, events };
    this.writer = EngineWriter.open(options);
  }

  async create(name: string, options: Partial<Omit<CreateIndex, 'name'>> = {}): Promise<string> {
    const request = { name, settings: {}, mappings: {}, aliases: {}, ...options };
    return (await this.writer.createIndex(request)).uuid;
  }

  write(index: string, ...operations: readonly PlainOperation[]): Promise<WriteResult> {
    return this.writer.write(batchOf(index, operations));
  }

  batch(batch: WriteBatch): Promise<WriteResult> {
    return this.writer.write(batch);
  }

  /** Names of the segments that the shard shows. */
  shown(shard = 0): readonly string[] {
    return this.publications.findLast((each) => each.shard === shard)?.segments.map(({ name }) => name) ?? [];
  }
}

/** Lets everything run that was put off to a later turn of the event loop. */
export async function turns(count = 3): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}
