import { readHeader, readRows, type SectionRow } from './segment-frame.ts';
import type { ColumnArray } from './segment-reader.ts';

function keyOf(field: number, kind: number): number {
  return field * 256 + kind;
}

/** The sections of a `.seg` file as typed views over its bytes. */
export class SegmentSections {
  readonly #index: ArrayBufferLike;
  readonly #rows = new Map<number, SectionRow>();

  /** The header and the table must have been checked. */
  constructor(index: ArrayBufferLike) {
    this.#index = index;
    const view = new DataView(index);
    const { tableOffset, sectionCount } = readHeader(view);
    for (const row of readRows(view, tableOffset, sectionCount)) {
      this.#rows.set(keyOf(row.field, row.kind), row);
    }
  }

  has(kind: number, field: number): boolean {
    return this.#rows.has(keyOf(field, kind));
  }

  bytes(kind: number, field: number): Uint8Array {
    const row = this.#rows.get(keyOf(field, kind));
    return row === undefined ? new Uint8Array(0) : new Uint8Array(this.#index, row.offset, row.length);
  }

  words(kind: number, field: number): Uint32Array {
    const row = this.#rows.get(keyOf(field, kind));
    return row === undefined ? new Uint32Array(0) : new Uint32Array(this.#index, row.offset, row.length / 4);
  }

  doubles(kind: number, field: number): Float64Array {
    const row = this.#rows.get(keyOf(field, kind));
    return row === undefined
      ? new Float64Array(0)
      : new Float64Array(this.#index, row.offset, row.length / 8);
  }

  /** null where there is none. */
  integers(kind: number, field: number): Int32Array | null {
    const row = this.#rows.get(keyOf(field, kind));
    return row === undefined ? null : new Int32Array(this.#index, row.offset, row.length / 4);
  }

  /** In the width that it was written with; `skip` bytes at the front are something else. */
  column(kind: number, field: number, skip = 0): ColumnArray {
    const row = this.#rows.get(keyOf(field, kind));
    if (row === undefined) return new Uint8Array(0);
    const { width } = row;
    const offset = row.offset + skip;
    const length = (row.length - skip) / Math.max(1, width);
    if (width === 8) return new Float64Array(this.#index, offset, length);
    if (width === 4) return new Uint32Array(this.#index, offset, length);
    return width === 2
      ? new Uint16Array(this.#index, offset, length)
      : new Uint8Array(this.#index, offset, length);
  }
}
