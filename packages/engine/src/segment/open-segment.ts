import type { Disk } from '@sextant/base';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { countBits, getBit, wordsFor } from '../codec/bits.ts';
import type { FieldView } from '../mapping/field-view.ts';
import { ignoredField } from '../mapping/ignored-field.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { hasMadeColumn, ID, INDEX, metadataField, SEQ_NO } from '../mapping/metadata-fields.ts';
import { NESTED_PATH } from '../mapping/nested-path.ts';
import type { MadeField, MadeFields } from './made-field.ts';
import type { MaskedField } from './masked-terms.ts';
import { metadataColumn } from './metadata-columns.ts';
import type { SegmentBlocks } from './segment-blocks.ts';
import type { SegmentData } from './segment-data.ts';
import { SegmentFiles } from './segment-files.ts';
import type { MetaColumn, SegmentIndex } from './segment-index.ts';
import type { NumericColumn, OrdinalColumn, SegmentReader, TermsReader } from './segment-reader.ts';
import type { SourceReader } from './source-reader.ts';
import { keptPart, sourcePart } from './stored-document.ts';
import { termsByDoc } from './terms-by-doc.ts';
import type { OneText } from './text-order.ts';
import { uninvert } from './uninverted.ts';

const DECODER = new TextDecoder();

function metaValue(column: MetaColumn, doc: number): number {
  const start = column.base + doc * column.slope;
  return column.data.length === 0 ? start : start + column.data[doc]!;
}

/** Which documents count as live: all that are, or of those the ones of a nested path, or the outermost ones for null. */
type Visible = { readonly path: string | null } | 'all';

/** Every document has one, whatever is kept of it. */
const inEvery: ReadonlySet<string> = new Set([ID, INDEX, SEQ_NO, '_version']);

const OUTERMOST: Visible = { path: null };

interface Limits {
  readonly visible: Visible;
  /** null = all that are visible. */
  readonly only: Uint32Array | null;
  /** null = all fields are seen. */
  readonly view: FieldView | null;
  /** null = none. */
  readonly made: MadeFields | null;
  /** Of which it is a part. */
  readonly indexName: string;
}

const NO_LIMITS: Limits = { visible: 'all', only: null, view: null, made: null, indexName: '' };

export class OpenSegment implements SegmentReader {
  readonly name: string;
  readonly maxDoc: number;
  readonly sizeInBytes: number;
  readonly data: SegmentData;
  readonly files: SegmentFiles;
  readonly #limits: Limits;
  #liveDocs: Uint32Array | null | undefined;
  /** Where bits of `#liveDocs` tell it. */
  #liveCount: number | undefined;
  #within: Map<string | null, OpenSegment> | undefined;

  constructor(data: SegmentData, files: SegmentFiles, limits: Limits = NO_LIMITS) {
    this.data = data;
    this.files = files;
    this.name = data.name;
    this.maxDoc = data.maxDoc;
    this.sizeInBytes = data.sizeInBytes;
    this.#limits = data.hasBlocks ? limits : { ...limits, visible: 'all' };
  }

  get numDocs(): number {
    const { visible, only } = this.#limits;
    if (visible === 'all' && only === null) return this.maxDoc - this.data.deletedDocs;
    this.#liveCount ??= countBits(this.liveDocs!);
    return this.#liveCount;
  }

  get liveDocs(): Uint32Array | null {
    if (this.#liveDocs === undefined) this.#liveDocs = this.#findLive();
    return this.#liveDocs;
  }

  #findLive(): Uint32Array | null {
    const { only } = this.#limits;
    const seen = this.#findVisible();
    if (only === null) return seen;
    return seen === null ? only : seen.map((word, i) => word & only[i]!);
  }

