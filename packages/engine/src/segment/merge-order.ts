import { assert } from '@sextant/base';
import { getBit } from '../codec/bits.ts';
import { compareBytes } from '../codec/bytes.ts';
import { Heads } from '../codec/heads.ts';
import type { OpenSegment } from './open-segment.ts';
import { hasRests } from './rests.ts';
import { nextBit } from './segment-blocks.ts';
import type { NumericColumn, OrdinalColumn } from './segment-reader.ts';
import {
  emptyLevel,
  emptyRests,
  type SegmentSort,
  type SegmentSortKey,
  type SortLevel,
} from './segment-sort.ts';

/**
 * Of each document of a merged segment the place of its input, so that the segment is in the order in which its inputs are:
 * those of one input stay in their order, equal ones in that of the inputs. null where each input follows the one before.
 */
export function mergeOrder(segments: readonly OpenSegment[], sort: SegmentSort): Uint16Array | null {
  assert(segments.length < 2 ** 16, 'a merge has fewer inputs');
  const levels = levelsOf(segments, sort);
  const runs = segments.map((segment) => new Run(segment));
  const isBefore = (a: number, b: number): boolean => {
    for (let i = 0; i < levels[a]!.length; i++) {
      const left = levels[a]![i]![runs[a]!.doc]!;
      const right = levels[b]![i]![runs[b]!.doc]!;
      if (left !== right) return left < right;
    }
    return a < b;
  };
  const full = runs.flatMap((run, place) => (run.doc < 0 ? [] : place));
  const heads = new Heads(full, isBefore);
  const places = new Uint16Array(runs.reduce((sum, { live }) => sum + live, 0));
  let at = 0;
  let turns = 0;
  for (let place = heads.first; place >= 0; place = heads.first) {
    const run = runs[place]!;
    if (at > 0 && places[at - 1]! > place) turns++;
    places.fill(place, at, at + run.size);
    at += run.size;
    run.next();
    if (run.doc < 0) heads.ended();
    else heads.moved();
  }
  return turns === 0 ? null : places;
}

/** The live documents of an input that lie in no other, one after the other. */
class Run {
  /** How many documents are live, those within others included. */
  readonly live: number;
  /** -1 at the end. */
  doc = -1;
  readonly #segment: OpenSegment;

  constructor(segment: OpenSegment) {
    this.#segment = segment;
    this.live = segment.maxDoc - segment.data.deletedDocs;
    this.next();
  }

  /** Documents that stand together: the one at hand, and those within it. */
  get size(): number {
    const { blocks } = this.#segment;
    return blocks === null ? 1 : this.doc - blocks.startOf(this.doc) + 1;
  }

  next(): void {
    const { liveDocs, maxDoc, blocks } = this.#segment;
    let doc = this.doc;
    do {
      doc = blocks === null ? doc + 1 : nextBit(blocks.roots, doc + 1);
      if (doc < 0 || doc >= maxDoc) {
        this.doc = -1;
        return;
      }
    } while (liveDocs !== null && !getBit(liveDocs, doc));
    this.doc = doc;
  }
}

/** By input: as many levels in each. */
function levelsOf(segments: readonly OpenSegment[], sort: SegmentSort): readonly (readonly SortLevel[])[] {
  const levels = segments.map((): SortLevel[] => []);
  for (const key of sort) {
    const numbers = segments.map((segment) => segment.numeric(key.field));
    const isNumber = numbers.some((column) => column !== null);
    const isFine = numbers.some(hasRests);
    const ranks = isNumber ? [] : ranksOf(segments, key.field);
    segments.forEach((segment, i) => {
      const level = emptyLevel(segment.maxDoc, key);
      levels[i]!.push(level);
      if (isNumber) fillNumbers(level, numbers[i]!, key);
      else fillRanks(level, segment.ordinals(key.field), ranks[i]!, key);
      if (isFine) levels[i]!.push(restLevel(segment.maxDoc, numbers[i]!, key));
    });
  }
  return levels;
}

type Layout = Pick<NumericColumn | OrdinalColumn, 'data' | 'offsets' | 'present'>;

/** Where the value of a document stands that counts; -1 where it has none. */
function placeOf({ data, offsets, present }: Layout, doc: number, { mode }: SegmentSortKey): number {
  if (data.length === 0) return -1;
  if (offsets === null) return present === null || getBit(present, doc) ? doc : -1;
  const from = offsets[doc]!;
  const to = offsets[doc + 1]!;
  if (from === to) return -1;
  return mode === 'min' ? from : to - 1;
}

function fillNumbers(level: SortLevel, column: NumericColumn | null, key: SegmentSortKey): void {
  if (column === null) return;
  for (let doc = 0; doc < level.length; doc++) {
    const place = placeOf(column, doc, key);
    if (place >= 0) level[doc] = (key.descending ? -1 : 1) * (column.base + column.data[place]!);
  }
}

/** What the numbers are above their doubles. */
function restLevel(maxDoc: number, column: NumericColumn | null, key: SegmentSortKey): SortLevel {
  const level = emptyRests(maxDoc, key);
  if (column === null) return level;
  for (let doc = 0; doc < maxDoc; doc++) {
    const place = placeOf(column, doc, key);
    if (place >= 0) level[doc] = (key.descending ? -1 : 1) * (column.rest?.[place] ?? 0);
  }
  return level;
}

function fillRanks(
  level: SortLevel,
  column: OrdinalColumn | null,
  ranks: Uint32Array,
  key: SegmentSortKey,
): void {
  if (column === null) return;
  for (let doc = 0; doc < level.length; doc++) {
    const place = placeOf(column, doc, key);
    if (place >= 0) level[doc] = (key.descending ? -1 : 1) * ranks[column.data[place]!]!;
  }
}

/** By input: the place of each of its terms among those of all. */
function ranksOf(segments: readonly OpenSegment[], field: string): Uint32Array[] {
  const readers = segments.map((segment) => segment.index.terms(field));
  const ranks = readers.map((reader) => new Uint32Array(reader?.size ?? 0));
  const ordinals = readers.map(() => 0);
  const terms = readers.map((reader) => (reader !== null && reader.size > 0 ? reader.term(0) : null));
  const full = readers.flatMap((_, run) => (terms[run] === null ? [] : run));
  const heads = new Heads(full, (a, b) => {
    const order = compareBytes(terms[a]!, terms[b]!);
    return order === 0 ? a < b : order < 0;
  });
  let rank = -1;
  let last: Uint8Array | null = null;
  for (let run = heads.first; run >= 0; run = heads.first) {
    const term = terms[run]!;
    if (last === null || compareBytes(last, term) !== 0) rank++;
    last = term;
    const ordinal = ordinals[run]!;
    ranks[run]![ordinal] = rank;
    ordinals[run] = ordinal + 1;
    if (ordinal + 1 < readers[run]!.size) {
      terms[run] = readers[run]!.term(ordinal + 1);
      heads.moved();
    } else {
      heads.ended();
    }
  }
  return ranks;
}
