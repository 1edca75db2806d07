/** What is longer moves to the other thread as it is: a text would be copied four times on its way. */
const TEXT_BYTES_MAX = 64 * 1024;

/** Bytes on their way to another thread. As the characters of a text, one byte each, a few of them get there sooner. */
export type SentBytes = string | Uint8Array<ArrayBuffer>;

/** Of bytes that are nobody else's. Others than texts are sent with `movedWith`. */
export function sentBytes(bytes: Uint8Array): SentBytes {
  const { buffer, byteOffset, length } = bytes;
  if (length <= TEXT_BYTES_MAX) return Buffer.from(buffer, byteOffset, length).toString('latin1');
  // With a part of a buffer all of it is sent.
  if (buffer instanceof ArrayBuffer && buffer.byteLength <= length * 2)
    return bytes as Uint8Array<ArrayBuffer>;
  return new Uint8Array(bytes);
}

/** The memory that moves with them; the sender has it no more. */
export function movedWith(sent: SentBytes | undefined): readonly ArrayBuffer[] {
  return sent === undefined || typeof sent === 'string' ? [] : [sent.buffer];
}

export function receivedBytes(sent: SentBytes): Uint8Array {
  return typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent;
}