  #findVisible(): Uint32Array | null {
    const { liveDocs } = this.data;
    const all = liveDocs === null ? null : new Uint32Array(liveDocs);
    const { visible } = this.#limits;
    if (visible === 'all') return all;
    const seen = this.blocks?.docsOf(visible.path) ?? new Uint32Array(wordsFor(this.maxDoc));
    return all === null ? seen : seen.map((word, i) => word & all[i]!);
  }

  get blocks(): SegmentBlocks | null {
    return this.data.hasBlocks ? this.index.blocks : null;
  }

  within(path: string | null): OpenSegment {
    if (!this.data.hasBlocks) return this;
    this.#within ??= new Map();
    let segment = this.#within.get(path);
    if (segment === undefined) {
      segment = new OpenSegment(this.data, this.files, { ...this.#limits, visible: { path } });
      this.#within.set(path, segment);
    }
    return segment;
  }

  only(docs: Uint32Array): OpenSegment {
    const only = this.blocks?.withInner(docs) ?? docs;
    const { only: before } = this.#limits;
    const both = before === null ? only : only.map((word, i) => word & before[i]!);
    return new OpenSegment(this.data, this.files, { ...this.#limits, only: both });
  }

  seenBy(view: FieldView): OpenSegment {
    return new OpenSegment(this.data, this.files, { ...this.#limits, view });
  }

  withMade(fields: MadeFields): OpenSegment {
    const made = new Map([...(this.#limits.made ?? []), ...fields]);
    return new OpenSegment(this.data, this.files, { ...this.#limits, made });
  }

  #made(field: string): MadeField | undefined {
    return this.#limits.made?.get(field) ?? (field.startsWith('_') ? this.#metadata(field) : undefined);
  }

  /** The values of a field that documents have though their source has not. */
  #metadata(field: string): MadeField | undefined {
    const make = metadataColumn(field, this.index, this.#limits.indexName);
    return make === undefined ? undefined : this.files.metadata.made(field, make);
  }

  #hides(field: string): boolean {
    const { view } = this.#limits;
    if (view === null || field === NESTED_PATH) return false;
    if (field === ignoredField.name) return true;
    return metadataField(field) === undefined && !view.sees(field);
  }

  /** What is seen of a field that is masked; undefined = it is not, null = nothing. */
  #maskedField(field: string): MaskedField | null | undefined {
    const masking = this.#limits.view?.maskOf(field);
    if (masking === undefined) return undefined;
    const given = this.#givenOf(field);
    return given === null ? null : this.files.masked.of(field, masking, () => given);
  }

  #givenOf(field: string): (MaskedField & { readonly maxDoc: number }) | null {
    const [terms, column] = [this.index.terms(field), this.index.ordinals(field)];
    return terms === null || column === null ? null : { terms, column, maxDoc: this.maxDoc };
  }

  prepareMasked(field: string, budget: WorkBudget): Steps<void> | null {
    const masking = this.#limits.view?.maskOf(field);
    const given = masking === undefined ? null : this.#givenOf(field);
    return given === null ? null : this.files.masked.prepare(field, masking!, given, budget);
  }

  get index(): SegmentIndex {
    return this.files.index;
  }

  get source(): SourceReader {
    return this.files.source;
  }

  terms(field: string): TermsReader | null {
    const made = this.#made(field);
    if (made !== undefined) return made.terms;
    const masked = this.#maskedField(field);
    if (masked !== undefined) return masked?.terms ?? null;
    if (this.#hides(field)) return null;
    return this.index.terms(field) ?? this.index.parts.of(field)?.terms ?? null;
  }

  numeric(field: string): NumericColumn | null {
    const made = this.#made(field);
    if (made !== undefined) return made.numeric;
    if (this.#hides(field)) return null;
    return this.index.numeric(field);
  }

  ordinals(field: string): OrdinalColumn | null {
    const made = this.#made(field);
    if (made !== undefined) return made.ordinals;
    const masked = this.#maskedField(field);
    if (masked !== undefined) return masked?.column ?? null;
    if (this.#hides(field)) return null;
    return this.index.ordinals(field) ?? this.index.parts.of(field)?.column ?? null;
  }

  prepareFielddata(field: MappedField, budget: WorkBudget): Steps<void> | null {
    const { name, fielddata: filter } = field;
    const { fielddata, metadata } = this.files;
    if (hasMadeColumn(name)) {
      const make = metadataColumn(name, this.index, this.#limits.indexName);
      return make === undefined ? null : metadata.prepare(name, make, budget);
    }
    if (filter === undefined) return null;
    if (name === ID) {
      const { ids } = this.index;
      const texts = (): OneText => ({ bytes: ids.bytes, starts: ids.starts() });
      return fielddata.prepare(ID, (...use) => termsByDoc(texts(), this.maxDoc, ...use), budget);
    }
    const terms = this.terms(name);
    if (terms === null) return null;
    return fielddata.prepare(name, (...use) => uninvert(terms, this.maxDoc, filter, ...use), budget);
  }

  fielddataTerms(field: string): TermsReader | null {
    const made = this.#made(field);
    if (made !== undefined) return made.terms;
    if (this.#hides(field)) return this.terms(field);
    return this.files.fielddata.of(field)?.terms ?? this.terms(field);
  }

  fielddataOrdinals(field: string): OrdinalColumn | null {
    const made = this.#made(field);
    if (made !== undefined) return made.ordinals;
    if (this.#hides(field)) return this.ordinals(field);
    return this.ordinals(field) ?? this.files.fielddata.of(field)?.column ?? null;
  }

  norms(field: string): Uint8Array | null {
    if (this.#hides(field)) return null;
    return this.index.norms(field);
  }

  exists(field: string): Uint32Array | 'all' | null {
    const made = this.#limits.made?.get(field);
    if (made !== undefined) return made.exists;
    if (this.#hides(field) && !this.#maskedField(field)) return null;
    if (inEvery.has(field)) return 'all';
    return this.index.exists(field) ?? this.index.parts.of(field)?.exists ?? null;
  }

  fieldNames(): readonly string[] {
    return [...this.index.fields.keys()].filter((field) => !this.#hides(field) || this.#maskedField(field));
  }

  idOf(doc: number): string {
    const { ids } = this.index;
    return decode(ids.bytes, ids.startOf(doc), ids.startOf(doc + 1));
  }

  docOf(id: Uint8Array): number {
    const doc = this.index.ids.find(id);
    if (doc < 0) return -1;
    return this.liveDocs === null || getBit(this.liveDocs, doc) ? doc : -1;
  }

  routingOf(doc: number): string | null {
    const { routings } = this;
    if (routings === null) return null;
    const start = routings.starts[doc]!;
    const end = routings.starts[doc + 1]!;
    return start === end ? null : decode(routings.bytes, start, end);
  }

  get routings(): OneText | null {
    return this.index.routings;
  }

  seqNoOf(doc: number): number {
    return metaValue(this.index.seqNos, doc);
  }

  primaryTermOf(doc: number): number {
    return metaValue(this.index.primaryTerms, doc);
  }

  versionOf(doc: number): number {
    return metaValue(this.index.versions, doc);
  }

  sourceOf(doc: number): Uint8Array | null {
    return this.#sourceIn(this.source.read(doc));
  }

  sourceOnce(doc: number): Uint8Array | null {
    return this.#sourceIn(this.source.readOnce(doc));
  }

  keptOf(doc: number): Uint8Array | null {
    const kept = this.data.hasKept ? keptPart(this.source.read(doc)) : null;
    return kept === null ? null : this.#seenOf(kept);
  }

  #sourceIn(stored: Uint8Array): Uint8Array | null {
    return this.#seenOf(this.data.hasKept ? sourcePart(stored) : stored);
  }

  #seenOf(source: Uint8Array): Uint8Array | null {
    if (source.length === 0) return null;
    return this.#limits.view?.source(source) ?? source;
  }
}

const ID_LENGTH_MAX = 40;
/** By their length: what the characters of an id are put to, so that none of its beginnings is made a text. */
const codes = Array.from({ length: ID_LENGTH_MAX + 1 }, (_, length) => new Array<number>(length).fill(0));

/** Ids are short and mostly ASCII, where this beats a copy and the decoder. */
function decode(bytes: Uint8Array, start: number, end: number): string {
  const ofLength = codes[end - start];
  if (ofLength === undefined) return DECODER.decode(bytes.slice(start, end));
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    if (byte > 0x7f) return DECODER.decode(bytes.slice(start, end));
    ofLength[i - start] = byte;
  }
  return String.fromCharCode.apply(null, ofLength);
}

/**
 * A reader over the data. `previous` is an earlier reader of the same segment, whose views and open files are taken
 * over: only the live documents differ.
 */
export function openSegment(data: SegmentData, disk: Disk, previous?: SegmentReader): OpenSegment {
  return new OpenSegment(data, filesFor(data, disk, previous));
}

/** The same for searches, which see objects of nested fields only where they ask for them. */
export function openForSearch(
  data: SegmentData,
  disk: Disk,
  { indexName = '', previous }: { readonly indexName?: string; readonly previous?: SegmentReader } = {},
): OpenSegment {
  const files = filesFor(data, disk, previous);
  return new OpenSegment(data, files, { ...NO_LIMITS, visible: OUTERMOST, indexName });
}

function filesFor(data: SegmentData, disk: Disk, previous: SegmentReader | undefined): SegmentFiles {
  const known = previous instanceof OpenSegment && sameFiles(previous.data, data);
  return known ? previous.files : new SegmentFiles(data, disk);
}

function sameFiles(a: SegmentData, b: SegmentData): boolean {
  return a.directory === b.directory && a.name === b.name && a.maxDoc === b.maxDoc;
}

/**
 * Lets go of the files, for all readers that share them: nothing may be read any more that was taken from the reader
 * before. What is asked of the reader itself opens the files again.
 */
export function closeSegment(reader: SegmentReader): void {
  if (reader instanceof OpenSegment) reader.files.close();
}

/** What the readers of a segment share that have the same files open; see `closeSegment`. */
export function filesOf(reader: SegmentReader): object {
  return reader instanceof OpenSegment ? reader.files : reader;
}

/** Opens the files, so that they can be read until they are closed, though they be removed. */
export function pinSegment(reader: SegmentReader): void {
  if (reader instanceof OpenSegment) reader.files.pin();
}

/**
 * Bytes outside the heap: in memory that threads share, and of files that each thread maps which searches them; of stored
 * documents, where this thread has read some.
 */
export function heldBy(reader: SegmentReader): {
  readonly sharedBytes: number;
  readonly mapped: readonly number[];
} {
  if (!(reader instanceof OpenSegment)) return { sharedBytes: 0, mapped: [] };
  const { index, indexBytes, liveDocs } = reader.data;
  const sharedBytes = (index?.byteLength ?? 0) + (liveDocs?.byteLength ?? 0);
  const files = [index === null ? indexBytes : 0, reader.files.mappedSourceBytes];
  return { sharedBytes, mapped: files.filter((bytes) => bytes > 0) };
}

/** Terms of text fields, and ids, that this thread keeps by document for the readers of a segment: bytes by field. */
export function fielddataSizes(reader: SegmentReader): Iterable<readonly [field: string, bytes: number]> {
  return reader instanceof OpenSegment ? reader.files.fielddata.sizes() : [];
}

/** Drops what this thread has made of fields for the readers of a segment. */
export function clearFielddata(reader: SegmentReader, isWanted: (field: string) => boolean): void {
  if (!(reader instanceof OpenSegment)) return;
  reader.files.fielddata.clear(isWanted);
  reader.files.metadata.clear(isWanted);
}
