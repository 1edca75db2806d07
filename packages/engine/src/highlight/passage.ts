import type { WordOffset } from './word-offsets.ts';

/** A stretch of a text with what is marked in it. */
export interface Passage {
  readonly start: number;
  readonly end: number;
  readonly matches: readonly WordOffset[];
  readonly score: number;
}

/** Lucene's `PassageScorer`: BM25 with passages for documents, in floats. */
const K1 = Math.fround(1.2);
const B = 0.75;
/** The length of a passage that is neither long nor short. */
const PIVOT = 87;

const { fround } = Math;

export function passageScore({ start, end, matches }: Omit<Passage, 'score'>, contentLength: number): number {
  // The places of a word share what it matches.
  const places = new Map<WordOffset['words'], number>();
  for (const { words } of matches) places.set(words, (places.get(words) ?? 0) + 1);
  const terms = new Map<string, { inPassage: number; inText: number }>();
  for (const [words, count] of places) {
    for (const { term, freq } of words) {
      const known = terms.get(term);
      if (known === undefined) terms.set(term, { inPassage: count, inText: freq });
      else {
        known.inPassage += count;
        known.inText = freq;
      }
    }
  }
  let score = 0;
  for (const { inPassage, inText } of terms.values()) {
    score = fround(score + fround(tf(inPassage, end - start) * weight(contentLength, inText)));
  }
  return fround(score * norm(start));
}

function weight(contentLength: number, freq: number): number {
  const passages = fround(1 + fround(contentLength / PIVOT));
  return fround(fround(K1 + 1) * fround(Math.log(1 + (passages + 0.5) / (freq + 0.5))));
}

function tf(freq: number, length: number): number {
  const longer = fround(B * fround(length / PIVOT));
  return fround(freq / fround(freq + fround(K1 * fround(1 - B + longer))));
}

/** Earlier passages are better. */
function norm(start: number): number {
  return fround(1 + fround(1 / fround(Math.log(PIVOT + start))));
}

/** The best passages, as many as are wanted; of equal ones the later. */
export class BestPassages {
  readonly #most: number;
  /** A heap with the worst on top. */
  readonly #kept: Passage[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  add(passage: Passage): void {
    const kept = this.#kept;
    if (kept.length < this.#most) {
      kept.push(passage);
      this.#rise(kept.length - 1);
      return;
    }
    const worst = kept[0];
    if (worst === undefined || isWorse(passage, worst)) return;
    kept[0] = passage;
    this.#sink();
  }

  /** In the order of the text. */
  inOrder(): Passage[] {
    return [...this.#kept].sort((a, b) => a.start - b.start);
  }

  #rise(from: number): void {
    const kept = this.#kept;
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isWorse(kept[at]!, kept[parent]!)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(): void {
    const kept = this.#kept;
    for (let at = 0; ; ) {
      let child = 2 * at + 1;
      if (child >= kept.length) return;
      if (child + 1 < kept.length && isWorse(kept[child + 1]!, kept[child]!)) child++;
      if (!isWorse(kept[child]!, kept[at]!)) return;
      this.#swap(at, child);
      at = child;
    }
  }

  #swap(a: number, b: number): void {
    const kept = this.#kept;
    [kept[a], kept[b]] = [kept[b]!, kept[a]!];
  }
}

function isWorse(a: Passage, b: Passage): boolean {
  return a.score < b.score || (a.score === b.score && a.start < b.start);
}
