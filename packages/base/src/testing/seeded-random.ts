import type { Random } from '../ports/random.ts';

/** sfc32: small, fast, and the same sequence everywhere for one seed. */
export class SeededRandom implements Random {
  readonly seed: number;
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: number) {
    this.seed = seed;
    this.#a = 0x9e3779b9 ^ seed;
    this.#b = 0x243f6a88;
    this.#c = 0xb7e15162;
    this.#d = 1 + (seed | 0);
    for (let i = 0; i < 15; i++) this.uint32();
  }

  uint32(): number {
    const t = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return t >>> 0;
  }

  float(): number {
    return this.uint32() / 2 ** 32;
  }

  /** Uniform integer in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.float() * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) bytes[i] = this.uint32();
    return bytes;
  }
}
