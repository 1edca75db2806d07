import type { Disk } from '@sextant/base';
import { FakeClock, MemoryDisk, MemoryLog, SeededRandom } from '@sextant/base/testing';
import { getBit } from '../codec/bits.ts';
import { InlineMerger } from '../engine/merger.ts';
import { PackedSources } from '../engine/packed-sources.ts';
import { segmentPath } from '../segment/segment-data.ts';
import { openSegment } from '../segment/segment-file.ts';
import type { WrittenSegment } from '../segment/write-segment.ts';
import type { CreateIndex } from '../shard/index/index-metadata.ts';
import type { WriteBatch, WriteResult } from '../shard/index/write-batch.ts';
import type { DamagedFolder, Publication, ShardUpkeep, WriterEvents } from '../shard/index/writer-events.ts';
import type { MergeOutcome, MergeRequest, MergeRunner } from '../shard/store/merge-runner.ts';
import {
  type BuildRequest,
  type BuildRunner,
  type PackedSource,
  SegmentBuilds,
} from '../shard/store/segment-builds.ts';
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

/** Segments that wait until the test lets them be made. */
export class HeldBuilder implements BuildRunner {
  /** Asked for and not yet let go. */
  readonly held: {
    readonly request: BuildRequest;
    readonly proceed: () => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  readonly #inline: InlineMerger;
  readonly #packed = new PackedSources();

  constructor(disk: Disk, clock: FakeClock) {
    this.#inline = new InlineMerger({ disk, clock });
  }

  async build(request: BuildRequest): Promise<WrittenSegment> {
    const path = segmentPath(request.directory, request.name);
    this.#packed.begin(path);
    await new Promise<void>((proceed, fail) => this.held.push({ request, proceed, fail }));
    return this.#inline.build(structuredClone(request), () => this.#packed.of(path));
  }

  packed(path: string, source: PackedSource): void {
    this.#packed.tell(path, source);
  }
}

/** The writing side alone: what it tells is kept, and publications are released only when the test says so. */
export class WriterHarness {
  readonly disk: Disk;
  readonly clock = new FakeClock();
  readonly log = new MemoryLog();
  readonly merger: HeldMerger;
  /** Only where buffers are handed over. */
  readonly builder: HeldBuilder;
  readonly #buildBytes: number | undefined;
  readonly random = new SeededRandom(3);
  readonly publications: Publication[] = [];
  readonly damagedFolders: DamagedFolder[] = [];
  readonly upkeep: ({ readonly shard: number } & ShardUpkeep)[] = [];
  writer!: EngineWriter;

  /** `buildBytes`: buffers from this size on are handed over; none where absent. */
  constructor(disk: Disk = new MemoryDisk(), buildBytes?: number) {
    this.disk = disk;
    this.#buildBytes = buildBytes;
    if (!disk.exists('/data')) disk.makeDirectory('/data');
    this.merger = new HeldMerger(disk, this.clock);
    this.builder = new HeldBuilder(disk, this.clock);
    this.open();
  }

  open(): void {
    const { disk, clock, random, log } = this;
    const events: WriterEvents = {
      metadata: () => {},
      reachedTerm: () => {},
      failed: () => {},
      damaged: (folder) => this.damagedFolders.push(folder),
      kept: (_index, shard, upkeep) => this.upkeep.push({ shard, ...upkeep }),
      published: (publication) => this.publications.push(publication),
    };
    const options = { disk, directory: '/data', clock, random, log, merges: this.merger, events };
    const bytes = this.#buildBytes;
    const builds = bytes === undefined ? {} : { builds: new SegmentBuilds(this.builder, clock, bytes) };
    this.writer = EngineWriter.open({ ...options, ...builds });
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

  /** Ids of the documents that the shard shows, with what is stored of them. */
  documents(shard = 0): Readonly<Record<string, unknown>> {
    const segments = this.publications.findLast((each) => each.shard === shard)?.segments ?? [];
    const found: Record<string, unknown> = {};
    for (const data of segments) {
      const reader = openSegment(data, this.disk);
      for (let doc = 0; doc < data.maxDoc; doc++) {
        if (reader.liveDocs !== null && !getBit(reader.liveDocs, doc)) continue;
        const id = reader.idOf(doc);
        if (id in found) throw new Error(`[${id}] is shown twice`);
        found[id] = JSON.parse(new TextDecoder().decode(reader.sourceOf(doc)!));
      }
    }
    return found;
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
