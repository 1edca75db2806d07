import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { detachWhole, ownsBuffer } from '@sextant/base';
import { ApiError, apiError } from '@sextant/contract';
import { withoutMark } from './byte-order-mark.ts';
import type { LostPlace, Transfer } from './transfer-memory.ts';

/** Takes the memory of a body. Throws ApiError `circuit_breaking_exception`. */
export type BeginTransfer = (bytes: number, onLost: (why: LostPlace) => void) => Transfer;

/** What a body without a length begins with. */
const firstBytes = 16 * 1024;
/** What is longer is copied piece by piece, each of which is given back: beside a body of announced length nothing else as long is held. */
const shortBytes = 16 * 1024;

/**
 * Reads an announced length into memory of its own, which can move to another thread. All of it is taken before
 * anything is allocated.
 */
export function collectAnnounced(source: Readable, length: number, begin: BeginTransfer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (source.destroyed) {
      reject(cutOff());
      return;
    }
    const transfer = begin(length, (why) => {
      source.off('data', take);
      source.resume();
      reject(placeLost(why));
    });
    const whole = cameWhole(source, length);
    if (whole !== undefined) {
      transfer.moved(length);
      transfer.arrived();
      resolve(withoutMark(whole));
      return;
    }
    const target = Buffer.allocUnsafeSlow(length);
    let filled = 0;
    const take = (chunk: Buffer): void => {
      chunk.copy(target, filled);
      filled += chunk.length;
      transfer.moved(chunk.length);
      detachWhole(chunk);
    };
    source.on('data', take);
    source.once('end', () => {
      transfer.arrived();
      if (filled === length) resolve(withoutMark(target));
      else reject(cutOff());
    });
    source.once('error', (error) => reject(readError(error)));
    source.once('close', () => {
      if (!source.readableEnded) reject(cutOff());
    });
  });
}

/**
 * A body that is there already, as short ones are by the time that their handler asks for them: neither are its events waited for, nor is it
 * copied where the memory that it came in is its own.
 */
function cameWhole(source: Readable, length: number): Buffer | undefined {
  if (length > shortBytes || !(source instanceof IncomingMessage)) return undefined;
  if (source.readableLength !== length) return undefined;
  const bytes = source.read() as Buffer;
  if (ownsBuffer(bytes)) return bytes;
  const own = Buffer.allocUnsafeSlow(length);
  bytes.copy(own);
  return own;
}

/**
 * Reads what has no announced length. However small the pieces are, they become one buffer at once: thousands of
 * small ones would take a multiple of their bytes. `besides`: bytes that a decompressor takes.
 */
export function collectUnannounced(
  pieces: AsyncIterable<Buffer>,
  besides: number,
  begin: BeginTransfer,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const transfer = begin(firstBytes + besides, (why) => reject(placeLost(why)));
    fill(pieces, transfer).then((bytes) => {
      transfer.shrink(besides);
      transfer.arrived();
      resolve(bytes);
    }, reject);
  });
}

async function fill(pieces: AsyncIterable<Buffer>, transfer: Transfer): Promise<Buffer> {
  let target = Buffer.allocUnsafeSlow(firstBytes);
  let filled = 0;
  for await (const piece of pieces) {
    transfer.moved(piece.length);
    const wanted = filled + piece.length;
    if (wanted > target.length) {
      const bytes = Math.max(2 * target.length, wanted);
      transfer.grow(bytes);
      const next = Buffer.allocUnsafeSlow(bytes);
      target.copy(next, 0, 0, filled);
      transfer.shrink(target.length);
      target = next;
    }
    piece.copy(target, filled);
    filled = wanted;
  }
  return target.subarray(0, filled);
}

/** What reading threw, as an error for the caller. */
export function readError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') return cutOff();
  if (code.startsWith('Z_') || code.startsWith('ERR__ERROR')) {
    const why = error instanceof Error ? error.message : code;
    return apiError('parse_exception', `the compressed body cannot be read: ${why}`);
  }
  return error;
}

export function cutOff(): ApiError {
  return apiError('parse_exception', 'the body was cut off');
}

function placeLost(why: LostPlace): ApiError {
  const reason =
    why === 'slow'
      ? 'the body came slowly, and its memory was needed for others; send it again'
      : 'the body stopped coming; send it again';
  return new ApiError({ type: 'timeout_exception', reason, status: 408 });
}
