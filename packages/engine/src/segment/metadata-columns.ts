import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { compareRanges } from '../codec/bytes.ts';
import { INDEX, SEQ_NO } from '../mapping/metadata-fields.ts';
import type { MadeField } from './made-field.ts';
import { COLUMN_BLOCK } from './segment-format.ts';
import type { MetaColumn, SegmentIndex } from './segment-index.ts';
import type { NumericColumn } from './segment-reader.ts';
import { UnindexedTerms } from './unindexed-terms.ts';
import type { Uninverted } from './uninverted.ts';

const encoder = new TextEncoder();

/** Fields that every document has though its source has not: its sequence number and the name of its index. */
export class MetadataColumns {
  readonly #maxDoc: number;
  readonly #fields = new Map<string, MadeField>();

  constructor(maxDoc: number) {
    this.#maxDoc = maxDoc;
  }

  /** Undefined: it is no such field. */
  of(field: string, segment: () => SegmentIndex, index: string): MadeField | undefined {
    if (field !== SEQ_NO && field !== INDEX) return undefined;
    let made = this.#fields.get(field);
    if (made === undefined) {
      made = field === SEQ_NO ? sequence(segment().seqNos, this.#maxDoc) : constant(index, this.#maxDoc);
      this.#fields.set(field, made);
    }
    return made;
  }

  close(): void {
    this.#fields.clear();
  }
}

function constant(text: string, maxDoc: number): MadeField {
  const bytes = encoder.encode(text);
  const offsets = Uint32Array.of(0, bytes.length);
  const terms = new UnindexedTerms(bytes, offsets, Uint32Array.of(maxDoc), maxDoc);
  const data = new Uint8Array(maxDoc);
  const ordinals = { data, offsets: null, present: null, valueCount: maxDoc, docCount: maxDoc };
  return { numeric: null, ordinals, terms, exists: 'all' };
}

function sequence({ base, slope, data }: MetaColumn, maxDoc: number): MadeField {
  let values = data;
  if (slope !== 0 || data.length === 0) {
    const steps = new Uint32Array(maxDoc);
    for (let doc = 0; doc < maxDoc; doc++) steps[doc] = doc * slope + (data.length === 0 ? 0 : data[doc]!);
    values = steps;
  }
  const blocks = Math.ceil(maxDoc / COLUMN_BLOCK);
  const blockMin = new Float64Array(blocks).fill(Number.POSITIVE_INFINITY);
  const blockMax = new Float64Array(blocks).fill(Number.NEGATIVE_INFINITY);
  for (let doc = 0; doc < maxDoc; doc++) {
    const block = Math.floor(doc / COLUMN_BLOCK);
    const value = base + values[doc]!;
    if (value < blockMin[block]!) blockMin[block] = value;
    if (value > blockMax[block]!) blockMax[block] = value;
  }
  const min = blockMin.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const max = blockMax.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const counts = { valueCount: maxDoc, docCount: maxDoc, min, max };
  const layout = { rest: null, offsets: null, present: null, blockMin, blockMax };
  const numeric: NumericColumn = { data: values, base, sorted: null, ...layout, ...counts };
  return { numeric, ordinals: null, terms: null, exists: 'all' };
}

/** Documents that are put in order before others get their turn. */
const DOCS_PER_STEP = 128;
/** Of a text behind what all have in common, so many bytes stand for it before the rest is compared. */
const KEY_BYTES = 4;

/** A text for each document, one behind the other: that of a document ends where the next one begins, and may be empty. */
interface OneText {
  readonly bytes: Uint8Array;
  startOf(doc: number): number;
}

/** Ids or routings of a segment as terms, and the one of each document; objects of nested fields have no id. */
export function* termsByDoc(texts: OneText, maxDoc: number, budget: WorkBudget): Steps<Uninverted> {
  const passing = maxDoc * (Float64Array.BYTES_PER_ELEMENT + Uint32Array.BYTES_PER_ELEMENT);
  budget.reserve(passing, '<fielddata>');
  const docs = yield* docsByText(texts, maxDoc, budget);
  const data = new Uint32Array(docs.length);
  const places = new Uint32Array(maxDoc + 1);
  for (let doc = 0; doc < maxDoc; doc++) {
    places[doc + 1] = places[doc]! + (texts.startOf(doc + 1) > texts.startOf(doc) ? 1 : 0);
  }
  const starts = new Uint32Array(docs.length + 1);
  const docFreqs = new Uint32Array(docs.length);
  const bytes = new Uint8Array(texts.startOf(maxDoc) - texts.startOf(0));
  let size = 0;
  let at = 0;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i]!;
    if (i % DOCS_PER_STEP === 0) budget.charge(1);
    if (budget.sliceOver) yield;
    if (i === 0 || compare(texts, docs[i - 1]!, doc) !== 0) {
      starts[size++] = at;
      const [start, end] = [texts.startOf(doc), texts.startOf(doc + 1)];
      bytes.set(texts.bytes.subarray(start, end), at);
      at += end - start;
    }
    docFreqs[size - 1]!++;
    data[places[doc]!] = size - 1;
  }
  starts[size] = at;
  budget.release(passing);
  const terms = new UnindexedTerms(
    bytes.subarray(0, at),
    starts.subarray(0, size + 1),
    docFreqs.subarray(0, size),
    docs.length,
  );
  const counts = { valueCount: docs.length, docCount: docs.length };
  const column = { data, offsets: places, present: null, ...counts };
  const arrays = [bytes, starts, docFreqs, data, places];
  return { terms, column, bytes: arrays.reduce((sum, { byteLength }) => sum + byteLength, 0) };
}

