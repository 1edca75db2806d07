const blockBytes = 512;
/** The name of an entry is cut off behind it. */
const nameBytesMax = 100;

export interface TarEntry {
  /** At most 100 bytes, without `..`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Files as a tar archive in the form of POSIX 1003.1-1988 (ustar), readable by their owner. `modifiedMs`: of all of them. */
export function tarOf(entries: readonly TarEntry[], modifiedMs: number): Buffer {
  const parts: Uint8Array[] = [];
  for (const { name, bytes } of entries) {
    parts.push(header(name, bytes.byteLength, modifiedMs), bytes);
    const rest = bytes.byteLength % blockBytes;
    if (rest > 0) parts.push(new Uint8Array(blockBytes - rest));
  }
  parts.push(new Uint8Array(2 * blockBytes));
  return Buffer.concat(parts);
}

function header(name: string, size: number, modifiedMs: number): Buffer {
  const block = Buffer.alloc(blockBytes);
  block.write(name, 0, nameBytesMax, 'utf8');
  block.write(octal(0o600, 7), 100, 'latin1');
  block.write(octal(0, 7), 108, 'latin1');
  block.write(octal(0, 7), 116, 'latin1');
  block.write(octal(size, 11), 124, 'latin1');
  block.write(octal(Math.floor(modifiedMs / 1_000), 11), 136, 'latin1');
  // The checksum is counted with blanks in its own place.
  block.write('        ', 148, 'latin1');
  block.write('0', 156, 'latin1');
  block.write('ustar\0' + '00', 257, 'latin1');
  let sum = 0;
  for (const byte of block) sum += byte;
  block.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
