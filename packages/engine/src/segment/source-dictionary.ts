import { MAX_DICTIONARY_BYTES } from '../codec/lz4-encoder.ts';

/** Documents that take less together have no dictionary. */
const MIN_DOCUMENT_BYTES = 32 * 1024;
/** A dictionary is at most this part of the documents that use it. */
const BYTES_PER_DICTIONARY_BYTE = 32;
/** What one document gives at most. */
const PIECE_BYTES = 2048;

/** Length of the dictionary for documents of so many bytes. */
function dictionaryBytesFor(documentBytes: number): number {
  if (documentBytes < MIN_DOCUMENT_BYTES) return 0;
  return Math.min(MAX_DICTIONARY_BYTES, Math.floor(documentBytes / BYTES_PER_DICTIONARY_BYTE));
}

/**
 * What blocks of documents may refer to: documents from everywhere among them, as they are. `read` gives the n-th of
 * `docs` documents, or undefined where there is none any more.
 */
export function sampleDictionary(
  docs: number,
  documentBytes: number,
  read: (doc: number) => Uint8Array | undefined,
): Uint8Array {
  const wanted = dictionaryBytesFor(documentBytes);
  const dictionary = new Uint8Array(wanted);
  if (wanted === 0) return dictionary;
  const mean = Math.max(1, Math.min(PIECE_BYTES, documentBytes / docs));
  const pieces = Math.max(1, Math.min(docs, Math.ceil(wanted / mean)));
  let length = 0;
  for (let i = 0; i < pieces && length < wanted; i++) {
    const document = read(Math.floor(((i + 0.5) * docs) / pieces));
    if (document === undefined) continue;
    const piece = document.subarray(0, Math.min(PIECE_BYTES, wanted - length));
    dictionary.set(piece, length);
    length += piece.length;
  }
  return dictionary.subarray(0, length);
}
