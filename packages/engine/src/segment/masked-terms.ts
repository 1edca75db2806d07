import { Buffer } from 'node:buffer';
import { runThrough, type Steps } from '../budget/slices.ts';
import { WorkBudget } from '../budget/work-budget.ts';
import type { OrdinalColumn, TermsReader } from './segment-reader.ts';
import { UnindexedTerms } from './unindexed-terms.ts';

/** What is seen of a field of ordinals whose values are masked: other terms, and no postings. */
export interface MaskedField {
  readonly terms: TermsReader;
  readonly column: OrdinalColumn;
}

export interface Masking {
  /** Two of the same name do the same. */
  readonly name: string;
  readonly of: (text: string) => string;
}

interface Given {
  readonly terms: TermsReader;
  readonly column: OrdinalColumn;
  readonly maxDoc: number;
}

interface Entry extends MaskedField {
  /** Gives back what the account of memory holds for it. */
  readonly release: () => void;
}

/** For what was not prepared. */
const UNLIMITED = new WorkBudget({ clock: { nanos: () => 0 } });
/** About as long as a step of the budget: terms that are masked, and values that are numbered anew. */
const TERMS_PER_STEP = 1;
const VALUES_PER_STEP = 128;

/** Masked fields of one segment, in one thread: made when they are first wanted, kept until the segment is closed. */
export class MaskedFields {
  readonly #entries = new Map<string, Entry>();

  /** Null where nothing is to be done. */
  prepare(field: string, masking: Masking, given: Given, budget: WorkBudget): Steps<void> | null {
    const key = `${masking.name}\n${field}`;
    return this.#entries.has(key) ? null : this.#prepare(key, masking, given, budget);
  }

  of(field: string, masking: Masking, given: () => Given): MaskedField {
    const key = `${masking.name}\n${field}`;
    if (!this.#entries.has(key)) runThrough(this.#prepare(key, masking, given(), UNLIMITED));
    return this.#entries.get(key)!;
  }

  close(): void {
    for (const { release } of this.#entries.values()) release();
    this.#entries.clear();
  }

  *#prepare(key: string, masking: Masking, given: Given, budget: WorkBudget): Steps<void> {
    const made = yield* maskedField(given, masking, budget);
    // Another search may have been sooner while this one gave others their turn.
    if (this.#entries.has(key)) return;
    const bytes = made.terms.bytes.byteLength + made.terms.offsets.byteLength + made.column.data.byteLength;
    const release = budget.hold(bytes, 'fielddata', key.slice(key.indexOf('\n') + 1));
    this.#entries.set(key, { ...made, release });
  }
}

const encoder = new TextEncoder();

function* maskedField(given: Given, masking: Masking, budget: WorkBudget): Steps<MaskedField> {
  const { terms, column, maxDoc } = given;
  const masked: Uint8Array[] = [];
  for (let ordinal = 0; ordinal < terms.size; ordinal++) {
    budget.charge(TERMS_PER_STEP);
    if (budget.sliceOver) yield;
    masked.push(encoder.encode(masking.of(terms.termText(ordinal))));
  }
  const order = Uint32Array.from(masked.keys()).sort((a, b) => Buffer.compare(masked[a]!, masked[b]!));
  const numbers = new Uint32Array(terms.size);
  const kept: Uint8Array[] = [];
  for (const ordinal of order) {
    const last = kept.at(-1);
    if (last === undefined || Buffer.compare(last, masked[ordinal]!) !== 0) kept.push(masked[ordinal]!);
    numbers[ordinal] = kept.length - 1;
  }
  const docFreqs = new Uint32Array(kept.length);
  const data = new Uint32Array(column.data.length);
  if (column.offsets === null) {
    yield* renumberSingle(column, { numbers, docFreqs, data, maxDoc, budget });
    return { terms: UnindexedTerms.of(kept, docFreqs, terms.docCount), column: { ...column, data } };
  }
  const offsets = new Uint32Array(maxDoc + 1);
  let at = 0;
  for (let doc = 0; doc < maxDoc; doc++) {
    if (doc % VALUES_PER_STEP === 0) budget.charge(1);
    if (budget.sliceOver) yield;
    const own = new Set<number>();
    for (let i = column.offsets[doc]!; i < column.offsets[doc + 1]!; i++) own.add(numbers[column.data[i]!]!);
    for (const number of [...own].sort((a, b) => a - b)) {
      data[at++] = number;
      docFreqs[number]!++;
    }
    offsets[doc + 1] = at;
  }
  const several = { ...column, data: data.slice(0, at), offsets, valueCount: at };
  return { terms: UnindexedTerms.of(kept, docFreqs, terms.docCount), column: several };
}

interface Renumbering {
  readonly numbers: Uint32Array;
  readonly docFreqs: Uint32Array;
  readonly data: Uint32Array;
  readonly maxDoc: number;
  readonly budget: WorkBudget;
}

/** Each document has one value, or none. */
function* renumberSingle(
  { data: ordinals, present }: OrdinalColumn,
  { numbers, docFreqs, data, maxDoc, budget }: Renumbering,
): Steps<void> {
  for (let doc = 0; doc < maxDoc; doc++) {
    if (doc % VALUES_PER_STEP === 0) budget.charge(1);
    if (budget.sliceOver) yield;
    if (present !== null && ((present[doc >>> 5]! >>> (doc & 31)) & 1) === 0) continue;
    const number = numbers[ordinals[doc]!]!;
    data[doc] = number;
    docFreqs[number]!++;
  }
}
