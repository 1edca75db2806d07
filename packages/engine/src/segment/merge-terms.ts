import { assert } from '@sextant/base';
import { compareBytes } from '../codec/bytes.ts';
import type { BlockPostings } from './block-postings.ts';
import type { FieldTerms } from './field-terms.ts';
import type { InvertedWriter } from './inverted-writer.ts';
import type { OpenSegment } from './open-segment.ts';
import type { FieldShape } from './segment-field.ts';

/** One input: its segment, the new number of each of its documents (-1 = dropped), and its place. */
export interface MergeInput {
  readonly segment: OpenSegment;
  readonly remap: Int32Array;
}

/** What becomes one segment. */
export interface MergePlan {
  readonly inputs: readonly MergeInput[];
  readonly maxDoc: number;
  /** Of each document of the result the place of its input; null where each input follows the one before. */
  readonly places: Uint16Array | null;
}

/** The dictionary of one input on its way through the merge. */
interface TermCursor {
  readonly place: number;
  readonly terms: FieldTerms;
  readonly remap: Int32Array;
  readonly postings: BlockPostings | null;
  /** Live documents per ordinal, where there are no postings to count. */
  readonly counts: Uint32Array | null;
  readonly ordinals: Int32Array;
  ordinal: number;
  term: Uint8Array;
  // Of a sorted merge: the place in the loaded block, and its document in the result; -1 at the end.
  at: number;
  doc: number;
}

export interface MergedTerms {
  readonly termCount: number;
  /** Per input: the new ordinal of each old one, -1 where the term is gone; null where it has no terms. */
  readonly ordinals: readonly (Int32Array | null)[];
}

/** Writes the terms of all inputs that still have a live document, in order, with their documents renumbered. */
export function mergeTerms(
  { inputs, places }: MergePlan,
  shape: FieldShape,
  writer: InvertedWriter,
): MergedTerms {
  const ordinals = inputs.map((): Int32Array | null => null);
  const queue: TermCursor[] = [];
  inputs.forEach((input, place) => {
    const cursor = openCursor(input, place, shape);
    if (cursor === null) return;
    ordinals[place] = cursor.ordinals;
    if (cursor.terms.size > 0) insert(queue, cursor);
  });
  const same: TermCursor[] = [];
  const positions = { buffer: new Int32Array(64) };
  let termCount = 0;
  while (queue.length > 0) {
    same.length = 0;
    do same.push(queue.shift()!);
    while (queue.length > 0 && compareBytes(queue[0]!.term, same[0]!.term) === 0);
    let kept: boolean;
    if (!shape.indexed) kept = writeCounts(same, writer);
    else if (places === null || same.length === 1) kept = writePostings(same, shape, writer, positions);
    else kept = writeSorted(same, shape, writer, positions);
    for (const cursor of same) {
      if (kept) cursor.ordinals[cursor.ordinal] = termCount;
      cursor.ordinal++;
      if (cursor.ordinal >= cursor.terms.size) continue;
      cursor.term = cursor.terms.term(cursor.ordinal);
      insert(queue, cursor);
    }
    if (kept) termCount++;
  }
  return { termCount, ordinals };
}

function openCursor(input: MergeInput, place: number, shape: FieldShape): TermCursor | null {
  const terms = input.segment.index.terms(shape.name);
  if (terms === null) return null;
  return {
    place,
    terms,
    remap: input.remap,
    postings: shape.indexed ? terms.reusablePostings() : null,
    counts: shape.indexed ? null : liveCounts(input, shape.name, terms.size),
    ordinals: new Int32Array(terms.size).fill(-1),
    ordinal: 0,
    term: terms.size > 0 ? terms.term(0) : new Uint8Array(0),
    at: -1,
    doc: -1,
  };
}

/** Keeps the queue by term, then by place. The next term of a cursor is mostly near the front. */
function insert(queue: TermCursor[], cursor: TermCursor): void {
  let at = 0;
  while (at < queue.length) {
    const order = compareBytes(queue[at]!.term, cursor.term);
    if (order > 0 || (order === 0 && queue[at]!.place > cursor.place)) break;
    at++;
  }
  queue.splice(at, 0, cursor);
}

