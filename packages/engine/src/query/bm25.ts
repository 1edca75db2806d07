import { byte4ToInt } from '../codec/small-float.ts';
import type { Similarity } from '../mapping/similarities.ts';

/** The norm of a field without norms: a length of 1. */
export const NO_NORM = 1;

/** What a similarity knows of a field in a shard: sums over the segments, deleted documents included. */
export interface FieldStatistics {
  /** Documents that have the field. */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly similarity: Similarity;
}

/** `(float) Math.log(1 + (docCount - docFreq + 0.5D) / (docFreq + 0.5D))` */
export function idf(docFreq: number, docCount: number): number {
  return Math.fround(Math.log(1 + (docCount - docFreq + 0.5) / (docFreq + 0.5)));
}

/** What scores come near to as frequencies grow: by the boost, and by how rare all the terms together are. */
export function weightOf(statistics: FieldStatistics, boost: number, docFreqs: readonly number[]): number {
  const { isBoolean, factor } = statistics.similarity;
  if (isBoolean) return Math.fround(boost);
  let rarity = 0;
  for (const docFreq of docFreqs) rarity += idf(docFreq, statistics.docCount);
  return Math.fround(Math.fround(boost * factor) * Math.fround(rarity));
}

/** Where every frequency weighs as much as the greatest: an infinity would make no number of those that are 0. */
const ANY_FREQUENCY = 3e38;

/**
 * `1f / (k1 * ((1 - b) + b * length / avgdl))` for each of the 256 lengths that a norm can hold
 * (`BM25Similarity.scorer` of Lucene 10), each step rounded to a float as Java does it.
 */
export function normInverses({ similarity, sumTotalTermFreq, docCount }: FieldStatistics): Float32Array {
  const average = similarity.isBoolean ? 1 : Math.fround(sumTotalTermFreq / docCount);
  let known = inversesOf.get(similarity);
  if (known === undefined) {
    known = new Map();
    inversesOf.set(similarity, known);
  }
  const own = known.get(average);
  if (own !== undefined) return own;
  if (known.size === KEPT_INVERSES) known.clear();
  const inverses = inversesFor(similarity, average);
  known.set(average, inverses);
  return inverses;
}

function inversesFor({ isBoolean, k1, b }: Similarity, average: number): Float32Array {
  const inverses = new Float32Array(256);
  if (isBoolean || k1 === 0) return inverses.fill(ANY_FREQUENCY);
  const base = Math.fround(1 - b);
  for (let norm = 0; norm < 256; norm++) {
    const length = Math.fround(byte4ToInt(norm));
    const relative = Math.fround(Math.fround(b * length) / average);
    inverses[norm] = 1 / Math.fround(k1 * Math.fround(base + relative));
  }
  return inverses;
}

/** Tables by average length: the next query of the same field and refresh needs the same one. */
const inversesOf = new WeakMap<Similarity, Map<number, Float32Array>>();
const KEPT_INVERSES = 256;

/**
 * `weight - weight / (1f + freq * normInverse)` in floats. Grows with the frequency and shrinks with the
 * norm.
 */
export function bm25(weight: number, freq: number, normInverse: number): number {
  return Math.fround(weight - Math.fround(weight / Math.fround(1 + Math.fround(freq * normInverse))));
}
