import type { MappedField } from '../../mapping/mapped-field.ts';
import { compareBytes, type GlobalOrdinals, globalOrdinals } from '../../segment/global-ordinals.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { ShardContext } from '../aggregator.ts';
import type { MissingValue, SourceSpec } from '../spec-parts.ts';
import { ShardOrdinals } from './changed-source.ts';
import type { SegmentOrdinals } from './ordinal-counts.ts';
import { ConstantSource, columnSource, type ValueSource } from './value-source.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The stored bytes of a term that a request names. */
export function termBytes(field: MappedField | null, value: MissingValue): Uint8Array {
  return field?.fieldType.terms?.bytes(value) ?? encoder.encode(String(value));
}

/**
 * A keyword or ip field on one shard as a number per term: its ordinal over all segments. A `missing` term
 * that no document has gets the number after the last.
 */
export class TermValues {
  readonly field: MappedField | null;
  readonly #shard: ShardContext;
  readonly #ordinals: GlobalOrdinals | null;
  readonly #missing: number | null;
  readonly #missingTerm: Uint8Array;
  /** Numbers are below. */
  readonly size: number;

  constructor(field: MappedField | null, spec: SourceSpec, shard: ShardContext) {
    this.field = field;
    this.#shard = shard;
    this.#ordinals = field === null ? null : globalOrdinals(shard.searcher, field.name, shard.budget);
    const known = this.#ordinals?.size ?? 0;
    this.#missingTerm = spec.missing === null ? new Uint8Array(0) : termBytes(field, spec.missing);
    const found = this.lookup(this.#missingTerm);
    const missing = found >= 0 ? found : known;
    this.#missing = spec.missing === null ? null : missing;
    this.size = this.#missing === known ? known + 1 : known;
  }

  /** The terms of the shard; null where the field is not mapped. */
  get dictionary(): GlobalOrdinals | null {
    return this.#ordinals;
  }

  get missing(): number | null {
    return this.#missing;
  }

  lookup(term: Uint8Array): number {
    return this.#ordinals?.lookup(term) ?? -1;
  }

  term(ordinal: number): Uint8Array {
    return this.#isExtra(ordinal) ? this.#missingTerm : this.#ordinals!.term(ordinal);
  }

  #isExtra(ordinal: number): boolean {
    return ordinal === (this.#ordinals?.size ?? 0);
  }

  text(ordinal: number): string {
    const terms = this.field?.fieldType.terms;
    if (terms?.isPlain === false) return terms.text(this.term(ordinal));
    return this.#isExtra(ordinal) ? decoder.decode(this.#missingTerm) : this.#ordinals!.text(ordinal);
  }

  compare(a: number, b: number): number {
    if (this.#isExtra(a) || this.#isExtra(b)) return compareBytes(this.term(a), this.term(b));
    return a - b;
  }

  /** From ordinals of the segment to these; null where they are the same. */
  mapOf(segment: SegmentReader): Uint32Array | null {
    return this.#ordinals!.maps[this.#shard.searcher.segments.indexOf(segment)]!;
  }

  /** The ordinals of a segment and their number; null where it has none, or where others stand for missing ones. */
  ordinals(segment: SegmentReader): SegmentOrdinals | null {
    const name = this.field?.name;
    if (name === undefined || this.#missing !== null) return null;
    const column = segment.fielddataOrdinals(name);
    const terms = segment.fielddataTerms(name);
    return column === null || terms === null ? null : { column, size: terms.size, map: this.mapOf(segment) };
  }

  source(segment: SegmentReader): ValueSource | null {
    const column = this.field === null ? null : segment.fielddataOrdinals(this.field.name);
    if (column === null) return this.#missing === null ? null : new ConstantSource(this.#missing);
    const map = this.mapOf(segment);
    if (map === null) return columnSource(column, 0, this.#missing);
    return new ShardOrdinals(
      columnSource(column, 0, this.#missing === null ? null : -1),
      map,
      this.#missing ?? -1,
    );
  }
}
