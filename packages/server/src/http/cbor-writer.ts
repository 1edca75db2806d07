import { Double, Float, isBoxedDouble, Long } from '@sextant/contract';
import { type AnswerTree, membersOf, unfold } from '../wire/answer-tree.ts';

/**
 * CBOR (RFC 8949) as Jackson writes it: maps and lists of indefinite length, doubles in 8 bytes, floats in 4.
 */
export function cbor(tree: AnswerTree): Buffer {
  const parts: Buffer[] = [];
  write(tree, parts);
  return Buffer.concat(parts);
}

const types = { unsigned: 0, negative: 1, bytes: 2, text: 3 } as const;
const listStart = Buffer.of(0x9f);
const mapStart = Buffer.of(0xbf);
const end = Buffer.of(0xff);

function write(given: AnswerTree, parts: Buffer[]): void {
  const tree = unfold(given);
  if (tree === null) parts.push(Buffer.of(0xf6));
  else if (typeof tree === 'boolean') parts.push(Buffer.of(tree ? 0xf5 : 0xf4));
  else if (typeof tree === 'string') text(tree, parts);
  else if (typeof tree === 'number') {
    if (Number.isInteger(tree)) integer(BigInt(tree), parts);
    else double(tree, parts);
  } else if (tree instanceof Long) long(tree, parts);
  else if (isBoxedDouble(tree)) double(tree.valueOf(), parts);
  else if (tree instanceof Double) double(tree.value, parts);
  else if (tree instanceof Float) {
    const bytes = Buffer.alloc(5, 0xfa);
    bytes.writeFloatBE(tree.value, 1);
    parts.push(bytes);
  } else if (Array.isArray(tree)) {
    parts.push(listStart);
    for (const item of tree as readonly AnswerTree[]) write(item, parts);
    parts.push(end);
  } else {
    parts.push(mapStart);
    for (const [key, value] of membersOf(tree) ?? []) {
      text(key, parts);
      write(value, parts);
    }
    parts.push(end);
  }
}

function text(value: string, parts: Buffer[]): void {
  const bytes = Buffer.from(value);
  parts.push(head(types.text, BigInt(bytes.length)), bytes);
}

function double(value: number, parts: Buffer[]): void {
  const bytes = Buffer.alloc(9, 0xfb);
  bytes.writeDoubleBE(value, 1);
  parts.push(bytes);
}

/** A document may hold a number of any length: beyond a thousand digits working it out would take too long. */
function long({ digits }: Long, parts: Buffer[]): void {
  if (digits.length > 1000) text(digits, parts);
  else integer(BigInt(digits), parts);
}

/** Beyond 64 bits: a big number, tag 2 or 3. */
function integer(value: bigint, parts: Buffer[]): void {
  const size = value < 0n ? -1n - value : value;
  if (size <= 0xffff_ffff_ffff_ffffn) {
    parts.push(head(value < 0n ? types.negative : types.unsigned, size));
    return;
  }
  const hex = size.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  parts.push(Buffer.of(value < 0n ? 0xc3 : 0xc2), head(types.bytes, BigInt(bytes.length)), bytes);
}

function head(type: number, value: bigint): Buffer {
  const major = type << 5;
  if (value < 24n) return Buffer.of(major | Number(value));
  if (value < 0x100n) return Buffer.of(major | 24, Number(value));
  const long = value >= 0x1_0000_0000n;
  const wide = long ? 9 : 5;
  const bytes = Buffer.alloc(value < 0x1_0000n ? 3 : wide);
  if (value < 0x1_0000n) {
    bytes[0] = major | 25;
    bytes.writeUInt16BE(Number(value), 1);
  } else if (long) {
    bytes[0] = major | 27;
    bytes.writeBigUInt64BE(value, 1);
  } else {
    bytes[0] = major | 26;
    bytes.writeUInt32BE(Number(value), 1);
  }
  return bytes;
}
