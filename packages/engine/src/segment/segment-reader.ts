import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { FieldView } from '../mapping/field-view.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { BlockBuffers } from './block-buffers.ts';
import type { MadeFields } from './made-field.ts';
import type { Postings } from './postings.ts';
import type { SegmentBlocks } from './segment-blocks.ts';
import type { OneText } from './text-order.ts';

export type ColumnArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/**
 * Values of a number field. Value i is `base + data[i]`. Single-valued: data[doc], meaningful where `present` has
 * the bit (null = every document has one). Multi-valued: the values of doc are i in [offsets[doc], offsets[doc+1]),
 * ascending, and `present` is null (so may a wide column be laid out that few documents have). `data` is empty when the
 * field has no doc values. One loop per kind of `data` keeps hot loops monomorphic.
 *
 * Where `rest` is there, value i is a `FineNumber` of `base + data[i]` and `rest[i]`; who looks at `data` alone sees the
 * numbers rounded, in their order.
 */
export interface NumericColumn {
  readonly data: ColumnArray;
  readonly rest: Int32Array | null;
  readonly base: number;
  readonly offsets: Uint32Array | null;
  readonly present: Uint32Array | null;
  readonly valueCount: number;
  /** Documents with at least one value (deleted ones included). */
  readonly docCount: number;
  /** NaN when empty. */
  readonly min: number;
  readonly max: number;
  /** Lowest and highest value of each 4,096 documents (NaN where none). */
  readonly blockMin: Float64Array;
  readonly blockMax: Float64Array;
  /** All values ascending with their documents: value i is `base + values[i]`. Null when not indexed. */
  readonly sorted: {
    readonly values: ColumnArray;
    readonly docs: Uint32Array;
    readonly rest: Int32Array | null;
  } | null;
}

/** Ordinals of a keyword or ip field; an ordinal is an index into the field's `TermsReader`. Layout as NumericColumn, base 0; per document ascending and distinct. */
export interface OrdinalColumn {
  readonly data: Uint8Array | Uint16Array | Uint32Array;
  readonly offsets: Uint32Array | null;
  readonly present: Uint32Array | null;
  readonly valueCount: number;
  readonly docCount: number;
}

/** The terms of one field in one segment, sorted by unsigned bytes; a term's index is its ordinal. */
export interface TermsReader {
  readonly size: number;
  /** There are postings. */
  readonly indexed: boolean;
  /** Documents with the field (deleted ones included), as Lucene's docCount. */
  readonly docCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  /** Ordinal of the term, -1 where it is missing. */
  lookup(term: Uint8Array): number;
  /**
   * First ordinal whose term is >= the given one; `size` when none. Where it is known to be above that of `after`, it
   * is looked for from there on.
   */
  ceiling(term: Uint8Array, after?: number): number;
  /** The terms one after the other: term i is `bytes` from `offsets[i]` up to `offsets[i + 1]`. */
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  /** A view, valid as long as the segment. */
  term(ordinal: number): Uint8Array;
  termText(ordinal: number): string;
  /** Also where the field is not indexed and has only doc values. */
  docFreq(ordinal: number): number;
  totalTermFreq(ordinal: number): number;
  /** The field must be indexed. With `buffers` the postings are of use as long as those are lent. */
  postings(ordinal: number, buffers?: BlockBuffers): Postings;
  /** Sets the bits of the term's documents. The field must be indexed. */
  markDocs(ordinal: number, bits: Uint32Array): void;
  /** Writes them to `target` from `at` on; returns where they end. The field must be indexed. */
  copyDocs(ordinal: number, target: Uint32Array, at: number): number;
}

/**
 * One immutable segment with its live documents at one point in time. Where objects of nested fields are documents within
 * others, searches see the outermost ones alone: the rest count as deleted until `within` is asked for.
 */
export interface SegmentReader {
  readonly name: string;
  /** Documents, deleted ones included; ids are 0 .. maxDoc-1. */
  readonly maxDoc: number;
  /** Live documents. */
  readonly numDocs: number;
  /** Bit set = live; null = all. */
  readonly liveDocs: Uint32Array | null;
  readonly sizeInBytes: number;
  /** Which documents lie in others; null where none does. */
  readonly blocks: SegmentBlocks | null;
  /** The same segment with the live documents of a nested path, or the outermost ones for null. */
  within(path: string | null): SegmentReader;
  /** The same segment in which of the live documents only these are live, each with the objects within it. */
  only(docs: Uint32Array): SegmentReader;
  /** The same segment as if its documents had no other fields, in what is stored of them too; nor does it tell which values were ignored. */
  seenBy(view: FieldView): SegmentReader;
  /** The same segment as if its documents had these fields too. */
  withMade(fields: MadeFields): SegmentReader;
  /** Dictionary of an indexed text field, or of a keyword or ip field; null where the segment has none. */
  terms(field: string): TermsReader | null;
  numeric(field: string): NumericColumn | null;
  ordinals(field: string): OrdinalColumn | null;
  /** Takes the terms of a text field out of the inverted index, by document; null where there is nothing to do. */
  prepareFielddata(field: MappedField, budget: WorkBudget): Steps<void> | null;
  /** Masks the terms of a field of ordinals, where its values are seen masked alone; null where there is nothing to do. */
  prepareMasked(field: string, budget: WorkBudget): Steps<void> | null;
  /** As `ordinals`, also of a text that was prepared. */
  fielddataOrdinals(field: string): OrdinalColumn | null;
  /** The terms that they count. */
  fielddataTerms(field: string): TermsReader | null;
  /** SmallFloat.intToByte4 of the field length per document; null when the field has no norms. 0 = field missing. */
  norms(field: string): Uint8Array | null;
  /** Documents that have a value of the field; null where no document has one; `all` where each has. */
  exists(field: string): Uint32Array | 'all' | null;
  /** Names of the fields that have values here. */
  fieldNames(): readonly string[];
  idOf(doc: number): string;
  /** Document with this id that is live, -1 where none. */
  docOf(id: Uint8Array): number;
  routingOf(doc: number): string | null;
  /** That of each document, empty where it has none; null where none has one. */
  readonly routings: OneText | null;
  seqNoOf(doc: number): number;
  primaryTermOf(doc: number): number;
  versionOf(doc: number): number;
  /**
   * Stored `_source` bytes as they were sent; null where the index keeps none. They stay as they are, and lie in memory of
   * others too, which must not be changed nor moved.
   */
  sourceOf(doc: number): Uint8Array | null;
  /** The same, valid until the next is read, and not kept for whoever asks for it again: for walks through many. */
  sourceOnce(doc: number): Uint8Array | null;
  /** What the source leaves out of stored fields, as JSON; null where that is nothing. As `sourceOf`. */
  keptOf(doc: number): Uint8Array | null;
}

/** The searchable state of one shard at one point in time. Segments are ordered oldest first. */
export interface ShardSearcher {
  readonly index: string;
  readonly indexUuid: string;
  readonly shard: number;
  readonly segments: readonly SegmentReader[];
  /** First document id of each segment in the shard's own numbering (ties in sorting go by it). */
  readonly docBases: readonly number[];
  /** Live documents, objects of nested fields included. */
  readonly numDocs: number;
  /** Some documents are hidden from whoever asks; they count as deleted. */
  readonly isPart?: true;
  /** Where its documents have fields that a request has made: the searcher without them, and their names. */
  readonly made?: { readonly of: ShardSearcher; readonly fields: ReadonlySet<string> };
}
