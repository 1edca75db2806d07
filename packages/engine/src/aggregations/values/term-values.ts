import type { MappedField } from '../../mapping/mapped-field.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import type { MissingValue, SourceSpec } from '../aggregation-tree.ts';
import type { ShardContext } from '../aggregator.ts';
import { ConstantSource, columnSource, type ValueColumn, type ValueSource } from './value-source.ts';
import { compareBytes, type GlobalOrdinals, globalOrdinals } from './global-ordinals.ts';
import { ipBytes, ipText } from './ip.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The stored bytes of a term that a request names. */
export function termBytes(field: MappedField | null, value: MissingValue): Uint8Array {
  return field?.type === 'ip' ? ipBytes(String(value)) : encoder.encode(String(value));
}

/**
 * A keyword or ip field on one shard as a number per term: its ordinal over all segments. A `missing` term that no
 * document has gets the number after the last.
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
    this.#ordinals = field === null ? null : globalOrdinals(shard.searcher, field.name);
    const known = this.#ordinals?.size ?? 0;
    this.#missingTerm = spec.missing === null ? new Uint8Array(0) : termBytes(field, spec.missing);
    const found = spec.missing === null ? -1 : this.lookup(this.#missingTerm);
    this.#missing = spec.missing === null ? null : found >= 0 ? found : known;
    this.size = this.#missing === known ? known + 1 : known;
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
    if (this.field?.type === 'ip') return ipText(this.term(ordinal));
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

  source(segment: SegmentReader): ValueSource | null {
    const column = this.field === null ? null : segment.ordinals(this.field.name);
    if (column === null) return this.#missing === null ? null : new ConstantSource(this.#missing);
    return columnSource(this.#numbered(column, this.mapOf(segment)), 0, this.#missing);
  }

  /**
   * The column with these numbers in place of the segment's. Copying a column costs about as much as reading it, so
   * the copy is kept for as long as the segments are.
   */
  #numbered(column: ValueColumn, map: Uint32Array | null): ValueColumn {
    if (map === null) return column;
    let data = numberedColumns.get(map);
    if (data === undefined) {
      data = renumber(column.data as Uint8Array | Uint16Array | Uint32Array, map, this.size);
      numberedColumns.set(map, data);
    }
    return { data, offsets: column.offsets, present: column.present };
  }
}

const numberedColumns = new WeakMap<Uint32Array, Uint8Array | Uint16Array | Uint32Array>();

function renumber(
  data: Uint8Array | Uint16Array | Uint32Array,
  map: Uint32Array,
  size: number,
): Uint8Array | Uint16Array | Uint32Array {
  const length = data.length;
  const numbers = size <= 0x100 ? new Uint8Array(length) : size <= 0x10000 ? new Uint16Array(length) : new Uint32Array(length);
  // Documents without a value hold 0, which is an ordinal only where there are terms.
  if (map.length > 0) for (let i = 0; i < length; i++) numbers[i] = map[data[i]!]!;
  return numbers;
}
