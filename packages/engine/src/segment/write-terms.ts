import { intToByte4 } from '../codec/small-float.ts';
import { type ColumnValues, writeOrdinals, writePresence } from './column-writer.ts';
import { InvertedWriter } from './inverted-writer.ts';
import type { SegmentAssembler } from './segment-assembler.ts';
import { type FieldShape, type FieldStatistics, NO_STATISTICS } from './segment-field.ts';
import { SectionKind } from './segment-format.ts';
import { sortedTerms } from './term-hash.ts';

/** The tokens of one field: plain values, which may be shared between threads. */
export interface FrozenTerms {
  readonly shape: FieldShape;
  /** How many tokens there are. */
  readonly tokens: number;
  /** The terms in order of first appearance, and where each starts; at the end where the last one ends. */
  readonly termBytes: Uint8Array;
  readonly termOffsets: Uint32Array;
  /** A term number, or `-extra - 2` before a term whose position is `extra` more than the one after the last. */
  readonly stream: Int32Array;
  /** Documents with the field, and where the tokens of each start in the stream. */
  readonly docs: Int32Array;
  readonly starts: Uint32Array;
  /** Tokens of each document, commonly without the overlapping ones: the length that norms encode. */
  readonly lengths: Int32Array;
}

/** Writes everything of the field except its row in the field table. */
export function writeTermField(
  assembler: SegmentAssembler,
  terms: FrozenTerms,
  maxDoc: number,
): FieldStatistics {
  const { shape, docs } = terms;
  const field = assembler.nextField;
  const everywhere = writePresence(assembler, docs, docs.length, maxDoc);
  if (!shape.indexed && !shape.docValues) return { ...NO_STATISTICS, everywhere };
  const order = sortedTerms(terms.termBytes, terms.termOffsets);
  const norms = shape.norms ? normsOf(terms, maxDoc) : null;
  if (norms !== null) assembler.add(SectionKind.norms, norms, 1, field);
  const inverted = writeInverted(assembler, terms, order, maxDoc, norms);
  let valueCount = 0;
  if (shape.docValues) {
    const column = ordinalsOf(terms, order);
    valueCount = column.count;
    writeOrdinals(assembler, column, maxDoc, order.length);
  }
  return { ...NO_STATISTICS, everywhere, valueCount, ...inverted };
}

function normsOf(terms: FrozenTerms, maxDoc: number): Uint8Array {
  const { docs } = terms;
  const norms = new Uint8Array(maxDoc);
  const lengths = terms.shape.freqs ? terms.lengths : distinctTerms(terms);
  for (let i = 0; i < docs.length; i++) norms[docs[i]!] = intToByte4(lengths[i]!);
  return norms;
}

/** Lucene's length of a document in a field without frequencies: its distinct terms. */
function distinctTerms(terms: FrozenTerms): Int32Array {
  const { docs, starts, stream, termOffsets } = terms;
  const lengths = new Int32Array(docs.length);
  const seenIn = new Int32Array(termOffsets.length - 1).fill(-1);
  for (let i = 0; i < lengths.length; i++) {
    const end = endOf(terms, i);
    for (let at = starts[i]!; at < end; at++) {
      const term = stream[at]!;
      if (term < 0 || seenIn[term] === i) continue;
      seenIn[term] = i;
      lengths[i] = lengths[i]! + 1;
    }
  }
  return lengths;
}

/** Where the tokens of the n-th document with the field end. */
function endOf({ docs, starts, stream }: FrozenTerms, index: number): number {
  return index + 1 < docs.length ? starts[index + 1]! : stream.length;
}

