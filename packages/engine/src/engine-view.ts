import type { Disk } from '@sextant/base';
import { ApiError, type ErrorCause } from '@sextant/contract';
import { Mapping } from './mapping/mapping.ts';
import { closeSegment, openSegment } from './segment/segment-file.ts';
import type { SegmentReader, ShardSearcher } from './segment/segment-reader.ts';
import type { IndexMetadata } from './shard/index-metadata.ts';
import { Routing } from './shard/routing.ts';
import type { ShardStats } from './shard/stats.ts';
import type { GetResult } from './shard/write-batch.ts';
import type { Publication } from './shard/writer-events.ts';

const encoder = new TextEncoder();

/** Names of groups that a shard counts searches under; what goes beyond is not counted. */
const MAX_GROUPS = 1000;

interface GroupCounters {
  queryTotal: number;
  queryTimeMs: number;
  fetchTotal: number;
  fetchTimeMs: number;
}

/** What the searching side counts of one shard. Times in milliseconds. */
class SearchCounters {
  getExists = 0;
  getExistsTimeMs = 0;
  getMissing = 0;
  getMissingTimeMs = 0;
  queryTotal = 0;
  queryTimeMs = 0;
  fetchTotal = 0;
  fetchTimeMs = 0;
  readonly #groups = new Map<string, GroupCounters>();

  countQuery(tookMs: number, groups: readonly string[]): void {
    this.queryTotal++;
    this.queryTimeMs += tookMs;
    for (const name of groups) {
      const group = this.#group(name);
      if (group === undefined) continue;
      group.queryTotal++;
      group.queryTimeMs += tookMs;
    }
  }

  countFetch(groups: readonly string[]): void {
    this.fetchTotal++;
    for (const name of groups) {
      const group = this.#group(name);
      if (group !== undefined) group.fetchTotal++;
    }
  }

  #group(name: string): GroupCounters | undefined {
    let group = this.#groups.get(name);
    if (group === undefined && this.#groups.size < MAX_GROUPS) {
      group = { queryTotal: 0, queryTimeMs: 0, fetchTotal: 0, fetchTimeMs: 0 };
      this.#groups.set(name, group);
    }
    return group;
  }

  #groupStats(): ShardStats['search']['groups'] {
    const entries = [...this.#groups].map(([name, group]) => [
      name,
      {
        ...group,
        queryTimeMs: Math.round(group.queryTimeMs),
        fetchTimeMs: Math.round(group.fetchTimeMs),
      },
    ]);
    return Object.fromEntries(entries) as ShardStats['search']['groups'];
  }

  countGet(found: boolean, tookMs: number): void {
    if (found) {
      this.getExists++;
      this.getExistsTimeMs += tookMs;
    } else {
      this.getMissing++;
      this.getMissingTimeMs += tookMs;
    }
  }

  addTo(stats: ShardStats): ShardStats {
    return {
      ...stats,
      get: {
        total: this.getExists + this.getMissing,
        timeMs: Math.round(this.getExistsTimeMs + this.getMissingTimeMs),
        existsTotal: this.getExists,
        existsTimeMs: Math.round(this.getExistsTimeMs),
        missingTotal: this.getMissing,
        missingTimeMs: Math.round(this.getMissingTimeMs),
        current: 0,
      },
      search: {
        queryTotal: this.queryTotal,
        queryTimeMs: Math.round(this.queryTimeMs),
        queryCurrent: 0,
        fetchTotal: this.fetchTotal,
        fetchTimeMs: Math.round(this.fetchTimeMs),
        fetchCurrent: 0,
        groups: this.#groupStats(),
      },
    };
  }
}

/** One shard as the searching side sees it. */
export class ShardView {
  readonly counters = new SearchCounters();
  /** Why the shard refuses operations. */
  failure: ErrorCause | undefined;
  /** Clock.now() when `failure` was first told. */
  failedSince = 0;
  /** Number of the publication that is shown; 0 before the first. */
  publication = 0;
  #searcher: ShardSearcher | undefined;
  #readers = new Map<string, SegmentReader>();
  #operations: Int32Array | undefined;
  #covered = 0;