function writePostings(
  cursors: readonly TermCursor[],
  shape: FieldShape,
  writer: InvertedWriter,
  positions: { buffer: Int32Array },
): boolean {
  let started = false;
  for (const cursor of cursors) {
    const { remap } = cursor;
    const postings = cursor.terms.postingsInto(cursor.postings!, cursor.ordinal);
    while (postings.nextBlock()) {
      if (shape.freqs) postings.loadFreqs();
      for (let i = 0; i < postings.length; i++) {
        const doc = remap[postings.docs[i]!]!;
        if (doc < 0) continue;
        if (!started) {
          writer.startTerm(cursor.term, 0, cursor.term.length);
          started = true;
        }
        if (shape.positions) positions.buffer = postings.positionsAt(i, positions.buffer);
        writer.add(doc, shape.freqs ? postings.freqs[i]! : 1, positions.buffer, 0);
      }
    }
  }
  if (started) writer.endTerm();
  return started;
}

/** The documents of several inputs among each other. */
function writeSorted(
  cursors: readonly TermCursor[],
  shape: FieldShape,
  writer: InvertedWriter,
  positions: { buffer: Int32Array },
): boolean {
  const { term } = cursors[0]!;
  const left = cursors.filter((cursor) => {
    cursor.terms.postingsInto(cursor.postings!, cursor.ordinal);
    cursor.at = -1;
    return advance(cursor, shape);
  });
  if (left.length === 0) return false;
  writer.startTerm(term, 0, term.length);
  while (left.length > 0) {
    let first = left[0]!;
    for (let i = 1; i < left.length; i++) if (left[i]!.doc < first.doc) first = left[i]!;
    const postings = first.postings!;
    if (shape.positions) positions.buffer = postings.positionsAt(first.at, positions.buffer);
    writer.add(first.doc, shape.freqs ? postings.freqs[first.at]! : 1, positions.buffer, 0);
    if (!advance(first, shape)) left.splice(left.indexOf(first), 1);
  }
  writer.endTerm();
  return true;
}

/** To the next document that stays; false at the end. */
function advance(cursor: TermCursor, shape: FieldShape): boolean {
  const postings = cursor.postings!;
  do {
    if (cursor.at + 1 < postings.length && cursor.at >= 0) cursor.at++;
    else {
      if (!postings.nextBlock()) return false;
      if (shape.freqs) postings.loadFreqs();
      cursor.at = 0;
    }
    cursor.doc = cursor.remap[postings.docs[cursor.at]!]!;
  } while (cursor.doc < 0);
  return true;
}

function writeCounts(cursors: readonly TermCursor[], writer: InvertedWriter): boolean {
  let docs = 0;
  for (const cursor of cursors) docs += cursor.counts![cursor.ordinal]!;
  if (docs === 0) return false;
  const { term } = cursors[0]!;
  writer.startTerm(term, 0, term.length);
  writer.addCount(docs);
  writer.endTerm();
  return true;
}

function liveCounts(input: MergeInput, field: string, termCount: number): Uint32Array {
  const counts = new Uint32Array(termCount);
  eachOrdinal(input, field, (_doc, ordinal) => {
    counts[ordinal] = counts[ordinal]! + 1;
  });
  return counts;
}

/** Calls with the new document and the old ordinal, for every live document in order. */
export function eachOrdinal(
  input: MergeInput,
  field: string,
  visit: (doc: number, ordinal: number) => void,
): void {
  const column = input.segment.ordinals(field);
  if (column === null) {
    assert(input.segment.index.fields.get(field) === undefined, `field [${field}] has no ordinals`);
    return;
  }
  const { data, offsets, present } = column;
  const { remap } = input;
  for (let old = 0; old < remap.length; old++) {
    const doc = remap[old]!;
    if (doc < 0) continue;
    if (offsets !== null) {
      for (let i = offsets[old]!; i < offsets[old + 1]!; i++) visit(doc, data[i]!);
    } else if (present === null || (present[old >>> 5]! & (1 << (old & 31))) !== 0) {
      visit(doc, data[old]!);
    }
  }
}
