import { assert, type Disk } from '@sextant/base';
import type { ErrorCause } from '@sextant/contract';
import { utf8Of } from '../codec/utf8-scratch.ts';
import type { SegmentData } from '../segment/segment-data.ts';
import { closeSegment, filesOf, openForSearch, pinSegment } from '../segment/segment-file.ts';
import type { SegmentReader, ShardSearcher } from '../segment/segment-reader.ts';
import type { GetResult } from '../shard/index/write-batch.ts';
import type { Publication } from '../shard/index/writer-events.ts';
import { SearchCounters } from './search-counters.ts';

/** One publication as searches see it. */
interface Shown {
  readonly number: number;
  readonly searcher: ShardSearcher;
  /** Searches that are under way in it. */
  uses: number;
}

/** The right to use a shard's segments as they are now, whatever is published, closed or deleted meanwhile. */
export interface ShardLease {
  readonly searcher: ShardSearcher;
  /** The number of the publication that it is. */
  readonly publication: number;
  /** The same segments for somebody else, who ends it by himself; only before the end of this one. */
  again(released: () => void): ShardLease;
  /** May be called twice. */
  end(): void;
}

/** Segments of one shard do not change but for their live documents, which only become fewer. */
function areSame(before: readonly SegmentData[], after: readonly SegmentData[]): boolean {
  if (before.length !== after.length) return false;
  return after.every(({ name, deletedDocs }, i) => {
    return name === before[i]!.name && deletedDocs === before[i]!.deletedDocs;
  });
}

/** One shard as the searching side sees it. */
export class ShardView {
  #counters = new SearchCounters();
  #failure: ErrorCause | undefined;
  /** Clock.now() when `failure` was first told. */
  failedSince = 0;
  #shown: Shown | undefined;
  /** No longer shown, but searches use them still. */
  readonly #leased = new Set<Shown>();
  #operations: Int32Array | undefined;
  #covered = 0;
  #lastPublication: Publication | undefined;

  /** Undefined while nothing was published: the shard could not be opened. */
  get searcher(): ShardSearcher | undefined {
    return this.#shown?.searcher;
  }

  /** Number of the first publication that is still used; 0 before the first. */
  get publication(): number {
    let first = this.#shown?.number ?? 0;
    for (const { number } of this.#leased) if (number < first) first = number;
    return first;
  }

  /** What is shown, as the writer told it; undefined where nothing is. */
  get lastPublication(): Publication | undefined {
    return this.#lastPublication;
  }

  /** The segments show every operation that was acknowledged. */
  get isCurrent(): boolean {
    return this.#operations !== undefined && Atomics.load(this.#operations, 0) === this.#covered;
  }

  /** False where the segments are those from before. */
  publish(index: string, publication: Publication, disk: Disk): boolean {
    const before = this.#lastPublication?.segments;
    this.#show({ ...this.#open(index, publication, disk), uses: 0 });
    this.#operations = new Int32Array(publication.operations);
    this.#covered = publication.coveredOperations;
    this.#lastPublication = publication;
    return before === undefined || !areSame(before, publication.segments);
  }

  #open(index: string, publication: Publication, disk: Disk): Omit<Shown, 'uses'> {
    const known = new Map<string, SegmentReader>();
    for (const shown of [...this.#leased, this.#shown]) {
      for (const reader of shown?.searcher.segments ?? []) known.set(reader.name, reader);
    }
    const segments: SegmentReader[] = [];
    const docBases: number[] = [];
    let docBase = 0;
    let numDocs = 0;
    for (const data of publication.segments) {
      const previous = known.get(data.name);
      const reader = openForSearch(data, disk, { indexName: index, ...(previous && { previous }) });
      segments.push(reader);
      docBases.push(docBase);
      docBase += reader.maxDoc;
      numDocs += data.maxDoc - data.deletedDocs;
    }
    const { indexUuid, shard, number } = publication;
    return { number, searcher: { index, indexUuid, shard, segments, docBases, numDocs } };
  }

  #show(next: Shown | undefined): void {
    const before = this.#shown;
    this.#shown = next;
    if (before === undefined) return;
    if (before.uses > 0) this.#leased.add(before);
    else this.#closeUnused(before);
  }

