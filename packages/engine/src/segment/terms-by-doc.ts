import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { setBit, wordsFor } from '../codec/bits.ts';
import { hashBytes } from '../codec/bytes.ts';
import { unsignedArray, unsignedWidth } from '../codec/narrow-array.ts';
import type { Hold } from './fielddata.ts';
import { type OneText, orderByText, orderBytes } from './text-order.ts';
import { UnindexedTerms } from './unindexed-terms.ts';
import type { Uninverted } from './uninverted.ts';

/** Documents that are looked at in a step of the budget. */
const DOCS_PER_STEP = 128;
/** Bytes of texts that are. */
const BYTES_PER_STEP = 4096;
/** What a document takes beside those. */
const BYTES_PER_DOC = 32;

/** Ids or routings of a segment as terms, and the one of each document; objects of nested fields have no id. */
export function* termsByDoc(
  texts: OneText,
  maxDoc: number,
  budget: WorkBudget,
  hold: Hold,
): Steps<Uninverted> {
  const slots = slotCount(maxDoc);
  const passing = (slots + 6 * maxDoc) * Uint32Array.BYTES_PER_ELEMENT + orderBytes(0);
  budget.reserve(passing, '<fielddata>');
  const distinct = yield* distinctTexts(texts, { maxDoc, slots }, budget);
  const { firstDocs, counts, docCount } = distinct;
  const { length: size } = firstDocs;
  const width = unsignedWidth(Math.max(0, size - 1));
  const isEverywhere = docCount === maxDoc;
  const areUnique = docCount === size;
  const words = (isEverywhere ? 0 : wordsFor(maxDoc)) + (areUnique ? 0 : size) + size + 1;
  const bytes = distinct.bytes + width * maxDoc + words * Uint32Array.BYTES_PER_ELEMENT;
  hold(bytes);
  const order = firstDocs.slice();
  yield* orderByText(texts, order, budget);
  const written = yield* writeTerms(texts, { order, size: distinct.bytes }, budget);
  const docFreqs = areUnique ? null : new Uint32Array(size);
  const ranks = new Uint32Array(size);
  for (let rank = 0; rank < size; rank++) {
    const number = distinct.numbers[order[rank]!]! - 1;
    ranks[number] = rank;
    if (docFreqs !== null) docFreqs[rank] = counts[number]!;
    if (rank % DOCS_PER_STEP === 0) budget.charge(1);
    if (budget.sliceOver) yield;
  }
  const data = unsignedArray(width, maxDoc);
  const present = isEverywhere ? null : new Uint32Array(wordsFor(maxDoc));
  for (let doc = 0; doc < maxDoc; doc++) {
    if (doc % DOCS_PER_STEP === 0) budget.charge(1);
    if (budget.sliceOver) yield;
    const number = distinct.numbers[doc]!;
    if (number === 0) continue;
    data[doc] = ranks[number - 1]!;
    if (present !== null) setBit(present, doc);
  }
  budget.release(passing);
  const terms = new UnindexedTerms(written.bytes, written.starts, docFreqs, docCount);
  const column = { data, offsets: null, present, valueCount: docCount, docCount };
  return { terms, column, bytes };
}

/** Texts of a segment, each once. */
interface DistinctTexts {
  /** The first document of each. */
  readonly firstDocs: Uint32Array;
  /** Documents of each. */
  readonly counts: Uint32Array;
  /** By document: the place of its text in those lists plus 1; 0 where it has none. */
  readonly numbers: Uint32Array;
  /** Documents with a text. */
  readonly docCount: number;
  /** Of all of them together. */
  readonly bytes: number;
}

/** A power of two. */
function slotCount(docs: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(8, docs * 1.5)));
}

function* distinctTexts(
  texts: OneText,
  { maxDoc, slots: slotsLength }: { readonly maxDoc: number; readonly slots: number },
  budget: WorkBudget,
): Steps<DistinctTexts> {
  const slots = new Uint32Array(slotsLength);
  const firstDocs = new Uint32Array(maxDoc);
  const counts = new Uint32Array(maxDoc);
  const numbers = new Uint32Array(maxDoc);
  let size = 0;
  let docCount = 0;
  let bytes = 0;
  let due = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    const start = texts.starts[doc]!;
    const length = texts.starts[doc + 1]! - start;
    due += BYTES_PER_DOC + length;
    if (due >= BYTES_PER_STEP) {
      budget.charge(due / BYTES_PER_STEP);
      if (budget.sliceOver) yield;
      due = 0;
    }
    if (length === 0) continue;
    docCount++;
    let slot = hashBytes(texts.bytes, start, length) & (slotsLength - 1);
    while (slots[slot] !== 0 && !isText(texts, firstDocs[slots[slot]! - 1]!, start, length)) {
      slot = (slot + 1) & (slotsLength - 1);
    }
    if (slots[slot] === 0) {
      firstDocs[size] = doc;
      bytes += length;
      slots[slot] = ++size;
    }
    const number = slots[slot]!;
    numbers[doc] = number;
    counts[number - 1]!++;
  }
  return { firstDocs: firstDocs.subarray(0, size), counts, numbers, docCount, bytes };
}

/** Whether the text of the document is the one that begins there. */
function isText(texts: OneText, doc: number, start: number, length: number): boolean {
  const { bytes } = texts;
  const own = texts.starts[doc]!;
  if (texts.starts[doc + 1]! - own !== length) return false;
  for (let i = 0; i < length; i++) if (bytes[own + i] !== bytes[start + i]) return false;
  return true;
}

interface WrittenTerms {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

function* writeTerms(
  texts: OneText,
  { order, size }: { readonly order: Uint32Array; readonly size: number },
  budget: WorkBudget,
): Steps<WrittenTerms> {
  const bytes = new Uint8Array(size);
  const starts = new Uint32Array(order.length + 1);
  let at = 0;
  let due = 0;
  for (let i = 0; i < order.length; i++) {
    const end = texts.starts[order[i]! + 1]!;
    for (let from = texts.starts[order[i]!]!; from < end; from++) bytes[at++] = texts.bytes[from]!;
    due += BYTES_PER_DOC + at - starts[i]!;
    starts[i + 1] = at;
    if (due < BYTES_PER_STEP) continue;
    budget.charge(due / BYTES_PER_STEP);
    if (budget.sliceOver) yield;
    due = 0;
  }
  return { bytes, starts };
}
