import type { DiskFile } from '@sextant/base';
import {
  claimedLength,
  isHeadIntact,
  isIntact,
  RECORD_HEADER_BYTES,
  syncedBytesAt,
} from './record-format.ts';

/** What a disk writes as one, at least: it keeps the new bytes of a sector or what was there before. */
const SECTOR_BYTES = 512;

/**
 * Whether what begins at `position`, where no intact record does, is what a crash leaves of records that were not
 * synced: then they were not acknowledged. Such a record lacks its end, or whole sectors, and these are zero, for
 * nothing was there before. Anything else is damage to bytes that were on the disk.
 */
export function isTornEnd(file: DiskFile, position: number): boolean {
  const bytes = new Uint8Array(file.size - position);
  file.read(bytes, position);
  const view = new DataView(bytes.buffer);
  return !wasSynced(bytes, view, position) && lacksPart(bytes, view, position);
}

/** Whether an intact record after `position` says that more than `position` bytes had been synced before it. */
function wasSynced(bytes: Uint8Array, view: DataView, position: number): boolean {
  for (let at = 1; at + RECORD_HEADER_BYTES <= bytes.length; at++) {
    const length = claimedLength(view, at);
    if (length < 0 || at + length > bytes.length || !isIntact(bytes, view, at, length)) continue;
    if (syncedBytesAt(view, at) > position) return true;
  }
  return false;
}

function lacksPart(bytes: Uint8Array, view: DataView, position: number): boolean {
  if (bytes.length < RECORD_HEADER_BYTES) return true;
  const claimed = isHeadIntact(bytes, view, 0) ? claimedLength(view, 0) : 0;
  const length = Math.max(claimed, RECORD_HEADER_BYTES);
  if (length > bytes.length) return true;
  const toSectorEnd = SECTOR_BYTES - (position % SECTOR_BYTES);
  for (let from = 0, to = Math.min(toSectorEnd, length); from < length; ) {
    if (isZero(bytes, from, to)) return true;
    from = to;
    to = Math.min(to + SECTOR_BYTES, length);
  }
  return false;
}

function isZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] !== 0) return false;
  return true;
}
