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

/** Told the words of a text that are no copy. */
export type TakeWord = (word: Uint8Array) => void;

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
  /** The last words of the text: a run that ends later may still take them. */
  readonly #waiting: { readonly word: Uint8Array; isCopied: boolean }[] = [];
  /** Words of the text so far. */
  #count = 0;
  /** So many words at the beginning of the text are copied. */
  #copiedFirst = 0;

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

  /** The next word of a text, in UTF-8, which is kept; `take` is given those before it of which no run was met. */
  word(word: Uint8Array, take: TakeWord): void {
    this.#waiting.push({ word, isCopied: this.#count < this.#copiedFirst });
    this.#count++;
    if (this.#meets(word)) {
      for (const each of this.#waiting) each.isCopied = true;
      // As in OpenSearch, a run that began in the text before takes the first words of this one with it.
      if (this.#count < RUN) this.#copiedFirst = RUN;
    }
    if (this.#waiting.length === RUN) this.#release(take);
  }

  /** Gives the words that are left. */
  endText(take: TakeWord): void {
    while (this.#waiting.length > 0) this.#release(take);
    this.#count = 0;
    this.#copiedFirst = 0;
  }

  #release(take: TakeWord): void {
    const { word, isCopied } = this.#waiting.shift()!;
    if (!isCopied) take(word);
  }

  /** Whether the run that ends with the word is a known one. */
  #meets(word: Uint8Array): boolean {
    this.#meter.charge(1);
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
