import { assert } from '@sextant/base';
import type { FieldStorage, MappedField } from '../mapping/mapped-field.ts';
import { FieldFlag, MAX_UINT16, STORAGE_CODES } from './segment-format.ts';

/** How a segment holds one field, and its statistics. */
export interface SegmentField {
  readonly name: string;
  readonly storage: FieldStorage;
  readonly indexed: boolean;
  readonly docValues: boolean;
  readonly norms: boolean;
  readonly freqs: boolean;
  readonly positions: boolean;
  /** Every document has the field. */
  readonly everywhere: boolean;
  /** Documents with at least one term or value. */
  readonly docCount: number;
  readonly valueCount: number;
  readonly sumTotalTermFreq: number;
  readonly sumDocFreq: number;
  /** Number fields: added to every stored value. */
  readonly base: number;
  /** NaN when there is no value. */
  readonly min: number;
  readonly max: number;
}

/** The part of a field that is known before its values are written. */
export type FieldShape = Pick<
  SegmentField,
  'name' | 'storage' | 'indexed' | 'docValues' | 'norms' | 'freqs' | 'positions'
>;

export type FieldStatistics = Omit<SegmentField, keyof FieldShape>;

/** Of a field that keeps nothing but who has it. */
export const NO_STATISTICS: FieldStatistics = {
  everywhere: false,
  docCount: 0,
  valueCount: 0,
  sumTotalTermFreq: 0,
  sumDocFreq: 0,
  base: 0,
  min: Number.NaN,
  max: Number.NaN,
};

export function shapeOf(field: MappedField): FieldShape {
  const text = field.storage === 'text';
  return {
    name: field.name,
    storage: field.storage,
    indexed: field.indexed,
    docValues: (field.docValues || field.fieldType.keepsOrdinals === true) && !text,
    norms: text && field.norms && field.indexed,
    freqs: text && field.indexOptions !== 'docs',
    positions: text && field.indexOptions === 'positions',
  };
}

/** What both have: a mapping may drop norms while it lives, so segments of one field can differ. */
export function commonShape(a: FieldShape, b: FieldShape): FieldShape {
  assert(a.storage === b.storage, `field [${a.name}] is stored as ${a.storage} and as ${b.storage}`);
  return {
    name: a.name,
    storage: a.storage,
    indexed: a.indexed && b.indexed,
    docValues: a.docValues && b.docValues,
    norms: a.norms && b.norms,
    freqs: a.freqs && b.freqs,
    positions: a.positions && b.positions,
  };
}

const NUMBERS = ['docCount', 'valueCount', 'sumTotalTermFreq', 'sumDocFreq', 'base', 'min', 'max'] as const;
/** Length of the name, storage, flags. */
const FIXED_BYTES = 2 + 1 + 1;
const NUMBER_BYTES = NUMBERS.length * 8;

export function encodeFields(fields: readonly SegmentField[]): Uint8Array {
  const names = fields.map((field) => new TextEncoder().encode(field.name));
  let length = 4;
  for (const name of names) length += FIXED_BYTES + NUMBER_BYTES + name.length;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, fields.length, true);
  let at = 4;
  fields.forEach((field, i) => {
    const name = names[i]!;
    assert(name.length <= MAX_UINT16, `the name of a field in a segment takes ${name.length} bytes`);
    view.setUint16(at, name.length, true);
    view.setUint8(at + 2, STORAGE_CODES.indexOf(field.storage));
    view.setUint8(at + 3, flagsOf(field));
    at += FIXED_BYTES;
    for (const key of NUMBERS) {
      view.setFloat64(at, field[key], true);
      at += 8;
    }
    bytes.set(name, at);
    at += name.length;
  });
  return bytes;
}

export function decodeFields(bytes: Uint8Array): SegmentField[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  const fields: SegmentField[] = [];
  let at = 4;
  for (let i = 0; i < count; i++) {
    const nameLength = view.getUint16(at, true);
    const storage = STORAGE_CODES[view.getUint8(at + 2)];
    assert(storage !== undefined, 'a field of a segment has an unknown storage');
    const flags = view.getUint8(at + 3);
    const numbers = NUMBERS.map((_, n) => view.getFloat64(at + FIXED_BYTES + n * 8, true));
    at += FIXED_BYTES + NUMBER_BYTES;
    const name = new TextDecoder().decode(bytes.slice(at, at + nameLength));
    at += nameLength;
    fields.push({ name, storage, ...flagsFrom(flags), ...statisticsFrom(numbers) });
  }
  return fields;
}

function flagsOf(field: SegmentField): number {
  return (
    (field.indexed ? FieldFlag.indexed : 0) |
    (field.docValues ? FieldFlag.docValues : 0) |
    (field.norms ? FieldFlag.norms : 0) |
    (field.freqs ? FieldFlag.freqs : 0) |
    (field.positions ? FieldFlag.positions : 0) |
    (field.everywhere ? FieldFlag.everywhere : 0)
  );
}

function flagsFrom(flags: number): Omit<FieldShape, 'name' | 'storage'> & { everywhere: boolean } {
  return {
    indexed: (flags & FieldFlag.indexed) !== 0,
    docValues: (flags & FieldFlag.docValues) !== 0,
    norms: (flags & FieldFlag.norms) !== 0,
    freqs: (flags & FieldFlag.freqs) !== 0,
    positions: (flags & FieldFlag.positions) !== 0,
    everywhere: (flags & FieldFlag.everywhere) !== 0,
  };
}

function statisticsFrom(numbers: readonly number[]): Omit<FieldStatistics, 'everywhere'> {
  const [docCount, valueCount, sumTotalTermFreq, sumDocFreq, base, min, max] = numbers;
  return {
    docCount: docCount!,
    valueCount: valueCount!,
    sumTotalTermFreq: sumTotalTermFreq!,
    sumDocFreq: sumDocFreq!,
    base: base!,
    min: min!,
    max: max!,
  };
}
