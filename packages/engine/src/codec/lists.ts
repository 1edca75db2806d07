import type { SpareArrays } from './spare-arrays.ts';

/**
 * Typed arrays that grow by doubling. `values` is replaced when it grows: read it again after every push. With `spare`, memory comes
 * from there and goes back there: no view may outlive the next push, nor `release`.
 */

function grown(capacity: number, needed: number): number {
  let next = Math.max(capacity, 16);
  while (next < needed) next *= 2;
  return next;
}

export class Uint32List {
  values: Uint32Array;
  length = 0;
  readonly #spare: SpareArrays | null;

  constructor(capacity = 0, spare: SpareArrays | null = null) {
    this.values = new Uint32Array(capacity);
    this.#spare = spare;
  }

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  /** Makes room for `count` more values without adding them. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.values.length) this.#grow(needed);
  }

  #grow(needed: number): void {
    const capacity = grown(this.values.length, needed);
    const kept = this.#spare?.take(capacity * 4);
    const values = kept === undefined ? new Uint32Array(capacity) : new Uint32Array(kept);
    values.set(this.values.subarray(0, this.length));
    this.#spare?.give(this.values);
    this.values = values;
  }

  /** Is empty, and its memory is others'. */
  release(): void {
    this.#spare?.give(this.values);
    this.values = new Uint32Array(0);
    this.length = 0;
  }

  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }
}

export class Int32List {
  values: Int32Array;
  length = 0;
  readonly #spare: SpareArrays | null;

  constructor(capacity = 0, spare: SpareArrays | null = null) {
    this.values = new Int32Array(capacity);
    this.#spare = spare;
  }

  push(value: number): void {
    if (this.length === this.values.length) this.#grow();
    this.values[this.length++] = value;
  }

  #grow(): void {
    const capacity = grown(this.values.length, this.length + 1);
    const kept = this.#spare?.take(capacity * 4);
    const values = kept === undefined ? new Int32Array(capacity) : new Int32Array(kept);
    values.set(this.values);
    this.#spare?.give(this.values);
    this.values = values;
  }

  /** Is empty, and its memory is others'. */
  release(): void {
    this.#spare?.give(this.values);
    this.values = new Int32Array(0);
    this.length = 0;
  }

  view(): Int32Array {
    return this.values.subarray(0, this.length);
  }
}

export class Float64List {
  values: Float64Array;
  length = 0;
  readonly #spare: SpareArrays | null;

  constructor(capacity = 0, spare: SpareArrays | null = null) {
    this.values = new Float64Array(capacity);
    this.#spare = spare;
  }

  push(value: number): void {
    if (this.length === this.values.length) this.#grow();
    this.values[this.length++] = value;
  }

  #grow(): void {
    const capacity = grown(this.values.length, this.length + 1);
    const kept = this.#spare?.take(capacity * 8);
    const values = kept === undefined ? new Float64Array(capacity) : new Float64Array(kept);
    values.set(this.values);
    this.#spare?.give(this.values);
    this.values = values;
  }

  /** Is empty, and its memory is others'. */
  release(): void {
    this.#spare?.give(this.values);
    this.values = new Float64Array(0);
    this.length = 0;
  }

  view(): Float64Array {
    return this.values.subarray(0, this.length);
  }
}

export class ByteList {
  values: Uint8Array;
  length = 0;
  readonly #spare: SpareArrays | null;

  constructor(capacity = 0, spare: SpareArrays | null = null) {
    this.values = new Uint8Array(capacity);
    this.#spare = spare;
  }

  /** Appends `bytes[start, start + length)`. Short pieces are copied by hand: a `set` of a `subarray` allocates. */
  append(bytes: Uint8Array, start: number, length: number): void {
    const at = this.length;
    this.reserve(length);
    const values = this.values;
    if (length > 64) values.set(bytes.subarray(start, start + length), at);
    else for (let i = 0; i < length; i++) values[at + i] = bytes[start + i]!;
    this.length = at + length;
  }

  reserve(count: number): void {
    const needed = this.length + count;
    if (needed > this.values.length) this.#grow(needed);
  }

  #grow(needed: number): void {
    const capacity = grown(this.values.length, needed);
    const kept = this.#spare?.take(capacity);
    const values = kept === undefined ? new Uint8Array(capacity) : new Uint8Array(kept);
    values.set(this.values.subarray(0, this.length));
    this.#spare?.give(this.values);
    this.values = values;
  }

  /** Is empty, and its memory is others'. */
  release(): void {
    this.#spare?.give(this.values);
    this.values = new Uint8Array(0);
    this.length = 0;
  }

  view(): Uint8Array {
    return this.values.subarray(0, this.length);
  }
}
