import type { TokenSink } from '../analysis/analyzer.ts';
import { Int32List, Uint32List } from '../codec/lists.ts';
import { intToByte4 } from '../codec/small-float.ts';
import { type ColumnValues, writeOrdinals, writePresence } from './column-writer.ts';
import { InvertedWriter } from './inverted-writer.ts';
import type { SegmentAssembler } from './segment-assembler.ts';
import { commonShape, type FieldShape, type FieldStatistics, NO_STATISTICS } from './segment-field.ts';
import { MAX_TERM_BYTES, SectionKind } from './segment-format.ts';
import { TermHash } from './term-hash.ts';

/** The tokens of one field while documents are added: term numbers in a row, which sorting by counting inverts. */
export class TermBuffer implements TokenSink {
  shape: FieldShape;
  readonly #terms = new TermHash();
  /** A term number, or `-extra - 2` before a term whose position is `extra` more than the one after the last. */
  readonly #stream = new Int32List(64);
  /** Documents with the field, and where the tokens of each start in the stream. */
  readonly #docs = new Int32List();
  readonly #starts = new Uint32List();
  /** Tokens of each document without the overlapping ones: the length that norms encode. */
  readonly #lengths = new Int32List();
  #lastDoc = -1;
  #position = -1;
  #skip = 0;
  #tokens = 0;
  /** Bytes of the first term that was too long, until `takeImmense`. */
  #immense: Uint8Array | null = null;

  constructor(shape: FieldShape) {
    this.shape = shape;
  }

  get bytesUsed(): number {
    const lists =
      this.#stream.values.byteLength +
      this.#docs.values.byteLength +
      this.#starts.values.byteLength +
      this.#lengths.values.byteLength;
    // Inverting takes eight bytes per token more.
    return this.#terms.bytesUsed + lists + this.#tokens * 8;
  }

  narrow(shape: FieldShape): void {
    this.shape = commonShape(this.shape, shape);
  }

