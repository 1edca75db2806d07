import type { DiskFile } from '@sextant/base';
import { ByteList, Uint32List } from '../codec/lists.ts';
import { sampleDictionary } from './source-dictionary.ts';
import { fastPacking, type SourceLayout, SourceWriter } from './source-writer.ts';

/** The dictionary is made of the first documents, which have so many bytes; from then on documents are packed as they come. */
const WAITING_BYTES = 1 << 20;

/** Stored documents of a segment that is still in memory, packed there already. */
export class FreshSource {
  readonly #writer = new SourceWriter(fastPacking);
  /** Documents that wait for the dictionary; null once it is there. */
  #waiting: ByteList | null = new ByteList();
  readonly #ends = new Uint32List();

  get bytesUsed(): number {
    return this.#writer.bytesUsed + (this.#waiting?.values.length ?? 0) + this.#ends.values.byteLength;
  }

  /** Copied; empty where the index keeps no `_source`. */
  add(document: Uint8Array): void {
    if (this.#waiting === null) {
      this.#writer.add(document, 0, document.length);
      return;
    }
    this.#waiting.append(document, 0, document.length);
    this.#ends.push(this.#waiting.length);
    if (this.#waiting.length >= WAITING_BYTES) this.#pack(this.#waiting.view());
  }

  #pack(bytes: Uint8Array): void {
    const ends = this.#ends.view();
    this.#waiting = null;
    const dictionary = sampleDictionary(ends.length, bytes.length, (doc) =>
      bytes.subarray(doc === 0 ? 0 : ends[doc - 1], ends[doc]),
    );
    if (dictionary.length > 0) this.#writer.useDictionary(dictionary);
    let start = 0;
    for (const end of ends) {
      this.#writer.add(bytes, start, end);
      start = end;
    }
  }

  /** Writes the file, which must be empty; nothing is synced. */
  writeTo(file: DiskFile, generation: number): SourceLayout {
    if (this.#waiting !== null) this.#pack(this.#waiting.view());
    return this.#writer.writeTo(file, generation);
  }
}
