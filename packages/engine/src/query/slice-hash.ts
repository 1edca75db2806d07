import { idBytes } from './id-bytes.ts';
import { toSortableDouble, toSortableFloat } from './sortable-bits.ts';

const SEED = 7919;

function rotated(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

function mixed(block: number): number {
  return Math.imul(rotated(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);
}

/** Murmur3 x86 32 bit over bytes: Lucene's hash of a term. */
function hashBytes(bytes: Uint8Array, length: number): number {
  let h = SEED;
  const blocks = length >> 2;
  for (let i = 0; i < blocks; i++) {
    const at = 4 * i;
    const block = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    h = (Math.imul(rotated(h ^ mixed(block), 13), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let i = length - 1; i >= blocks * 4; i--) rest = (rest << 8) | bytes[i]!;
  if ((length & 3) !== 0) h ^= mixed(rest);
  h ^= length;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The hash of an id as OpenSearch keeps it. */
export function hashId(id: string): number {
  const bytes = idBytes(id);
  return hashBytes(bytes, bytes.length);
}

const MASK = (1n << 64n) - 1n;

/** The lower half of what OpenSearch mixes a long to. */
function mixLong(value: bigint): number {
  let z = value & MASK;
  z = ((z ^ (z >> 32n)) * 0x4cd6944c5cc20b6dn) & MASK;
  z = ((z ^ (z >> 29n)) * 0xfc12c5b19d3259e9n) & MASK;
  return Number(BigInt.asIntN(32, z ^ (z >> 32n)));
}

export type NumberKind = 'whole' | 'double' | 'float';

/** The hash of a number as its column keeps it in OpenSearch. */
export function hashNumber(value: number, kind: NumberKind): number {
  if (kind === 'double') return mixLong(toSortableDouble(value));
  if (kind === 'float') return mixLong(BigInt(toSortableFloat(value)));
  return mixLong(BigInt(Math.trunc(value)));
}

/** Which of `max` parts a hash falls into. */
export function partOf(hash: number, max: number): number {
  const rest = hash % max;
  return rest < 0 ? rest + max : rest;
}
