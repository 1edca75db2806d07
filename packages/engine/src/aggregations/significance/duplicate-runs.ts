import { hash64, hashBytes } from '../metrics/hash64.ts';
import type { Meter } from '../values/meter.ts';

/** So many words in a row that stood elsewhere before are taken for copied. */
const RUN = 6;
/** What is left of the hashes of a run without its first word. */
const REST = 256 ** (RUN - 1);
/** Of a run that is remembered. */
const RUN_BYTES = 40;
/** Of a bucket that remembers runs. */
const BUCKET_BYTES = 256;
/** No set may hold more than 2^24. */
const SET_MAX = 1 << 23;

/**
 * Finds texts that were copied, as OpenSearch's DeDuplicatingTokenFilter does: each word is a byte of its hash, and runs of
 * them are remembered over all documents of the bucket that are of one shard. The first that come count, so that the order of documents matters.
 */
export class DuplicateRuns {
  /** By bucket. */
  readonly #buckets = new Map<number, Set<number>[]>();
  readonly #meter: Meter;
  #seen: Set<number>[] = [];
  #run = 0;
  #length = 0;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /** Runs do not go on from one document to the next, but from one text of it to the other. */
  startDocument(bucket: number): void {
    let seen = this.#buckets.get(bucket);
    if (seen === undefined) {
      this.#meter.take(BUCKET_BYTES);
      seen = [new Set()];
      this.#buckets.set(bucket, seen);
    }
    this.#seen = seen;
    this.#run = 0;
    this.#length = 0;
  }

  /** The words of a text, in UTF-8, of which no run was met before. */
  fresh(words: readonly Uint8Array[]): readonly Uint8Array[] {
    const copied = new Uint8Array(words.length);
    for (const [i, word] of words.entries()) {
      if (!this.#meets(word)) continue;
      // As in OpenSearch, a run that began in the text before takes the first words of this one with it.
      const from = Math.max(0, i + 1 - RUN);
      copied.fill(1, from, from + RUN);
    }
    return words.filter((_word, i) => copied[i] === 0);
  }

  /** Whether the run that ends with the word is a known one. */
  #meets(word: Uint8Array): boolean {
    hashBytes(word);
    this.#run = (this.#run % REST) * 256 + (hash64.low & 0xff);
    this.#length++;
    if (this.#length < RUN) return false;
    const run = this.#run;
    if (this.#seen.some((set) => set.has(run))) return true;
    this.#meter.take(RUN_BYTES);
    if (this.#seen.at(-1)!.size === SET_MAX) this.#seen.push(new Set());
    this.#seen.at(-1)!.add(run);
    return false;
  }
}
