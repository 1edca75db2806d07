import { byte4ToInt } from '../codec/small-float.ts';

/** The norm of a field without norms: a length of 1. */
export const NO_NORM = 1;

/** Lucene's defaults, which OpenSearch uses. */
export const K1 = Math.fround(1.2);
export const B = Math.fround(0.75);

/** What a similarity knows of a field in a shard: sums over the segments, deleted documents included. */
export interface FieldStatistics {
  /** Documents that have the field. */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
}

/** `(float) Math.log(1 + (docCount - docFreq + 0.5D) / (docFreq + 0.5D))` */
export function idf(docFreq: number, docCount: number): number {
  return Math.fround(Math.log(1 + (docCount - docFreq + 0.5) / (docFreq + 0.5)));
}

/**
 * `1f / (k1 * ((1 - b) + b * length / avgdl))` for each of the 256 lengths that a norm can hold
 * (`BM25Similarity.scorer` of Lucene 10), each step rounded to a float as Java does it.
 */
export function normInverses(statistics: FieldStatistics): Float32Array {
  const average = Math.fround(statistics.sumTotalTermFreq / statistics.docCount);
  const known = inversesOf.get(average);
  if (known !== undefined) return known;
  const base = Math.fround(1 - B);
  const inverses = new Float32Array(256);
  for (let norm = 0; norm < 256; norm++) {
    const length = Math.fround(byte4ToInt(norm));
    const relative = Math.fround(Math.fround(B * length) / average);
    inverses[norm] = 1 / Math.fround(K1 * Math.fround(base + relative));
  }
  if (inversesOf.size === KEPT_INVERSES) inversesOf.clear();
  inversesOf.set(average, inverses);
  return inverses;
}

/** Tables by average length: the next query of the same field and refresh needs the same one. */
const inversesOf = new Map<number, Float32Array>();
const KEPT_INVERSES = 256;

/**
 * `weight - weight / (1f + freq * normInverse)` in floats. Grows with the frequency and shrinks with the
 * norm.
 */
export function bm25(weight: number, freq: number, normInverse: number): number {
  return Math.fround(weight - Math.fround(weight / Math.fround(1 + Math.fround(freq * normInverse))));
}
