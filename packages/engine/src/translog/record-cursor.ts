import type { DiskFile } from '@sextant/base';
import { claimedLength, isIntact, RECORD_HEADER_BYTES } from './record-format.ts';

const WINDOW_BYTES = 256 * 1024;

/**
 * Walks the records of a generation through a window. After `next()` returned true the record lies in
 * `bytes` at `at` with `length`; the window is reused by the following call.
 */
export class RecordCursor {
  bytes: Uint8Array;
  view: DataView;
  at = 0;
  length = 0;
  /** Where in the file the next record begins. */
  position: number;
  readonly #file: DiskFile;
  readonly #end: number;
  #windowStart = 0;
  #windowLength = 0;

  /** Reads [position, end) of the file. */
  constructor(file: DiskFile, position: number, end: number) {
    this.#file = file;
    this.position = position;
    this.#end = end;
    this.#windowStart = position;
    this.bytes = new Uint8Array(Math.max(0, Math.min(WINDOW_BYTES, end - position)));
    this.view = new DataView(this.bytes.buffer);
  }

  /** False at the end, and at the first record that is not intact: then `position` < the end. */
  next(): boolean {
    if (!this.#load(RECORD_HEADER_BYTES)) return false;
    const length = claimedLength(this.view, this.position - this.#windowStart);
    if (length < 0 || !this.#load(length)) return false;
    this.at = this.position - this.#windowStart;
    if (!isIntact(this.bytes, this.view, this.at, length)) return false;
    this.length = length;
    this.position += length;
    return true;
  }

  /** Brings [position, position + length) into the window. */
  #load(length: number): boolean {
    if (this.position + length > this.#end) return false;
    if (this.position + length <= this.#windowStart + this.#windowLength) return true;
    if (length > this.bytes.length) {
      this.bytes = new Uint8Array(Math.max(length, this.bytes.length * 2));
      this.view = new DataView(this.bytes.buffer);
    }
    const wanted = Math.min(this.bytes.length, this.#end - this.position);
    this.#windowStart = this.position;
    this.#windowLength = this.#file.read(this.bytes.subarray(0, wanted), this.position);
    return this.#windowLength >= length;
  }
}
