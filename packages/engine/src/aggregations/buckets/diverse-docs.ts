import { DocumentError } from '../../budget/document-error.ts';
import type { Meter } from '../values/meter.ts';

interface KeptDoc {
  readonly doc: number;
  readonly score: number;
  readonly key: number;
}

/** The key of a document that has several. */
export const SEVERAL_KEYS = Number.NaN;

/** About what one takes in the lists. */
const BYTES_PER_DOC = 96;

/** So many more than are wanted are kept before those that are too many are let go. */
const SLACK = 1024;

/**
 * The best so many documents of those that are offered in ascending order, no more than some of each key; of equal ones the
 * first. As Lucene's DiversifiedTopDocsCollector chooses them.
 */
export class DiverseDocs {
  readonly #size: number;
  readonly #perKey: number;
  readonly #meter: Meter;
  /** Best first. */
  #byKey = new Map<number, KeptDoc[]>();
  #length = 0;
  /** What is not better than this is not among the best any more. */
  #least = Number.NEGATIVE_INFINITY;

  constructor(size: number, perKey: number, meter: Meter) {
    this.#size = size;
    this.#perKey = perKey;
    this.#meter = meter;
  }

  offer(doc: number, score: number, key: number): void {
    if (this.#perKey <= 0 || score <= this.#least) return;
    if (Number.isNaN(key)) {
      this.#refuse(score);
      return;
    }
    let same = this.#byKey.get(key);
    if (same === undefined) {
      same = [];
      this.#byKey.set(key, same);
    }
    if (same.length >= this.#perKey) {
      if (score <= same.at(-1)!.score) return;
      same.pop();
    } else {
      this.#meter.take(BYTES_PER_DOC);
      this.#length++;
    }
    let at = same.length;
    while (at > 0 && same[at - 1]!.score < score) at--;
    this.#meter.charge(1 + ((same.length - at) >>> 4));
    same.splice(at, 0, { doc, score, key });
    if (this.#length >= 2 * this.#size + SLACK) this.#prune();
  }

  /** Of what is not among the best no key is asked, as in OpenSearch. */
  #refuse(score: number): void {
    if (this.#length >= this.#size) {
      this.#prune();
      if (score <= this.#least) return;
    }
    const reason = 'Sample diversifying key must be a single valued-field';
    throw new DocumentError({ type: 'illegal_argument_exception', reason });
  }

  #best(): readonly KeptDoc[] {
    const all = [...this.#byKey.values()].flat();
    this.#meter.charge(1 + (all.length >>> 3));
    return all.sort((a, b) => b.score - a.score || a.doc - b.doc).slice(0, this.#size);
  }

  #prune(): void {
    const best = this.#best();
    this.#least = best.at(-1)?.score ?? this.#least;
    this.#length = best.length;
    this.#byKey = new Map();
    for (const kept of best) {
      const same = this.#byKey.get(kept.key);
      if (same === undefined) this.#byKey.set(kept.key, [kept]);
      else same.push(kept);
    }
  }

  /** All that are kept, by their number. */
  ascending(): { readonly docs: Int32Array; readonly scores: Float32Array } {
    const best = [...this.#best()].sort((a, b) => a.doc - b.doc);
    return {
      docs: Int32Array.from(best, ({ doc }) => doc),
      scores: Float32Array.from(best, ({ score }) => score),
    };
  }
}