  /** Undefined while nothing was published: the shard could not be opened. */
  get searcher(): ShardSearcher | undefined {
    return this.#searcher;
  }

  /** The segments show every operation that was acknowledged. */
  get isCurrent(): boolean {
    return this.#operations !== undefined && Atomics.load(this.#operations, 0) === this.#covered;
  }

  publish(index: string, publication: Publication, disk: Disk): void {
    const readers = new Map<string, SegmentReader>();
    const segments: SegmentReader[] = [];
    const docBases: number[] = [];
    let docBase = 0;
    let numDocs = 0;
    for (const data of publication.segments) {
      const reader = openSegment(data, disk, this.#readers.get(data.name));
      readers.set(data.name, reader);
      segments.push(reader);
      docBases.push(docBase);
      docBase += reader.maxDoc;
      numDocs += reader.numDocs;
    }
    for (const [name, reader] of this.#readers) if (!readers.has(name)) closeSegment(reader);
    this.#readers = readers;
    const { indexUuid, shard } = publication;
    this.#searcher = { index, indexUuid, shard, segments, docBases, numDocs };
    this.#operations = new Int32Array(publication.operations);
    this.#covered = publication.coveredOperations;
    this.publication = publication.number;
  }

  close(): void {
    for (const reader of this.#readers.values()) closeSegment(reader);
    this.#readers.clear();
    this.#searcher = undefined;
    this.#operations = undefined;
    this.failure = undefined;
  }

  /** The document as the segments show it. */
  get(id: string): GetResult {
    const bytes = encoder.encode(id);
    const segments = this.#searcher?.segments ?? [];
    for (let i = segments.length - 1; i >= 0; i--) {
      const reader = segments[i]!;
      const doc = reader.docOf(bytes);
      if (doc < 0) continue;
      return {
        found: true,
        version: reader.versionOf(doc),
        seqNo: reader.seqNoOf(doc),
        primaryTerm: reader.primaryTermOf(doc),
        routing: reader.routingOf(doc),
        source: reader.sourceOf(doc),
      };
    }
    return { found: false, version: -1, seqNo: -2, primaryTerm: 0, routing: null, source: null };
  }
}

/** One index as the searching side sees it. */
export class IndexView {
  readonly shards: readonly ShardView[];
  #metadata: IndexMetadata;
  #mapping: Mapping | undefined;
  #routing: Routing;

  constructor(metadata: IndexMetadata) {
    this.#metadata = metadata;
    this.#routing = new Routing(metadata);
    this.shards = Array.from({ length: metadata.numberOfShards }, () => new ShardView());
  }

  get metadata(): IndexMetadata {
    return this.#metadata;
  }

  get routing(): Routing {
    return this.#routing;
  }

  /** Read when it is first wanted. */
  get mapping(): Mapping {
    this.#mapping ??= Mapping.create(this.#metadata.mappings, this.#metadata.settings);
    return this.#mapping;
  }

  update(metadata: IndexMetadata): void {
    const { mappingVersion, settingsVersion } = this.#metadata;
    if (metadata.mappingVersion !== mappingVersion || metadata.settingsVersion !== settingsVersion) {
      this.#mapping = undefined;
    }
    this.#metadata = metadata;
    if (metadata.state === 'close') this.close();
  }

  close(): void {
    for (const shard of this.shards) shard.close();
  }

  /** Throws ApiError index_closed_exception. */
  checkOpen(): void {
    if (this.#metadata.state === 'open') return;
    const { name, uuid } = this.#metadata;
    throw new ApiError({
      type: 'index_closed_exception',
      reason: 'closed',
      details: { index: name, index_uuid: uuid },
    });
  }
}
