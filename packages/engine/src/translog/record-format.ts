import { crc32 } from 'node:zlib';
import type { HistoryOperation } from './history-operation.ts';

/**
 * One operation in a translog, little-endian:
 *
 * | at | size | what |
 * |---|---|---|
 * | 0 | 4 | `SXop` |
 * | 4 | 4 | length of the record, these bytes included |
 * | 8 | 4 | CRC-32 of everything from 12 to the end |
 * | 12 | 1 | kind: 1 index, 2 delete, 3 noop |
 * | 13 | 1 | 1 when there is a routing |
 * | 14 | 2 | length of the id |
 * | 16 | 8 | how many bytes of the file were synced when the record was written (double) |
 * | 24 | 8 | seq_no (double) |
 * | 32 | 8 | version (double) |
 * | 40 | 4 | primary term |
 * | 44 | 2 | length of the routing |
 * | 46 | 2 | zero |
 * | 48 | | id, routing, source |
 */
export const RECORD_HEADER_BYTES = 48;
const RECORD_MAGIC = 0x706f5853;

const kindCodes = { index: 1, delete: 2, noop: 3 } as const;
const kinds: readonly (HistoryOperation['kind'] | undefined)[] = [undefined, 'index', 'delete', 'noop'];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An operation on its way into the log. `source[start, end)` is the document; empty for a delete. */
export interface TranslogOperation {
  readonly kind: HistoryOperation['kind'];
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  readonly id: string;
  readonly routing: string | null;
  readonly source: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** An upper bound, for making room. */
export function recordBound(operation: TranslogOperation): number {
  const routing = operation.routing === null ? 0 : operation.routing.length * 3;
  return RECORD_HEADER_BYTES + operation.id.length * 3 + routing + (operation.end - operation.start);
}

/** Writes the record at `at`, where `recordBound` bytes are free, and returns its length. */
export function encodeRecord(
  operation: TranslogOperation,
  syncedBytes: number,
  target: Uint8Array,
  view: DataView,
  at: number,
): number {
  let end = at + RECORD_HEADER_BYTES;
  const idLength = encoder.encodeInto(operation.id, target.subarray(end)).written;
  end += idLength;
  let routingLength = 0;
  if (operation.routing !== null) {
    routingLength = encoder.encodeInto(operation.routing, target.subarray(end)).written;
    end += routingLength;
  }
  target.set(operation.source.subarray(operation.start, operation.end), end);
  end += operation.end - operation.start;
  view.setUint32(at, RECORD_MAGIC, true);
  view.setUint32(at + 4, end - at, true);
  view.setUint8(at + 12, kindCodes[operation.kind]);
  view.setUint8(at + 13, operation.routing === null ? 0 : 1);
  view.setUint16(at + 14, idLength, true);
  view.setFloat64(at + 16, syncedBytes, true);
  view.setFloat64(at + 24, operation.seqNo, true);
  view.setFloat64(at + 32, operation.version, true);
  view.setUint32(at + 40, operation.primaryTerm, true);
  view.setUint16(at + 44, routingLength, true);
  view.setUint16(at + 46, 0, true);
  view.setUint32(at + 8, crc32(target.subarray(at + 12, end)), true);
  return end - at;
}

/** Length that the record at `at` claims, -1 where none can begin. `view` holds at least the header. */
export function claimedLength(view: DataView, at: number): number {
  if (view.getUint32(at, true) !== RECORD_MAGIC) return -1;
  const length = view.getUint32(at + 4, true);
  const names = view.getUint16(at + 14, true) + view.getUint16(at + 44, true);
  return length < RECORD_HEADER_BYTES + names ? -1 : length;
}

export function isIntact(bytes: Uint8Array, view: DataView, at: number, length: number): boolean {
  const kind = kinds[view.getUint8(at + 12)];
  return kind !== undefined && view.getUint32(at + 8, true) === crc32(bytes.subarray(at + 12, at + length));
}

export function seqNoAt(view: DataView, at: number): number {
  return view.getFloat64(at + 24, true);
}

export function syncedBytesAt(view: DataView, at: number): number {
  return view.getFloat64(at + 16, true);
}

/** Decodes a record that is intact. The source is copied out of `bytes`. */
export function decodeRecord(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  length: number,
): HistoryOperation {
  const kind = kinds[view.getUint8(at + 12)]!;
  const idStart = at + RECORD_HEADER_BYTES;
  const routingStart = idStart + view.getUint16(at + 14, true);
  const sourceStart = routingStart + view.getUint16(at + 44, true);
  return {
    kind,
    seqNo: seqNoAt(view, at),
    primaryTerm: view.getUint32(at + 40, true),
    version: view.getFloat64(at + 32, true),
    id: decoder.decode(bytes.subarray(idStart, routingStart)),
    routing: view.getUint8(at + 13) === 1 ? decoder.decode(bytes.subarray(routingStart, sourceStart)) : null,
    source: kind === 'index' ? bytes.slice(sourceStart, at + length) : null,
  };
}
