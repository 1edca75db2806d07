import { apiError } from '@sextant/contract';
import { giveBack, lentInt32, lentUint32 } from './lent-arrays.ts';
import type { Meter } from './meter.ts';

function roomFor(size: number): number {
  return Math.max(16, 2 ** Math.ceil(Math.log2(size)));
}

/** Values of one block of documents: no more are held at once. */
const BLOCK_MAX = 2 ** 25;

/** What nobody counts is that of a block, whose combinations of values may be without number. */
function account(room: number, bytes: number, meter: Meter | undefined): void {
  if (meter !== undefined) meter.take(bytes);
  else if (room > BLOCK_MAX)
    throw apiError(
      'circuit_breaking_exception',
      `[request] Data too large: documents have more than [${BLOCK_MAX}] combinations of values`,
      { durability: 'PERMANENT' },
    );
}

/**
 * The array, or a larger copy with at least `size` elements; what is added holds `fill`. `meter` is told of the
 * memory where the array stays as long as the aggregation.
 */
export function growFloat64(
  array: Float64Array<ArrayBuffer>,
  size: number,
  fill: number,
  meter?: Meter,
): Float64Array<ArrayBuffer> {
  if (array.length >= size) return array;
  const room = roomFor(size);
  account(room, (room - array.length) * 8, meter);
  const larger = new Float64Array(room);
  larger.set(array);
  if (fill !== 0) larger.fill(fill, array.length);
  return larger;
}

/**
 * As `growFloat64`, of lent memory: the smaller array must not be used any more, and the last one is to be given back
 * (`giveBack`).
 */
export function growLentUint32(
  array: Uint32Array<ArrayBuffer>,
  size: number,
  meter: Meter,
): Uint32Array<ArrayBuffer> {
  if (array.length >= size) return array;
  const room = roomFor(size);
  meter.take((room - array.length) * 4);
  const larger = lentUint32(room);
  larger.set(array);
  giveBack(array);
  return larger;
}

/** The same. */
export function growLentInt32(
  array: Int32Array<ArrayBuffer>,
  size: number,
  fill: number,
  meter: Meter,
): Int32Array<ArrayBuffer> {
  if (array.length >= size) return array;
  const room = roomFor(size);
  meter.take((room - array.length) * 4);
  const larger = lentInt32(room);
  larger.set(array);
  if (fill !== 0) larger.fill(fill, array.length);
  giveBack(array);
  return larger;
}

export function growFloat32(
  array: Float32Array<ArrayBuffer>,
  size: number,
  meter?: Meter,
): Float32Array<ArrayBuffer> {
  if (array.length >= size) return array;
  const room = roomFor(size);
  account(room, (room - array.length) * 4, meter);
  const larger = new Float32Array(room);
  larger.set(array);
  return larger;
}

export function growInt32(
  array: Int32Array<ArrayBuffer>,
  size: number,
  fill: number,
  meter?: Meter,
): Int32Array<ArrayBuffer> {
  if (array.length >= size) return array;
  const room = roomFor(size);
  account(room, (room - array.length) * 4, meter);
  const larger = new Int32Array(room);
  larger.set(array);
  if (fill !== 0) larger.fill(fill, array.length);
  return larger;
}
