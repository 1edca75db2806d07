import { assert } from '@sextant/base';
import { NESTED_PATH } from '../mapping/nested-path.ts';
import { FieldTerms } from './field-terms.ts';
import { FlatParts } from './flat-parts.ts';
import { IdTable } from './id-table.ts';
import { SegmentBlocks } from './segment-blocks.ts';
import { decodeFields, type SegmentField } from './segment-field.ts';
import { NO_FIELD, SectionKind } from './segment-format.ts';
import type { ColumnArray, NumericColumn, OrdinalColumn } from './segment-reader.ts';
import { SegmentSections } from './segment-sections.ts';
import type { OneText } from './text-order.ts';

/** A column of history numbers: `base + doc * slope + data[doc]`, without the last where data is empty. */
export interface MetaColumn {
  readonly base: number;
  readonly slope: 0 | 1;
  readonly data: ColumnArray;
}

export interface IndexedField {
  readonly number: number;
  readonly field: SegmentField;
}

/** Everything of a segment but its live documents: views over the index, made when they are first asked for. */
export class SegmentIndex {
  readonly maxDoc: number;
  readonly sections: SegmentSections;
  readonly ids: IdTable;
  readonly routingBytes: Uint8Array;
  /** Empty where no document has a routing. */
  readonly routingOffsets: Uint32Array;
  /** Of each document, empty where it has none; null where none has one. */
  readonly routings: OneText | null;
  readonly seqNos: MetaColumn;
  readonly primaryTerms: MetaColumn;
  readonly versions: MetaColumn;
  readonly fields: ReadonlyMap<string, IndexedField>;
  readonly parts: FlatParts;
  #blocks: SegmentBlocks | null | undefined;
  readonly #terms = new Map<string, FieldTerms | null>();
  readonly #numeric = new Map<string, NumericColumn | null>();
  readonly #ordinals = new Map<string, OrdinalColumn | null>();

  constructor(index: ArrayBufferLike, maxDoc: number) {
    this.maxDoc = maxDoc;
    const sections = new SegmentSections(index);
    this.sections = sections;
    const ids = {
      bytes: sections.bytes(SectionKind.idBytes, NO_FIELD),
      offsets: sections.words(SectionKind.idOffsets, NO_FIELD),
      bounds: sections.words(SectionKind.idBounds, NO_FIELD),
      maxDoc,
    };
    const format1 = sections.has(SectionKind.idTable, NO_FIELD);
    const slots = format1 ? SectionKind.idTable : SectionKind.idSlots;
    this.ids = new IdTable(ids, sections.words(slots, NO_FIELD), format1);
    this.routingBytes = sections.bytes(SectionKind.routingBytes, NO_FIELD);
    const offsets = sections.words(SectionKind.routingOffsets, NO_FIELD);
    this.routingOffsets = offsets;
    this.routings = offsets.length === 0 ? null : { bytes: this.routingBytes, starts: offsets };
    const line = sections.has(SectionKind.seqNoLine, NO_FIELD);
    this.seqNos = line ? this.#meta(SectionKind.seqNoLine, 1) : this.#meta(SectionKind.seqNo);
    this.primaryTerms = this.#meta(SectionKind.primaryTerm);
    this.versions = this.#meta(SectionKind.version);
    const fields = decodeFields(sections.bytes(SectionKind.fieldTable, NO_FIELD));
    this.fields = new Map(fields.map((field, number) => [field.name, { number, field }]));
    this.parts = new FlatParts(this);
  }

  /** null where no document lies in another. */
  get blocks(): SegmentBlocks | null {
    this.#blocks ??= this.fields.has(NESTED_PATH) ? new SegmentBlocks(this) : null;
    return this.#blocks;
  }

  #meta(kind: SectionKind, slope: 0 | 1 = 0): MetaColumn {
    const bytes = this.sections.bytes(kind, NO_FIELD);
    const [base] = new Float64Array(bytes.buffer, bytes.byteOffset, 1);
    return { base: base!, slope, data: this.sections.column(kind, NO_FIELD, 8) };
  }

  terms(name: string): FieldTerms | null {
    return cached(this.#terms, name, () => this.#openTerms(name));
  }

  #openTerms(name: string): FieldTerms | null {
    const found = this.fields.get(name);
    if (found === undefined || !this.sections.has(SectionKind.termOffsets, found.number)) return null;
    return new FieldTerms(this.sections, found.number, found.field, this.norms(name));
  }

  numeric(name: string): NumericColumn | null {
    return cached(this.#numeric, name, () => this.#openNumeric(name));
  }

  #openNumeric(name: string): NumericColumn | null {
    const found = this.fields.get(name);
    if (found?.field.storage !== 'number' || !(found.field.docValues || found.field.indexed)) return null;
    const { number, field } = found;
    const { sections } = this;
    const sorted = {
      values: sections.column(SectionKind.sortedValues, number),
      docs: sections.words(SectionKind.sortedDocs, number),
      rest: sections.integers(SectionKind.sortedRest, number),
    };
    const data = sections.column(SectionKind.columnData, number);
    return {
      ...this.#columnLayout(found),
      data,
      rest: sections.integers(SectionKind.columnRest, number),
      // Added to -0, which a column of doubles may have, 0 would make it 0.
      base: data instanceof Float64Array && field.base === 0 ? -0 : field.base,
      valueCount: field.valueCount,
      docCount: field.docCount,
      min: field.min,
      max: field.max,
      blockMin: sections.doubles(SectionKind.columnBlockMin, number),
      blockMax: sections.doubles(SectionKind.columnBlockMax, number),
      sorted: field.indexed ? sorted : null,
    };
  }

  #columnLayout(found: IndexedField): { offsets: Uint32Array | null; present: Uint32Array | null } {
    const { sections } = this;
    const several = sections.has(SectionKind.columnOffsets, found.number);
    return {
      offsets: several ? sections.words(SectionKind.columnOffsets, found.number) : null,
      present: several || found.field.everywhere ? null : sections.words(SectionKind.presence, found.number),
    };
  }

  ordinals(name: string): OrdinalColumn | null {
    return cached(this.#ordinals, name, () => this.#openOrdinals(name));
  }

  #openOrdinals(name: string): OrdinalColumn | null {
    const found = this.fields.get(name);
    if (found?.field.storage !== 'ordinal' || !found.field.docValues) return null;
    const data = this.sections.column(SectionKind.columnData, found.number);
    assert(!(data instanceof Float64Array), `ordinals of [${name}] have an impossible width`);
    const { valueCount, docCount } = found.field;
    return { ...this.#columnLayout(found), data, valueCount, docCount };
  }

  norms(name: string): Uint8Array | null {
    const found = this.fields.get(name);
    return found?.field.norms === true ? this.sections.bytes(SectionKind.norms, found.number) : null;
  }

  exists(name: string): Uint32Array | 'all' | null {
    const found = this.fields.get(name);
    if (found === undefined) return null;
    return found.field.everywhere ? 'all' : this.sections.words(SectionKind.presence, found.number);
  }
}

function cached<T>(map: Map<string, T>, name: string, open: () => T): T {
  const known = map.get(name);
  if (known !== undefined) return known;
  const opened = open();
  map.set(name, opened);
  return opened;
}
