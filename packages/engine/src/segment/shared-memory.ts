import { mapMembers } from '@sextant/contract';
import type { FrozenBuffer } from './write-segment.ts';

type Column = Uint8Array | Uint32Array | Int32Array | Float64Array;

/** Memory is made in steps of this, so that the next buffer mostly fits too. */
const STEP_BYTES = 4 * 1024 * 1024;
const ALIGNED_BYTES = 8;

/**
 * Shared memory for frozen buffers on their way to another thread. The runtime does not count such memory and so is in no
 * hurry to free it: one piece is kept and used again.
 */
export class SharedMemory {
  #spare: SharedArrayBuffer | undefined;

  /** At least so many bytes, of any content. */
  take(bytes: number): SharedArrayBuffer {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare !== undefined && spare.byteLength >= bytes) return spare;
    return new SharedArrayBuffer(Math.ceil(bytes / STEP_BYTES) * STEP_BYTES);
  }

  /** Nobody uses it any more. */
  giveBack(memory: SharedArrayBuffer): void {
    if (this.#spare === undefined || this.#spare.byteLength < memory.byteLength) this.#spare = memory;
  }

  /** Keeps none. */
  drop(): void {
    this.#spare = undefined;
  }
}

/** The same buffer in shared memory that is taken for it. */
export function shareBuffer(
  frozen: FrozenBuffer,
  memory: SharedMemory,
): { readonly frozen: FrozenBuffer; readonly memory: SharedArrayBuffer } {
  let bytes = 0;
  mapColumns(frozen, (column) => {
    bytes += aligned(column.byteLength);
    return column;
  });
  const taken = memory.take(bytes);
  let at = 0;
  const copy = mapColumns(frozen, (column) => {
    const shared = viewOf(column, taken, at);
    shared.set(column);
    at += aligned(column.byteLength);
    return shared;
  });
  return { frozen: copy, memory: taken };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNED_BYTES) * ALIGNED_BYTES;
}

function viewOf(column: Column, memory: SharedArrayBuffer, at: number): Column {
  const { length } = column;
  if (column instanceof Uint8Array) return new Uint8Array(memory, at, length);
  if (column instanceof Uint32Array) return new Uint32Array(memory, at, length);
  if (column instanceof Int32Array) return new Int32Array(memory, at, length);
  return new Float64Array(memory, at, length);
}

/** The same plain values with other arrays of numbers. */
function mapColumns<T>(value: T, change: (column: Column) => Column): T {
  if (ArrayBuffer.isView(value)) return change(value as unknown as Column) as T;
  return mapMembers(value, (each) => mapColumns(each, change)) as T;
}
