import type { ColumnArray } from '../../segment/segment-reader.ts';

// The same loop four times: one loop over several kinds of arrays would be slower by a factor (the engine
// compiles it for any kind), one loop per kind stays as fast as it can be.

function gather8(data: Uint8Array, base: number, docs: Int32Array, length: number, out: Float64Array): void {
  for (let i = 0; i < length; i++) out[i] = base + data[docs[i]!]!;
}

function gather16(
  data: Uint16Array,
  base: number,
  docs: Int32Array,
  length: number,
  out: Float64Array,
): void {
  for (let i = 0; i < length; i++) out[i] = base + data[docs[i]!]!;
}

function gather32(
  data: Uint32Array,
  base: number,
  docs: Int32Array,
  length: number,
  out: Float64Array,
): void {
  for (let i = 0; i < length; i++) out[i] = base + data[docs[i]!]!;
}

function gather64(
  data: Float64Array,
  base: number,
  docs: Int32Array,
  length: number,
  out: Float64Array,
): void {
  for (let i = 0; i < length; i++) out[i] = base + data[docs[i]!]!;
}

/** `out[i] = base + data[docs[i]]` */
export function gather(
  data: ColumnArray,
  base: number,
  docs: Int32Array,
  length: number,
  out: Float64Array,
): void {
  if (data instanceof Uint8Array) gather8(data, base, docs, length, out);
  else if (data instanceof Uint16Array) gather16(data, base, docs, length, out);
  else if (data instanceof Uint32Array) gather32(data, base, docs, length, out);
  else gather64(data, base, docs, length, out);
}
