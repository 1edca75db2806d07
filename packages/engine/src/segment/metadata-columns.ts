import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { INDEX, ROUTING, SEQ_NO } from '../mapping/metadata-fields.ts';
import type { Hold } from './fielddata.ts';
import type { MadeField } from './made-field.ts';
import { COLUMN_BLOCK } from './segment-format.ts';
import type { MetaColumn, SegmentIndex } from './segment-index.ts';
import type { ColumnArray, NumericColumn } from './segment-reader.ts';
import { termsByDoc } from './terms-by-doc.ts';
import type { OneText } from './text-order.ts';
import { UnindexedTerms } from './unindexed-terms.ts';

const encoder = new TextEncoder();

/** Documents that are looked at in a step of the budget. */
const DOCS_PER_STEP = 512;

/** What is made, and what it takes in memory beside the segment. */
export type MetadataColumn = MadeField & { readonly bytes: number };

type MakeColumn = (budget: WorkBudget, hold: Hold) => Steps<MetadataColumn>;

/**
 * The values of a field that documents have though their source has not: sequence numbers, the name of the index, routings. Undefined:
 * it is no such field, or no document of the segment has a value.
 */
export function metadataColumn(field: string, segment: SegmentIndex, index: string): MakeColumn | undefined {
  const { maxDoc, routings } = segment;
  switch (field) {
    case SEQ_NO:
      return (budget, hold) => sequence(segment.seqNos, maxDoc, budget, hold);
    case INDEX:
      return (...use) => constant(index, maxDoc, ...use);
    case ROUTING:
      return routings === null ? undefined : (...use) => routed(routings, maxDoc, ...use);
    default:
      return undefined;
  }
}

function* routed(routings: OneText, maxDoc: number, budget: WorkBudget, hold: Hold): Steps<MetadataColumn> {
  const { terms, column, bytes } = yield* termsByDoc(routings, maxDoc, budget, hold);
  return { numeric: null, ordinals: column, terms, exists: null, bytes };
}

function* constant(text: string, maxDoc: number, budget: WorkBudget, hold: Hold): Steps<MetadataColumn> {
  hold(maxDoc);
  budget.charge(1 + maxDoc / 2 ** 14);
  if (budget.sliceOver) yield;
  const bytes = encoder.encode(text);
  const offsets = Uint32Array.of(0, bytes.length);
  const terms = new UnindexedTerms(bytes, offsets, Uint32Array.of(maxDoc), maxDoc);
  const data = new Uint8Array(maxDoc);
  const ordinals = { data, offsets: null, present: null, valueCount: maxDoc, docCount: maxDoc };
  return { numeric: null, ordinals, terms, exists: 'all', bytes: maxDoc };
}

function* sequence(given: MetaColumn, maxDoc: number, budget: WorkBudget, hold: Hold): Steps<MetadataColumn> {
  const { base, slope, data } = given;
  const isMade = slope !== 0 || data.length === 0;
  const width = isMade ? yield* widthOf(given, maxDoc, budget) : 0;
  const blocks = Math.ceil(maxDoc / COLUMN_BLOCK);
  const bytes = width * maxDoc + 2 * blocks * Float64Array.BYTES_PER_ELEMENT;
  hold(bytes);
  const made = width === 8 ? new Float64Array(maxDoc) : new Uint32Array(isMade ? maxDoc : 0);
  const values: ColumnArray = isMade ? made : data;
  const blockMin = new Float64Array(blocks).fill(Number.POSITIVE_INFINITY);
  const blockMax = new Float64Array(blocks).fill(Number.NEGATIVE_INFINITY);
  for (let start = 0; start < maxDoc; start += DOCS_PER_STEP) {
    const end = Math.min(maxDoc, start + DOCS_PER_STEP);
    const block = Math.floor(start / COLUMN_BLOCK);
    for (let doc = start; doc < end; doc++) {
      if (isMade) made[doc] = doc * slope + (data.length === 0 ? 0 : data[doc]!);
      const value = base + values[doc]!;
      if (value < blockMin[block]!) blockMin[block] = value;
      if (value > blockMax[block]!) blockMax[block] = value;
    }
    budget.charge(1);
    if (budget.sliceOver) yield;
  }
  const min = blockMin.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const max = blockMax.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const counts = { valueCount: maxDoc, docCount: maxDoc, min, max };
  const layout = { rest: null, offsets: null, present: null, blockMin, blockMax };
  const numeric: NumericColumn = { data: values, base, sorted: null, ...layout, ...counts };
  return { numeric, ordinals: null, terms: null, exists: 'all', bytes };
}

/** Bytes of a value above the lowest: numbers of a segment may be far apart. */
function* widthOf({ data }: MetaColumn, maxDoc: number, budget: WorkBudget): Steps<4 | 8> {
  if (data instanceof Float64Array) return 8;
  if (!(data instanceof Uint32Array)) return 4;
  let max = 0;
  for (let i = 0; i < data.length; i++) {
    if (data[i]! > max) max = data[i]!;
    if (i % DOCS_PER_STEP === 0) budget.charge(1);
    if (budget.sliceOver) yield;
  }
  return max + maxDoc > 2 ** 32 ? 8 : 4;
}
