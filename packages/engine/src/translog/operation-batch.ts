import { type ApiError, apiError } from '@sextant/contract';
import type { HistoryOperation } from './history-operation.ts';
import {
  claimedLength,
  decodeRecord,
  encodeRecord,
  isIntact,
  RECORD_HEADER_BYTES,
  recordBound,
} from './record-format.ts';

/** Operations in one buffer, each as the translog writes it, for the way to another cluster. */
export function encodeOperations(operations: readonly HistoryOperation[]): Uint8Array {
  let bound = 0;
  for (const operation of operations) bound += recordBound(operation);
  const bytes = new Uint8Array(bound);
  const view = new DataView(bytes.buffer);
  let end = 0;
  for (const operation of operations) end += encodeRecord(operation, 0, bytes, view, end);
  return bytes.subarray(0, end);
}

/** Throws ApiError for bytes that `encodeOperations` has not made, or that changed on the way. */
export function decodeOperations(bytes: Uint8Array): readonly HistoryOperation[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const operations: HistoryOperation[] = [];
  for (let at = 0; at < bytes.length; ) {
    const left = bytes.length - at;
    const length = left < RECORD_HEADER_BYTES ? -1 : claimedLength(view, at);
    if (length < 0 || length > left || !isIntact(bytes, view, at, length)) throw damagedAt(at);
    const operation = decodeRecord(bytes, view, at, length);
    if (!isSound(operation)) throw damagedAt(at);
    operations.push(operation);
    at += length;
  }
  return operations;
}

function isSound({ seqNo, version }: HistoryOperation): boolean {
  return Number.isSafeInteger(seqNo) && seqNo >= 0 && Number.isSafeInteger(version) && version >= 0;
}

function damagedAt(at: number): ApiError {
  return apiError('illegal_argument_exception', `operations cannot be read from byte [${at}] on`);
}
