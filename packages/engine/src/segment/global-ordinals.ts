import { runThrough, type Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { ShardSearcher, TermsReader } from './segment-reader.ts';

/** Bytes that are compared sooner one by one than by a call. */
const NEAR = 64;

/** Unsigned, as Lucene orders terms. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  const near = Math.min(length, NEAR);
  for (let i = 0; i < near; i++) {
    const difference = a[i]! - b[i]!;
    if (difference !== 0) return difference;
  }
  return length > near ? Buffer.compare(a, b) : a.length - b.length;
}

/** The terms of one field over all segments of a shard, numbered in their order. */
export interface GlobalOrdinals {
  readonly size: number;
  /** Per segment, from its ordinals to these; null where they are the same. */
  readonly maps: readonly (Uint32Array | null)[];
  term(ordinal: number): Uint8Array;
  text(ordinal: number): string;
  /** Ordinal of the term, -1 where no segment has it. */
  lookup(term: Uint8Array): number;
}

interface KeptOrdinals {
  /** By segment; those of a text may be made anew. */
  readonly readers: readonly (TermsReader | null)[];
  readonly ordinals: GlobalOrdinals;
}

/**
 * Valid as long as the searcher; a searcher is made anew by a refresh and is then forgotten with its maps.
 */
const cache = new WeakMap<ShardSearcher, Map<string, KeptOrdinals>>();

/** Builds them where there are none yet, in slices. */
export function* prepareOrdinals(
  searcher: ShardSearcher,
  field: string,
  budget: WorkBudget,
): Steps<GlobalOrdinals> {
  const { made } = searcher;
  // What a request has made is no reason to number the terms of other fields anew.
  const owner = made === undefined || made.fields.has(field) ? searcher : made.of;
  let fields = cache.get(owner);
  if (fields === undefined) {
    fields = new Map();
    cache.set(owner, fields);
  }
  const readers = searcher.segments.map((segment) => segment.fielddataTerms(field));
  const kept = fields.get(field);
  if (kept?.readers.every((reader, i) => reader === readers[i]) === true) return kept.ordinals;
  const ordinals = yield* buildOrdinals(readers, budget);
  fields.set(field, { readers, ordinals });
  return ordinals;
}

/** Those that were prepared, else built at once. */
export function globalOrdinals(searcher: ShardSearcher, field: string, budget: WorkBudget): GlobalOrdinals {
  return runThrough(prepareOrdinals(searcher, field, budget));
}

function* buildOrdinals(readers: readonly (TermsReader | null)[], budget: WorkBudget): Steps<GlobalOrdinals> {
  const full = readers.filter((reader) => reader !== null && reader.size > 0);
  if (full.length === 1)
    return new SegmentOrdinals(
      full[0]!,
      readers.map(() => null),
    );
  return yield* mergeOrdinals(readers, budget);
}

class SegmentOrdinals implements GlobalOrdinals {
  readonly #reader: TermsReader;
  readonly size: number;
  readonly maps: readonly (Uint32Array | null)[];

  constructor(reader: TermsReader, maps: readonly null[]) {
    this.#reader = reader;
    this.size = reader.size;
    this.maps = maps;
  }

  term(ordinal: number): Uint8Array {
    return this.#reader.term(ordinal);
  }

  text(ordinal: number): string {
    return this.#reader.termText(ordinal);
  }

  lookup(term: Uint8Array): number {
    return this.#reader.lookup(term);
  }
}

class MergedOrdinals implements GlobalOrdinals {
  readonly #readers: readonly (TermsReader | null)[];
  readonly #segments: Uint16Array;
  readonly #ordinals: Uint32Array;
  readonly maps: readonly (Uint32Array | null)[];

  constructor(
    readers: readonly (TermsReader | null)[],
    maps: readonly (Uint32Array | null)[],
    segments: Uint16Array,
    ordinals: Uint32Array,
  ) {
    this.#readers = readers;
    this.maps = maps;
    this.#segments = segments;
    this.#ordinals = ordinals;
  }

  get size(): number {
    return this.#ordinals.length;
  }

  term(ordinal: number): Uint8Array {
    return this.#readers[this.#segments[ordinal]!]!.term(this.#ordinals[ordinal]!);
  }

  text(ordinal: number): string {
    return this.#readers[this.#segments[ordinal]!]!.termText(this.#ordinals[ordinal]!);
  }

  lookup(term: Uint8Array): number {
    for (let i = 0; i < this.#readers.length; i++) {
      const ordinal = this.#readers[i]?.lookup(term) ?? -1;
      if (ordinal >= 0) return this.maps[i]![ordinal]!;
    }
    return -1;
  }
}

interface Cursor {
  readonly segment: number;
  readonly reader: TermsReader;
  readonly map: Uint32Array;
  ordinal: number;
  term: Uint8Array;
}

/** A k-way merge of the sorted dictionaries by a binary heap of cursors. */
function* mergeOrdinals(readers: readonly (TermsReader | null)[], budget: WorkBudget): Steps<GlobalOrdinals> {
  const maps = readers.map((reader) => new Uint32Array(reader?.size ?? 0));
  const heap: Cursor[] = [];
  let total = 0;
  readers.forEach((reader, segment) => {
    if (reader === null || reader.size === 0) return;
    total += reader.size;
    heap.push({ segment, reader, map: maps[segment]!, ordinal: 0, term: reader.term(0) });
  });
  for (let i = (heap.length >> 1) - 1; i >= 0; i--) sink(heap, i);
  const segments = new Uint16Array(total);
  const ordinals = new Uint32Array(total);
  let size = 0;
  let last: Uint8Array | null = null;
  while (heap.length > 0) {
    budget.charge(1);
    if (budget.sliceOver) yield;
    const top = heap[0]!;
    if (last === null || compareBytes(last, top.term) !== 0) {
      segments[size] = top.segment;
      ordinals[size++] = top.ordinal;
      last = top.term;
    }
    top.map[top.ordinal++] = size - 1;
    if (top.ordinal < top.reader.size) top.term = top.reader.term(top.ordinal);
    else {
      const end = heap.pop()!;
      if (heap.length === 0) break;
      if (end !== top) heap[0] = end;
    }
    sink(heap, 0);
  }
  return new MergedOrdinals(readers, maps, segments.slice(0, size), ordinals.slice(0, size));
}

function sink(heap: Cursor[], from: number): void {
  const cursor = heap[from]!;
  let i = from;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && compareBytes(heap[child + 1]!.term, heap[child]!.term) < 0) child++;
    if (compareBytes(heap[child]!.term, cursor.term) >= 0) break;
    heap[i] = heap[child]!;
    i = child;
  }
  heap[i] = cursor;
}
