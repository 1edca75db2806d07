import { RawJson } from '@sextant/contract';
import type { AnswerWriting, HitWriters, SearchHit, SearchResult } from '@sextant/engine';
import { compactJson } from '../../../wire/json-writer.ts';
import { HitsWriter, recycle } from './hits-writer.ts';
import { type AnswerView, searchAnswer } from './search-answer.ts';

/** In place of an answer: the documents as they are stored, for work that goes on with them. */
export interface DocumentsView {
  readonly documents: true;
}

/** In place of an answer: the words of a document, as JSON. */
export interface VectorsView {
  readonly vectors: true;
}

/** Documents of one page, as columns. */
export interface Documents {
  readonly length: number;
  readonly indices: readonly string[];
  readonly ids: readonly string[];
  readonly routings: readonly (string | null)[];
  readonly versions: readonly number[];
  readonly seqNos: readonly number[];
  readonly primaryTerms: readonly number[];
  /** Of document i: `source[starts[i], ends[i])`; empty where none is stored, or wanted. */
  readonly source: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

interface Head extends Pick<Documents, 'ids' | 'routings' | 'versions' | 'seqNos' | 'primaryTerms'> {
  readonly names: readonly string[];
  /** Places in `names`. */
  readonly indices: readonly number[];
  readonly lengths: readonly number[];
}

type View = AnswerView | DocumentsView | VectorsView;

/** How each thread that searches writes what it finds; the `rendering` of a search is its view. */
export const answerWriting: AnswerWriting = {
  hitWriters: (view) => hitWritersOf(view as View),
  render: (result, view, waitedMs) => renderResult(result, result.tookMs + waitedMs, view as View),
};

/** Undefined where they are documents for other work. */
function hitWritersOf(view: View): HitWriters | undefined {
  return 'documents' in view || 'vectors' in view ? undefined : (hits) => new HitsWriter(hits, view);
}

function renderResult(result: SearchResult, tookMs: number, view: View): Uint8Array {
  if ('vectors' in view) return compactJson(result.termVectors ?? {}, ANSWER_BYTES);
  if ('documents' in view) return writeDocuments(result.hits);
  const { writtenHits } = result;
  if (writtenHits === undefined) {
    return compactJson(searchAnswer(result, tookMs, view), expectedBytes(result.hits));
  }
  const expected = writtenHits.length + ANSWER_BYTES;
  const written = compactJson(searchAnswer(result, tookMs, view, new RawJson(writtenHits, true)), expected);
  recycle(writtenHits);
  return written;
}

/** About what is written of a hit beside its document, and of the answer beside its hits. */
const HIT_BYTES = 160;
const ANSWER_BYTES = 1024;

function expectedBytes(hits: readonly SearchHit[]): number {
  let bytes = ANSWER_BYTES;
  for (const { source } of hits) bytes += HIT_BYTES + (source?.length ?? 0);
  return bytes;
}

const HEAD_LENGTH = 4;
const encoder = new TextEncoder();

/** A length, the columns as JSON, and the documents one after the other. */
export function writeDocuments(hits: readonly SearchHit[]): Uint8Array {
  const names = [...new Set(hits.map(({ index }) => index))];
  const places = new Map(names.map((name, place) => [name, place]));
  const head: Head = {
    names,
    indices: hits.map(({ index }) => places.get(index)!),
    ids: hits.map(({ id }) => id),
    routings: hits.map(({ routing }) => routing),
    versions: hits.map(({ version }) => version ?? -1),
    seqNos: hits.map(({ seqNo }) => seqNo ?? -1),
    primaryTerms: hits.map(({ primaryTerm }) => primaryTerm ?? 0),
    lengths: hits.map(({ source }) => source?.length ?? 0),
  };
  const written = encoder.encode(JSON.stringify(head));
  const bytes = head.lengths.reduce((sum, length) => sum + length, HEAD_LENGTH + written.length);
  const all = new Uint8Array(bytes);
  new DataView(all.buffer).setUint32(0, written.length);
  all.set(written, HEAD_LENGTH);
  let at = HEAD_LENGTH + written.length;
  for (const { source } of hits) {
    if (source === undefined) continue;
    all.set(source, at);
    at += source.length;
  }
  return all;
}

export function readDocuments(bytes: Uint8Array): Documents {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const from = HEAD_LENGTH + length;
  const head = JSON.parse(Buffer.from(bytes.subarray(HEAD_LENGTH, from)).toString()) as Head;
  const { names, indices, lengths, ...columns } = head;
  const starts = new Int32Array(lengths.length);
  const ends = new Int32Array(lengths.length);
  let at = 0;
  lengths.forEach((size, i) => {
    starts[i] = at;
    at += size;
    ends[i] = at;
  });
  return {
    ...columns,
    length: lengths.length,
    indices: indices.map((place) => names[place]!),
    source: bytes.subarray(from),
    starts,
    ends,
  };
}
