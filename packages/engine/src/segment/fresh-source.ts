import type { DiskFile } from '@sextant/base';
import type { Steps } from '../budget/slices.ts';
import { ByteList, Uint32List } from '../codec/lists.ts';
import type { SpareArrays } from '../codec/spare-arrays.ts';
import { sampleDictionary } from './source-dictionary.ts';
import { fastPacking, SourceWriter, type WrittenSource } from './source-writer.ts';

/** The dictionary is made of the first documents, which have so many bytes. */
const SAMPLED_BYTES = 1 << 20;
/** Packed at a time. */
const STEP_BYTES = 1 << 18;

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

/** Packs the documents and writes the file, which must be empty, a millisecond or two at a time; nothing is synced. */
export function* packFreshSource(
  source: FrozenSource,
  file: DiskFile,
  generation: number,
): Steps<WrittenSource> {
  const { bytes, ends } = source;
  const writer = new SourceWriter(fastPacking, { file, generation });
  const dictionary = dictionaryOf(bytes, ends);
  if (dictionary.length > 0) writer.useDictionary(dictionary);
  for (let doc = 0; doc < ends.length; ) {
    doc = addStep(writer, source, doc);
    yield;
  }
  return writer.finish();
}

/** Returns the document after those of the step. */
function addStep(writer: SourceWriter, { bytes, ends }: FrozenSource, first: number): number {
  let start = first === 0 ? 0 : ends[first - 1]!;
  const limit = start + STEP_BYTES;
  let doc = first;
  while (doc < ends.length && start < limit) {
    const end = ends[doc++]!;
    writer.add(bytes, start, end);
    start = end;
  }
  return doc;
}

function dictionaryOf(bytes: Uint8Array, ends: Uint32Array): Uint8Array {
  let docs = 0;
  while (docs < ends.length && (docs === 0 || ends[docs - 1]! < SAMPLED_BYTES)) docs++;
  const sampled = docs === 0 ? 0 : ends[docs - 1]!;
  return sampleDictionary(docs, sampled, (doc) => bytes.subarray(doc === 0 ? 0 : ends[doc - 1], ends[doc]));
}