  /** Before each value; the values of a document must come together. */
  startValue(doc: number): void {
    if (doc === this.#lastDoc) return;
    this.#lastDoc = doc;
    this.#docs.push(doc);
    this.#starts.push(this.#stream.length);
    this.#lengths.push(0);
    this.#position = -1;
    this.#skip = 0;
  }

  /** After each value of a text field: what the analyzer left, and the gap to the next value. */
  endValue(increments: number): void {
    this.#skip += increments;
  }

  token(
    buffer: Uint8Array,
    start: number,
    length: number,
    _startOffset: number,
    _endOffset: number,
    positionIncrement: number,
  ): void {
    if (length > MAX_TERM_BYTES) {
      this.#immense ??= buffer.slice(start, start + length);
      return;
    }
    let extra = this.#skip + positionIncrement - 1;
    // An overlapping token cannot stand before the first position.
    if (extra < 0 && this.#position < 0) extra = 0;
    this.#skip = 0;
    if (extra !== 0) this.#stream.push(-extra - 2);
    this.#position += extra + 1;
    this.addTerm(buffer, start, length);
    if (positionIncrement !== 0) {
      const last = this.#lengths.length - 1;
      this.#lengths.values[last] = this.#lengths.values[last]! + 1;
    }
  }

  addTerm(bytes: Uint8Array, start: number, length: number): void {
    this.#tokens++;
    this.#stream.push(this.#terms.add(bytes, start, length));
  }

  takeImmense(): Uint8Array | null {
    const term = this.#immense;
    this.#immense = null;
    return term;
  }

  /** Writes everything of the field except its row in the field table. */
  write(assembler: SegmentAssembler, maxDoc: number): FieldStatistics {
    const field = assembler.nextField;
    const everywhere = writePresence(assembler, this.#docs.values, this.#docs.length, maxDoc);
    if (!this.shape.indexed && !this.shape.docValues) return { ...NO_STATISTICS, everywhere };
    const order = this.#terms.sorted();
    const norms = this.shape.norms ? this.#norms(maxDoc) : null;
    if (norms !== null) assembler.add(SectionKind.norms, norms, 1, field);
    const inverted = this.#writeTerms(assembler, order, maxDoc, norms);
    let valueCount = 0;
    if (this.shape.docValues) {
      const column = this.#ordinals(order);
      valueCount = column.count;
      writeOrdinals(assembler, column, maxDoc, order.length);
    }
    return { ...NO_STATISTICS, everywhere, valueCount, ...inverted };
  }

  #norms(maxDoc: number): Uint8Array {
    const norms = new Uint8Array(maxDoc);
    const lengths = this.shape.freqs ? this.#lengths.values : this.#distinctTerms();
    for (let i = 0; i < this.#docs.length; i++) norms[this.#docs.values[i]!] = intToByte4(lengths[i]!);
    return norms;
  }

  /** Lucene's length of a document in a field without frequencies: its distinct terms. */
  #distinctTerms(): Int32Array {
    const lengths = new Int32Array(this.#docs.length);
    const seenIn = new Int32Array(this.#terms.size).fill(-1);
    for (let i = 0; i < lengths.length; i++) {
      const end = this.#endOf(i);
      for (let at = this.#starts.values[i]!; at < end; at++) {
        const term = this.#stream.values[at]!;
        if (term < 0 || seenIn[term] === i) continue;
        seenIn[term] = i;
        lengths[i] = lengths[i]! + 1;
      }
    }
    return lengths;
  }

  #endOf(index: number): number {
    return index + 1 < this.#docs.length ? this.#starts.values[index + 1]! : this.#stream.length;
  }

  #writeTerms(
    assembler: SegmentAssembler,
    order: Uint32Array,
    maxDoc: number,
    norms: Uint8Array | null,
  ): ReturnType<InvertedWriter['finish']> {
    const writer = new InvertedWriter(this.shape, maxDoc, norms);
    const { ends, docs, positions } = this.#inverted(order);
    const { bytes, offsets } = this.#terms;
    let from = 0;
    for (let ordinal = 0; ordinal < order.length; ordinal++) {
      const term = order[ordinal]!;
      writer.startTerm(bytes, offsets[term]!, offsets[term + 1]! - offsets[term]!);
      const end = ends[term]!;
      while (from < end) {
        const doc = docs[from]!;
        let to = from + 1;
        while (to < end && docs[to] === doc) to++;
        writer.add(doc, to - from, positions, from);
        from = to;
      }
      writer.endTerm();
    }
    return writer.finish(assembler);
  }

  /** Sorts the tokens by counting: those of a term in a row, terms in the given order, documents ascending. */
  #inverted(order: Uint32Array): { ends: Uint32Array; docs: Int32Array; positions: Int32Array } {
    const stream = this.#stream.values;
    const places = new Uint32Array(this.#terms.size);
    for (let i = 0; i < this.#stream.length; i++) {
      const term = stream[i]!;
      if (term >= 0) places[term] = places[term]! + 1;
    }
    let sum = 0;
    for (let i = 0; i < order.length; i++) {
      const count = places[order[i]!]!;
      places[order[i]!] = sum;
      sum += count;
    }
    const docs = new Int32Array(this.#tokens);
    const positions = new Int32Array(this.shape.positions ? this.#tokens : 0);
    for (let i = 0; i < this.#docs.length; i++) {
      const doc = this.#docs.values[i]!;
      const end = this.#endOf(i);
      let position = -1;
      for (let at = this.#starts.values[i]!; at < end; at++) {
        const term = stream[at]!;
        if (term < 0) {
          position += -term - 2;
          continue;
        }
        position++;
        const place = places[term]!;
        places[term] = place + 1;
        docs[place] = doc;
        if (positions.length > 0) positions[place] = position;
      }
    }
    return { ends: places, docs, positions };
  }

  /** Ordinals per document, ascending and distinct. */
  #ordinals(order: Uint32Array): ColumnValues<Uint32Array> {
    const rank = new Uint32Array(order.length);
    for (let ordinal = 0; ordinal < order.length; ordinal++) rank[order[ordinal]!] = ordinal;
    const docs = new Int32Array(this.#tokens);
    const values = new Uint32Array(this.#tokens);
    let count = 0;
    for (let i = 0; i < this.#docs.length; i++) {
      const start = this.#starts.values[i]!;
      const end = this.#endOf(i);
      const first = count;
      for (let at = start; at < end; at++) values[count++] = rank[this.#stream.values[at]!]!;
      if (count - first > 1) count = first + sortDistinct(values.subarray(first, count));
      docs.fill(this.#docs.values[i]!, first, count);
    }
    return { docs, values, count };
  }
}

/** Sorts in place and drops doubles; returns how many stay in front. */
function sortDistinct(values: Uint32Array): number {
  values.sort();
  let count = 1;
  for (let i = 1; i < values.length; i++) if (values[i] !== values[count - 1]) values[count++] = values[i]!;
  return count;
}
