import { crc32 } from 'node:zlib';
import { assert } from '@sextant/base';
import { writeUtf8 } from '../codec/utf8-scratch.ts';
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
 * | 46 | 2 | check of the head: see `headCheck`; zero in records of earlier versions |
 * | 48 | | id, routing, source |
 */
export const RECORD_HEADER_BYTES = 48;
const RECORD_MAGIC = 0x706f5853;

const kindCodes = { index: 1, delete: 2, noop: 3 } as const;
const kinds: readonly (HistoryOperation['kind'] | undefined)[] = [undefined, 'index', 'delete', 'noop'];

const decoder = new TextDecoder();

const CRC_AT = 8;
const CHECK_AT = 46;
/** Longest id and longest routing that a record holds. */
export const MAX_LOGGED_BYTES = 0xffff;
const MAX_UINT32 = 2 ** 32 - 1;

/** CRC-16 (CCITT, reflected) by bytes. */
const crc16 = new Uint16Array(256);
for (let i = 0; i < 256; i++) {
  let c = i;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0x8408 : c >>> 1;
  crc16[i] = c;
}

/** An upper bound, for making room. */
export function recordBound(operation: HistoryOperation): number {
  const routing = operation.routing === null ? 0 : operation.routing.length * 3;
  return RECORD_HEADER_BYTES + operation.id.length * 3 + routing + (operation.source?.length ?? 0);
}

/** Writes the record at `at`, where `recordBound` bytes are free, and returns its length. */
export function encodeRecord(
  operation: HistoryOperation,
  syncedBytes: number,
  target: Uint8Array,
  view: DataView,
  at: number,
): number {
  let end = at + RECORD_HEADER_BYTES;
  const idLength = writeUtf8(operation.id, target, end);
  end += idLength;
  let routingLength = 0;
  if (operation.routing !== null) {
    routingLength = writeUtf8(operation.routing, target, end);
    end += routingLength;
  }
  if (operation.source !== null) {
    target.set(operation.source, end);
    end += operation.source.length;
  }
  assert(idLength <= MAX_LOGGED_BYTES, 'an id in the translog takes at most 65535 bytes');
  assert(routingLength <= MAX_LOGGED_BYTES, 'a routing in the translog takes at most 65535 bytes');
  assert(operation.primaryTerm <= MAX_UINT32, 'a primary term in the translog takes four bytes');
  assert(end - at <= MAX_UINT32, 'a record in the translog is shorter than four gigabytes');
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
  view.setUint16(at + CHECK_AT, headCheck(target, at), true);
  view.setUint32(at + CRC_AT, crc32(target.subarray(at + 12, end)), true);
  return end - at;
}

/**
 * Check over the first 46 bytes of a record without its checksum: tells a damaged length from a record that a crash
 * cut off. Neither byte of it is zero, so that a head never ends as a hole in the file does.
 */
function headCheck(bytes: Uint8Array, at: number): number {
  let c = 0xffff;
  for (let i = at; i < at + CRC_AT; i++) c = crc16[(c ^ bytes[i]!) & 0xff]! ^ (c >>> 8);
  for (let i = at + CRC_AT + 4; i < at + CHECK_AT; i++) c = crc16[(c ^ bytes[i]!) & 0xff]! ^ (c >>> 8);
  return (c & 0xff || 1) | ((c >>> 8 || 1) << 8);
}

/** Whether the length that a record claims can be believed; records of earlier versions cannot be asked. */
export function isHeadIntact(bytes: Uint8Array, view: DataView, at: number): boolean {
  if (view.getUint32(at, true) !== RECORD_MAGIC) return false;
  const check = view.getUint16(at + CHECK_AT, true);
  return check === 0 || check === headCheck(bytes, at);
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
