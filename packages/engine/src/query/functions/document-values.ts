import type { NumericColumn } from '../../segment/segment-reader.ts';

/** A column of numbers, or of ordinals (`base` 0). */
type Places = Pick<NumericColumn, 'data' | 'base' | 'offsets' | 'present'>;

/** Where the values of documents begin and end in a column. */
export class DocumentValues {
  readonly #column: Places | null;
  from = 0;
  to = 0;

  constructor(column: Places | null) {
    this.#column = column;
  }

  /** Sets `from` and `to`; the values between are ascending. */
  seek(doc: number): void {
    const column = this.#column;
    if (column === null) return;
    if (column.offsets !== null) {
      this.from = column.offsets[doc]!;
      this.to = column.offsets[doc + 1]!;
      return;
    }
    const { present } = column;
    this.from = doc;
    this.to = present === null || (present[doc >>> 5]! & (1 << (doc & 31))) !== 0 ? doc + 1 : doc;
  }

  at(place: number): number {
    const column = this.#column!;
    return column.base + column.data[place]!;
  }
}
