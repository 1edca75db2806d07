import type { Disk } from '@sextant/base';
import type { ErrorCause } from '@sextant/contract';
import { closeSegment, openSegment } from '../segment/segment-file.ts';
import type { SegmentReader, ShardSearcher } from '../segment/segment-reader.ts';
import type { GetResult } from '../shard/index/write-batch.ts';
import type { Publication } from '../shard/index/writer-events.ts';
import { SearchCounters } from './search-counters.ts';

const encoder = new TextEncoder();

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
