import type { WorkBudget } from '../../budget/work-budget.ts';
import type { FieldValue } from '../../mapping/mapped-field.ts';
import type { DerivedDocuments } from './derived-documents.ts';

/** What values of documents may take before these are looked at, whatever is yet to come. */
const BYTES_MAX = 1 << 20;
const BYTES_PER_VALUE = 48;
const BYTES_PER_DOCUMENT = 64;

/** Values of documents that are looked at together. */
export class ValueBatch {
  readonly #documents: DerivedDocuments;
  readonly #hits: Uint8Array;
  readonly #budget: WorkBudget;
  #values: FieldValue[][] = [];
  #places: number[] = [];
  #bytes = 0;

  /** Sets the hits of those that match. */
  constructor(documents: DerivedDocuments, hits: Uint8Array, budget: WorkBudget) {
    this.#documents = documents;
    this.#hits = hits;
    this.#budget = budget;
  }

  /** `place`: of the document among the hits. */
  add(place: number, values: FieldValue[]): void {
    this.#values.push(values);
    this.#places.push(place);
    this.#bytes += BYTES_PER_DOCUMENT;
    for (const value of values) this.#bytes += BYTES_PER_VALUE + sizeOf(value);
    if (this.#bytes >= BYTES_MAX) this.flush();
  }

  /** Looks at those that have come. */
  flush(): void {
    const [values, places, bytes] = [this.#values, this.#places, this.#bytes];
    if (values.length === 0) return;
    this.#values = [];
    this.#places = [];
    this.#bytes = 0;
    // Once as values, and once as what is made of them.
    this.#budget.reserve(bytes * 2, '<derived values>');
    this.#budget.charge(bytes >>> 12);
    try {
      const own = new Uint8Array(values.length);
      this.#documents.mark(values, own);
      for (let i = 0; i < own.length; i++) if (own[i] === 1) this.#hits[places[i]!] = 1;
    } finally {
      this.#budget.release(bytes * 2);
    }
  }
}

/** Bytes of a value that a script has made, beside what holds it. */
export function sizeOf(value: unknown): number {
  return typeof value === 'string' ? value.length * 2 : 16;
}
