import type { Readable, Writable } from 'node:stream';
import type { WireValue } from './remote-clusters.ts';
import { encodeWire } from './wire-codec.ts';

/** Small enough that other answers of the connection come between, and that little of a large one waits in memory. */
const sliceBytes = 256 * 1024;

/** All bytes of a message. Rejects with what `admit` throws, which is told of each piece; what follows is not kept. */
export function readMessage(stream: Readable, admit: (bytes: number) => void): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    stream.on('data', (bytes: Buffer) => {
      try {
        admit(bytes.length);
        chunks.push(bytes);
      } catch (error) {
        // The stream flows on, with nobody who keeps what comes.
        stream.removeAllListeners('data');
        chunks.length = 0;
        stream.resume();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    stream.once('end', () => resolve(joined(chunks)));
    stream.once('error', reject);
    stream.once('close', () => reject(new Error('the stream ended early')));
  });
}

function joined(chunks: readonly Buffer[]): Uint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

/** A message that is ready to be sent. */
export interface Message {
  readonly parts: readonly Uint8Array[];
  readonly length: number;
}

export function messageOf(value: WireValue): Message {
  const parts = encodeWire(value);
  return { parts, length: parts.reduce((sum, part) => sum + part.length, 0) };
}

/** In pieces of the size that a connection sends: many small parts are one piece, a large one is several. */
function* piecesOf({ parts }: Message): Generator<Uint8Array> {
  let small: Uint8Array[] = [];
  let bytes = 0;
  for (const part of parts) {
    if (bytes + part.length <= sliceBytes) {
      small.push(part);
      bytes += part.length;
      continue;
    }
    if (bytes > 0) yield Buffer.concat(small);
    small = [];
    bytes = 0;
    for (let at = 0; at < part.length; at += sliceBytes) yield part.subarray(at, at + sliceBytes);
  }
  if (bytes > 0) yield Buffer.concat(small);
}

/** Sends as fast as the other side reads, and ends the stream. Ends early, without an error, where the stream is gone. */
export async function sendMessage(stream: Writable, message: Message): Promise<void> {
  for (const piece of piecesOf(message)) {
    if (stream.destroyed) return;
    if (!stream.write(piece)) await drained(stream);
  }
  stream.end();
}

function drained(stream: Writable): Promise<void> {
  if (stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('close', done);
  });
}
