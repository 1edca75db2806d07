import type { ColumnArray, OrdinalColumn } from './segment-reader.ts';

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

/** `out[i] = data[docs[i]]`, through `map` where there is one. */
export function gatherOrdinals(
  data: OrdinalColumn['data'],
  map: Uint32Array | null,
  docs: Int32Array,
  length: number,
  out: Int32Array,
): void {
  if (data instanceof Uint8Array) gatherOrdinals8(data, docs, length, out);
  else if (data instanceof Uint16Array) gatherOrdinals16(data, docs, length, out);
  else gatherOrdinals32(data, docs, length, out);
  if (map !== null) for (let i = 0; i < length; i++) out[i] = map[out[i]!]!;
}

function gatherOrdinals8(data: Uint8Array, docs: Int32Array, length: number, out: Int32Array): void {
  for (let i = 0; i < length; i++) out[i] = data[docs[i]!]!;
}

function gatherOrdinals16(data: Uint16Array, docs: Int32Array, length: number, out: Int32Array): void {
  for (let i = 0; i < length; i++) out[i] = data[docs[i]!]!;
}

function gatherOrdinals32(data: Uint32Array, docs: Int32Array, length: number, out: Int32Array): void {
  for (let i = 0; i < length; i++) out[i] = data[docs[i]!]!;
}