/** Documents with a text, in the order of those. */
function* docsByText(texts: OneText, maxDoc: number, budget: WorkBudget): Steps<Uint32Array> {
  const common = commonStart(texts, maxDoc);
  // A double holds 53 bits: those of the document, and of the id as many as are left.
  const perKey = 2 ** Math.max(1, 32 - Math.clz32(maxDoc));
  const keyBytes = Math.min(KEY_BYTES, Math.floor((53 - Math.log2(perKey)) / 8));
  const keys = new Float64Array(maxDoc);
  let count = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    if (doc % DOCS_PER_STEP === 0) budget.charge(1);
    if (budget.sliceOver) yield;
    const [start, end] = [texts.startOf(doc), texts.startOf(doc + 1)];
    if (start === end) continue;
    let key = 0;
    for (let i = start + common; i < start + common + keyBytes; i++) {
      key = key * 256 + (i < end ? texts.bytes[i]! : 0);
    }
    keys[count++] = key * perKey + doc;
  }
  const sorted = keys.subarray(0, count).sort();
  const docs = new Uint32Array(count);
  for (let i = 0; i < count; i++) docs[i] = sorted[i]! % perKey;
  let from = 0;
  for (let i = 1; i <= count; i++) {
    if (i < count && Math.floor(sorted[i]! / perKey) === Math.floor(sorted[from]! / perKey)) continue;
    if (i - from > 1) {
      docs.subarray(from, i).sort((a, b) => compare(texts, a, b) || a - b);
      budget.charge(i - from);
      if (budget.sliceOver) yield;
    }
    from = i;
  }
  return docs;
}

function compare(texts: OneText, a: number, b: number): number {
  const { bytes } = texts;
  return compareRanges(
    bytes,
    texts.startOf(a),
    texts.startOf(a + 1),
    bytes,
    texts.startOf(b),
    texts.startOf(b + 1),
  );
}

/** How many bytes all ids begin with that are the same. */
function commonStart(texts: OneText, maxDoc: number): number {
  const { bytes } = texts;
  let first = -1;
  let common = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    const [start, end] = [texts.startOf(doc), texts.startOf(doc + 1)];
    if (start === end) continue;
    if (first < 0) {
      first = start;
      common = end - start;
    }
    common = Math.min(common, end - start);
    let same = 0;
    while (same < common && bytes[start + same] === bytes[first + same]) same++;
    common = same;
  }
  return common;
}
