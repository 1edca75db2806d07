/** What is longer crosses as it is: a text has at most 2^29 characters, and a copy more is not worth while. */
const TEXT_BYTES_MAX = 1 << 20;

/** Bytes on their way to another thread. As the characters of a text, one byte each, a few of them get there sooner. */
export type SentBytes = string | Uint8Array;

export function sentBytes(bytes: Uint8Array): SentBytes {
  const { buffer, byteOffset, length } = bytes;
  if (length <= TEXT_BYTES_MAX) return Buffer.from(buffer, byteOffset, length).toString('latin1');
  // Of a part of a buffer all of it would be sent.
  return length === buffer.byteLength ? bytes : new Uint8Array(bytes);
}

export function receivedBytes(sent: SentBytes): Uint8Array {
  return typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent;
}