function writeInverted(
  assembler: SegmentAssembler,
  terms: FrozenTerms,
  order: Uint32Array,
  maxDoc: number,
  norms: Uint8Array | null,
): ReturnType<InvertedWriter['finish']> {
  const writer = new InvertedWriter(terms.shape, maxDoc, norms);
  const inverted = invert(terms, order);
  const { termBytes, termOffsets } = terms;
  let from = 0;
  for (let ordinal = 0; ordinal < order.length; ordinal++) {
    const term = order[ordinal]!;
    const to = inverted.ends[term]!;
    writer.startTerm(termBytes, termOffsets[term]!, termOffsets[term + 1]! - termOffsets[term]!);
    addPostings(writer, inverted, from, to);
    writer.endTerm();
    from = to;
  }
  return writer.finish(assembler);
}

/** The tokens of a term in a row, terms in order, documents ascending. */
interface Inverted {
  /** Where the tokens of each term end. */
  readonly ends: Uint32Array;
  /** Of each token. */
  readonly docs: Int32Array;
  /** Empty of a field without positions. */
  readonly positions: Int32Array;
}

/** The tokens [start, end) are those of one term. */
function addPostings(
  writer: InvertedWriter,
  { docs, positions }: Inverted,
  start: number,
  end: number,
): void {
  for (let from = start; from < end; ) {
    const doc = docs[from]!;
    let to = from + 1;
    while (to < end && docs[to] === doc) to++;
    writer.add(doc, to - from, positions, from);
    from = to;
  }
}

/** Sorts the tokens by counting: those of a term in a row, terms in the given order, documents ascending. */
function invert(terms: FrozenTerms, order: Uint32Array): Inverted {
  const { stream, starts, tokens } = terms;
  const ends = new Uint32Array(order.length);
  for (let i = 0; i < stream.length; i++) {
    const term = stream[i]!;
    if (term >= 0) ends[term] = ends[term]! + 1;
  }
  let sum = 0;
  for (let i = 0; i < order.length; i++) {
    const count = ends[order[i]!]!;
    ends[order[i]!] = sum;
    sum += count;
  }
  const inverted = {
    ends,
    docs: new Int32Array(tokens),
    positions: new Int32Array(terms.shape.positions ? tokens : 0),
  };
  for (let i = 0; i < terms.docs.length; i++)
    place(inverted, terms.docs[i]!, stream, starts[i]!, endOf(terms, i));
  return inverted;
}

/** Puts the tokens [from, to) of the stream, those of a document, to those of their terms; `ends` tells how far these have come. */
function place(
  { ends, docs, positions }: Inverted,
  doc: number,
  stream: Int32Array,
  from: number,
  to: number,
): void {
  let position = -1;
  for (let at = from; at < to; at++) {
    const term = stream[at]!;
    if (term < 0) {
      position += -term - 2;
      continue;
    }
    position++;
    const end = ends[term]!;
    ends[term] = end + 1;
    docs[end] = doc;
    if (positions.length > 0) positions[end] = position;
  }
}

/** Ordinals per document, ascending and distinct. */
function ordinalsOf(terms: FrozenTerms, order: Uint32Array): ColumnValues<Uint32Array> {
  const { stream, starts, tokens } = terms;
  const rank = new Uint32Array(order.length);
  for (let ordinal = 0; ordinal < order.length; ordinal++) rank[order[ordinal]!] = ordinal;
  const docs = new Int32Array(tokens);
  const values = new Uint32Array(tokens);
  let count = 0;
  for (let i = 0; i < terms.docs.length; i++) {
    const first = count;
    const end = endOf(terms, i);
    for (let at = starts[i]!; at < end; at++) values[count++] = rank[stream[at]!]!;
    if (count - first > 1) count = first + sortDistinct(values.subarray(first, count));
    for (let at = first; at < count; at++) docs[at] = terms.docs[i]!;
  }
  return { docs, values, count };
}

/** Sorts in place and drops doubles; returns how many stay in front. */
function sortDistinct(values: Uint32Array): number {
  values.sort();
  let count = 1;
  for (let i = 1; i < values.length; i++) if (values[i] !== values[count - 1]) values[count++] = values[i]!;
  return count;
}
