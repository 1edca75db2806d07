import type { DiskFile } from '@sextant/base';
import { ByteList, Uint32List } from '../codec/lists.ts';
import type { SpareArrays } from '../codec/spare-arrays.ts';
import { sampleDictionary } from './source-dictionary.ts';
import { fastPacking, SourceWriter, type WrittenSource } from './source-writer.ts';

/** The dictionary is made of the first documents, which have so many bytes. */
const SAMPLED_BYTES = 1 << 20;

/** Stored documents in a row: plain values, which may be shared between threads. */
export interface FrozenSource {
  readonly bytes: Uint8Array;
  /** Where each document ends. */
  readonly ends: Uint32Array;
}

/** Stored documents of a segment that is still in memory, as they came: they are packed when it is written. */
export class FreshSource {
  readonly #bytes: ByteList;
  readonly #ends: Uint32List;

  constructor(spare: SpareArrays | null = null) {
    this.#bytes = new ByteList(0, spare);
    this.#ends = new Uint32List(0, spare);
  }

  get bytesUsed(): number {
    return this.#bytes.values.byteLength + this.#ends.values.byteLength;
  }

  /** Copied; empty where the index keeps no `_source`. */
  add(document: Uint8Array): void {
    this.#bytes.append(document, 0, document.length);
    this.#ends.push(this.#bytes.length);
  }

  release(): void {
    this.#bytes.release();
    this.#ends.release();
  }

  /** What was added, as it crosses threads; views of arrays that the next document may change. */
  freeze(): FrozenSource {
    return { bytes: this.#bytes.view(), ends: this.#ends.view() };
  }
}

/** Packs the documents and writes the file, which must be empty; nothing is synced. */
export function writeFreshSource(
  { bytes, ends }: FrozenSource,
  file: DiskFile,
  generation: number,
): WrittenSource {
  const writer = new SourceWriter(fastPacking, { file, generation });
  const dictionary = dictionaryOf(bytes, ends);
  if (dictionary.length > 0) writer.useDictionary(dictionary);
  let start = 0;
  for (let doc = 0; doc < ends.length; doc++) {
    const end = ends[doc]!;
    writer.add(bytes, start, end);
    start = end;
  }
  return writer.finish();
}

function dictionaryOf(bytes: Uint8Array, ends: Uint32Array): Uint8Array {
  let docs = 0;
  while (docs < ends.length && (docs === 0 || ends[docs - 1]! < SAMPLED_BYTES)) docs++;
  const sampled = docs === 0 ? 0 : ends[docs - 1]!;
  return sampleDictionary(docs, sampled, (doc) => bytes.subarray(doc === 0 ? 0 : ends[doc - 1], ends[doc]));
}
