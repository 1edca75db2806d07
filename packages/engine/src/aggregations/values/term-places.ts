import { compareBytes } from '../../segment/global-ordinals.ts';
import type { TermValues } from './term-values.ts';
import type { ValueSink, ValueSource } from './value-source.ts';

/** Its ordinal, or half a step below that of the term after it. */
export function placeOfTerm(values: TermValues, term: Uint8Array): number {
  let [low, high] = [0, values.size];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(values.term(middle), term) < 0) low = middle + 1;
    else high = middle;
  }
  const found = low < values.size && compareBytes(values.term(low), term) === 0;
  return found ? low : low - 0.5;
}

/** Ordinals of the segment as those of the shard; -1 stands for a document without one. */
export class TermsOrMissing implements ValueSource, ValueSink {
  readonly #inner: ValueSource;
  readonly #map: Uint32Array | null;
  readonly #missing: number;
  #sink: ValueSink | null = null;

  constructor(inner: ValueSource, map: Uint32Array | null, missing: number) {
    this.#inner = inner;
    this.#map = map;
    this.#missing = missing;
  }

  get multiValued(): boolean {
    return this.#inner.multiValued;
  }

  read(docs: Int32Array, parents: Int32Array, length: number, sink: ValueSink): void {
    this.#sink = sink;
    this.#inner.read(docs, parents, length, this);
  }

  values(docs: Int32Array, parents: Int32Array, values: Float64Array, length: number): void {
    const map = this.#map;
    const missing = this.#missing;
    for (let i = 0; i < length; i++) {
      const ordinal = values[i]!;
      if (ordinal < 0) values[i] = missing;
      else if (map !== null) values[i] = map[ordinal]!;
    }
    this.#sink!.values(docs, parents, values, length);
  }
}
