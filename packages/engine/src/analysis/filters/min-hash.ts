import { invalid } from '../component-settings.ts';
import type { TokenFilterType } from '../component-type.ts';
import { murmur128 } from '../murmur128.ts';
import { Token, type TokenStage } from '../token-stream.ts';

const LONG = (1n << 64n) - 1n;
const WORD = 2 ** 32;
/** Hashes that a text may become. */
const MOST_HASHES = 1 << 16;
/** Hashes of each term. */
const MOST_OF_A_TERM = 1024;

interface Sizes {
  readonly hashes: number;
  /** What makes each hash of a term another one: 128 bits each, as those of a hash. */
  readonly numbers: Uint32Array;
  readonly buckets: number;
  /** The lowest of a bucket, so many of them. */
  readonly kept: number;
  /** An empty bucket has the lowest of the next one that is not. */
  readonly rotates: boolean;
}

/** 128 bits, the highest first: by the first 32 it is dealt out. Sums of whole numbers are several times faster in doubles than in big ones. */
type Hash = readonly [number, number, number, number];

/** Lucene's MinHashFilter: in place of a text the lowest hashes of its terms, by which texts that are alike can be found. */
class MinHashStage implements TokenStage {
  readonly #next: TokenStage;
  readonly #sizes: Sizes;
  readonly #width: number;
  /** By number of the hash and bucket: ascending. */
  readonly #found = new Map<number, Hash[]>();
  #endOffset = 0;

  constructor(next: TokenStage, sizes: Sizes) {
    this.#next = next;
    this.#sizes = sizes;
    this.#width = Math.ceil(WORD / sizes.buckets);
  }

  token({ term, endOffset }: Token): void {
    this.#endOffset = endOffset;
    const [first, second] = murmur128(utf16(term));
    const [a, b, c, d] = wordsOf((second * 37n) & LONG, (first * 37n) & LONG);
    const { numbers, hashes, buckets, kept } = this.#sizes;
    for (let i = 0; i < hashes; i++) {
      const [high, higher] = [b + numbers[4 * i + 1]!, a + numbers[4 * i]!];
      const [low, lower] = [d + numbers[4 * i + 3]!, c + numbers[4 * i + 2]!];
      const top = (higher + (high >= WORD ? 1 : 0)) >>> 0;
      const place = i * buckets + Math.floor(top / this.#width);
      // Most hashes of a long text are none of the lowest.
      const found = this.#found.get(place);
      if (found !== undefined && found.length >= kept && top > found[found.length - 1]![0]) continue;
      this.#keep(place, found, [top, high >>> 0, (lower + (low >= WORD ? 1 : 0)) >>> 0, low >>> 0]);
    }
  }

  end(left: number, endOffset: number): void {
    if (this.#found.size > 0) this.#passHashes();
    this.#next.end(left, endOffset);
  }

  #keep(place: number, found: Hash[] | undefined, hash: Hash): void {
    if (found === undefined) {
      this.#found.set(place, [hash]);
      return;
    }
    if (found.length >= this.#sizes.kept) {
      if (compare(hash, found[found.length - 1]!) >= 0) return;
      // As Lucene's, one that is there already takes the place of the last one all the same.
      found.pop();
    }
    const at = placeIn(found, hash);
    if (at === found.length) found.push(hash);
    else if (compare(found[at]!, hash) !== 0) found.splice(at, 0, hash);
  }

  #passHashes(): void {
    const { hashes, buckets, rotates } = this.#sizes;
    let increment = 1;
    for (let i = 0; i < hashes; i++) {
      // With rotation a hash may stand in place of many.
      let written: { readonly hash: Hash; readonly text: string } | undefined;
      const lowest = rotates ? this.#lowestFrom(i) : undefined;
      for (let bucket = 0; bucket < buckets; bucket++) {
        for (const hash of this.#found.get(i * buckets + bucket) ?? lowest?.[bucket] ?? []) {
          if (written?.hash !== hash) written = { hash, text: this.#textOf(hash, i) };
          this.#next.token(new Token(written.text, 0, this.#endOffset, 'MIN_HASH', increment));
          increment = 0;
        }
      }
    }
  }

  /** Of each bucket the lowest hash of it, or of the next one that has any. */
  #lowestFrom(i: number): readonly (readonly Hash[])[] {
    const { buckets } = this.#sizes;
    const lowest: (readonly Hash[])[] = new Array(buckets).fill([]);
    let next: readonly Hash[] = [];
    // Twice around: what comes after the last bucket is the first.
    for (let at = 2 * buckets - 1; at >= 0; at--) {
      const found = this.#found.get(i * buckets + (at % buckets));
      if (found !== undefined) next = found.slice(0, 1);
      lowest[at % buckets] = next;
    }
    return lowest;
  }

  /** Eight characters: the hash, or its number and as much of the hash as there is room for. */
  #textOf(hash: Hash, i: number): string {
    const [a, b, c, d] = hash;
    const code = String.fromCharCode;
    const start = code(a >>> 16, a & 0xffff, b >>> 16, b & 0xffff, c >>> 16, c & 0xffff);
    return this.#sizes.hashes > 1 ? code(i >>> 16, i & 0xffff) + start : start + code(d >>> 16, d & 0xffff);
  }
}

function wordsOf(high: bigint, low: bigint): Hash {
  const word = (value: bigint): number => Number(value & 0xffffffffn);
  return [word(high >> 32n), word(high), word(low >> 32n), word(low)];
}

function compare(one: Hash, other: Hash): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || one[3] - other[3];
}

/** Of the first hash that is not lower. */
function placeIn(ascending: readonly Hash[], hash: Hash): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(ascending[middle]!, hash) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function utf16(term: string): Uint8Array {
  const bytes = new Uint8Array(term.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < term.length; i++) view.setUint16(i * 2, term.charCodeAt(i), true);
  return bytes;
}

function bytesOfNumber(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value);
  return bytes;
}

export const minHash: TokenFilterType = {
  name: 'min_hash',
  make: (settings) => {
    const positive = (setting: string, name: string, otherwise: number): number => {
      const value = settings.integer(setting, otherwise);
      if (value <= 0) throw invalid(`${name} must be greater than zero`);
      return value;
    };
    const hashes = positive('hash_count', 'hashCount', 1);
    const buckets = positive('bucket_count', 'bucketCount', 512);
    const kept = positive('hash_set_size', 'hashSetSize', 1);
    if (hashes > MOST_OF_A_TERM) throw invalid(`[hash_count] must be ${MOST_OF_A_TERM} at most`);
    if (hashes * buckets * kept > MOST_HASHES) {
      throw invalid(
        `[hash_count], [bucket_count] and [hash_set_size] make more than ${MOST_HASHES} hashes of a text`,
      );
    }
    const rotates = settings.flag('with_rotation', buckets > 1) && kept === 1;
    const numbers = new Uint32Array(4 * hashes);
    for (let i = 0; i < hashes; i++) {
      const [one, two] = murmur128(bytesOfNumber(i));
      numbers.set(wordsOf(two, one), 4 * i);
    }
    return { open: (next) => new MinHashStage(next, { hashes, numbers, buckets, kept, rotates }) };
  },
};
