/** Typed arrays that grow by doubling. `values` is replaced when it grows: read it again after every push. */

function grown(capacity: number, needed: number): number {
  let next = Math.max(capacity, 16);
  while (next < needed) next *= 2;
  return next;
}

export class Uint32List {
  values: Uint32Array;
  length = 0;

  constructor(capacity = 0) {
    this.values = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.reserve(1);
    this.values[this.length++] = value;
  }

  /** Makes room for `count` more values without adding them. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.values.length) return;
    const values = new Uint32Array(grown(this.values.length, needed));
    values.set(this.values.subarray(0, this.length));
    this.values = values;
  }

  view(): Uint32Array {
    return this.values.subarray(0, this.length);
  }
}

export class Int32List {
  values: Int32Array;
  length = 0;

  constructor(capacity = 0) {
    this.values = new Int32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.#grow();
    this.values[this.length++] = value;
  }

  #grow(): void {
    const values = new Int32Array(grown(this.values.length, this.length + 1));
    values.set(this.values);
    this.values = values;
  }

  view(): Int32Array {
    return this.values.subarray(0, this.length);
  }
}

export class Float64List {
  values: Float64Array;
  length = 0;

  constructor(capacity = 0) {
    this.values = new Float64Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.values.length) this.#grow();
    this.values[this.length++] = value;
  }

  #grow(): void {
    const values = new Float64Array(grown(this.values.length, this.length + 1));
    values.set(this.values);
    this.values = values;
  }

  view(): Float64Array {
    return this.values.subarray(0, this.length);
  }
}

export class ByteList {
  values: Uint8Array;
  length = 0;

  constructor(capacity = 0) {
    this.values = new Uint8Array(capacity);
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
    if (needed <= this.values.length) return;
    const values = new Uint8Array(grown(this.values.length, needed));
    values.set(this.values.subarray(0, this.length));
    this.values = values;
  }

  view(): Uint8Array {
    return this.values.subarray(0, this.length);
  }
}
