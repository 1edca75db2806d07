/** Numbers of the segment file format; docs/formats/segment.md tells the layout. All integers are little-endian. */

/** `SXSG` as bytes. */
export const SEGMENT_MAGIC = 0x47535853;
/** `SXSE`: ends the file. */
export const SEGMENT_END_MAGIC = 0x45535853;
/** `SXSR`: the stored source beside it. */
export const SOURCE_MAGIC = 0x52535853;
/** `SXLD`: live documents. */
export const LIVE_DOCS_MAGIC = 0x444c5853;
/** Of `.seg` and `.src` as they are written; see docs/formats/segment.md for what 2 brought. */
export const SEGMENT_VERSION = 2;
/** The same with nested objects, which those who do not know them would take for documents. */
export const SEGMENT_VERSION_BLOCKS = 3;
/** As 2 and 3, with documents of which a part is kept beside their source: others would show it as a part of that. */
export const SEGMENT_VERSION_KEPT = 4;
export const SEGMENT_VERSION_BLOCKS_KEPT = 5;
/** The oldest that can be read. */
export const SEGMENT_VERSION_MIN = 1;
export const LIVE_DOCS_VERSION = 1;

export const HEADER_BYTES = 64;
export const SECTION_ROW_BYTES = 24;
export const FOOTER_BYTES = 16;
/** Field number of the sections that belong to the whole segment. */
export const NO_FIELD = 0xffff;

/** Documents per entry of `blockMin` and `blockMax` of a number column. */
export const COLUMN_BLOCK = 4096;

/** Most documents of a segment, as Lucene's of an index. */
export const MAX_DOCS = 2 ** 31 - 1 - 128;
/** Offsets and lengths that a section or a head keeps in four bytes and two. */
export const MAX_UINT32 = 2 ** 32 - 1;
export const MAX_UINT16 = 2 ** 16 - 1;

/** Longest term in bytes, Lucene's limit. */
export const MAX_TERM_BYTES = 32_766;

/** What a section holds. Numbers are never reused. */
export const SectionKind = {
  fieldTable: 1,
  idBytes: 2,
  idOffsets: 3,
  idTable: 4,
  routingBytes: 5,
  routingOffsets: 6,
  seqNo: 7,
  primaryTerm: 8,
  version: 9,
  sourceBlocks: 10,
  sourceBlockDocs: 11,
  sourceDictionaries: 12,
  idSlots: 13,
  seqNoLine: 14,
  idBounds: 15,
  presence: 20,
  norms: 21,
  termBytes: 30,
  termOffsets: 31,
  termDocFreq: 32,
  termTotalFreq: 33,
  termPostings: 34,
  termPositions: 35,
  blockLastDoc: 40,
  blockOffset: 41,
  blockMaxFreq: 42,
  blockMinNorm: 43,
  blockPositions: 44,
  postings: 45,
  positions: 46,
  columnData: 50,
  columnOffsets: 51,
  columnBlockMin: 52,
  columnBlockMax: 53,
  sortedValues: 54,
  sortedDocs: 55,
  columnRest: 56,
  sortedRest: 57,
} as const;

export type SectionKind = (typeof SectionKind)[keyof typeof SectionKind];

export const STORAGE_CODES = ['text', 'ordinal', 'number'] as const;

/** Bits of a field's flags. */
export const FieldFlag = {
  indexed: 1,
  docValues: 2,
  norms: 4,
  freqs: 8,
  positions: 16,
  /** Every document has the field, so there is no presence section. */
  everywhere: 32,
} as const;