  /** Closes files that no search can use any more. */
  #closeUnused({ searcher }: Shown): void {
    const used = new Set<object>();
    for (const shown of [...this.#leased, this.#shown]) {
      for (const reader of shown?.searcher.segments ?? []) used.add(filesOf(reader));
    }
    for (const reader of searcher.segments) if (!used.has(filesOf(reader))) closeSegment(reader);
  }

  /** For a search; `released` is called at its end where segments may have become unused. */
  lease(released: () => void): ShardLease | undefined {
    return this.#shown === undefined ? undefined : this.#lease(this.#shown, released);
  }

  /** For many searches: what was published then, whose files are still there, shown or not. */
  leaseOf(index: string, publication: Publication, disk: Disk, released: () => void): ShardLease {
    const known = [...this.#leased, this.#shown].find((shown) => shown?.number === publication.number);
    if (known !== undefined) return this.#lease(known, released);
    const older = { ...this.#open(index, publication, disk), uses: 0 };
    this.#leased.add(older);
    return this.#lease(older, released);
  }

  #lease(shown: Shown, released: () => void): ShardLease {
    shown.uses++;
    let ended = false;
    const end = (): void => {
      if (ended) return;
      ended = true;
      shown.uses--;
      if (shown.uses > 0 || !this.#leased.delete(shown)) return;
      this.#closeUnused(shown);
      released();
    };
    const again = (next: () => void): ShardLease => {
      assert(shown.uses > 0, 'segments are leased again that nobody uses any more');
      return this.#lease(shown, next);
    };
    return { searcher: shown.searcher, publication: shown.number, again, end };
  }

  /**
   * Before files are removed from the disk: searches that are under way, or begin before the news of it, read them to
   * their end.
   */
  pin(): void {
    for (const shown of [...this.#leased, this.#shown]) {
      for (const reader of shown?.searcher.segments ?? []) {
        try {
          pinSegment(reader);
        } catch {
          // Whoever reads it will say so; an index whose files are gone can still be deleted.
        }
      }
    }
  }

  /** Why the shard refuses operations. */
  get failure(): ErrorCause | undefined {
    return this.#failure;
  }

  /** The shard refuses operations, or, undefined, works again. Where it is damaged, new searches find nothing here. */
  failed(cause: ErrorCause | undefined): void {
    this.#failure = cause;
    if (cause?.type === 'corrupt_index_exception') this.#withdraw();
  }

  #withdraw(): void {
    this.#show(undefined);
    this.#operations = undefined;
    this.#lastPublication = undefined;
  }

  /** What was counted goes too: that of the writer begins anew when the shard is opened again. */
  close(): void {
    this.#withdraw();
    this.#failure = undefined;
    this.#counters = new SearchCounters();
  }

  get counters(): SearchCounters {
    return this.#counters;
  }

  /** False where nothing is, or was, to be searched. */
  get hasSegments(): boolean {
    return this.#leased.size > 0 || (this.#shown !== undefined && this.#shown.searcher.segments.length > 0);
  }

  /** All that searches use, or are still using. */
  searchers(): readonly ShardSearcher[] {
    return [...this.#leased, this.#shown].flatMap((shown) => (shown === undefined ? [] : [shown.searcher]));
  }

  /** The document as the segments show it. */
  get(id: string): GetResult {
    const bytes = utf8Of(id);
    const segments = this.#shown?.searcher.segments ?? [];
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
        kept: reader.keptOf(doc),
      };
    }
    return { found: false, version: -1, seqNo: -2, primaryTerm: 0, routing: null, source: null, kept: null };
  }
}
