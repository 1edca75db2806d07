const mark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The bytes without the mark that some editors and shells put before UTF-8 (RFC 8259, section 8.1, lets a reader
 * skip it). What is left is in memory of its own.
 */
export function withoutMark(bytes: Buffer): Buffer {
  if (bytes[0] !== mark[0] || !bytes.subarray(0, mark.length).equals(mark)) return bytes;
  const rest = Buffer.allocUnsafeSlow(bytes.length - mark.length);
  bytes.copy(rest, 0, mark.length);
  return rest;
}

/** The same for bytes that come in pieces, however small. */
export async function* streamWithoutMark(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of pieces) {
    if (head === undefined) yield piece;
    else {
      head = head.length === 0 ? piece : Buffer.concat([head, piece]);
      if (head.length < mark.length) continue;
      yield withoutMark(head);
      head = undefined;
    }
  }
  if (head !== undefined && head.length > 0) yield head;
}
