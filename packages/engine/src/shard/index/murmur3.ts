/**
 * Murmur3 x86 32 bit with seed 0 over the UTF-16 units of a text, low byte first: OpenSearch's hash for
 * routing.
 */
export function murmur3(text: string): number {
  let h = 0;
  const pairs = text.length >> 1;
  for (let i = 0; i < pairs; i++) {
    h ^= scramble(text.charCodeAt(2 * i) | (text.charCodeAt(2 * i + 1) << 16));
    h = (h << 13) | (h >>> 19);
    h = (Math.imul(h, 5) + 0xe6546b64) | 0;
  }
  if (text.length & 1) h ^= scramble(text.charCodeAt(text.length - 1));
  h ^= text.length * 2;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function scramble(block: number): number {
  const k = Math.imul(block, 0xcc9e2d51);
  return Math.imul((k << 15) | (k >>> 17), 0x1b873593);
}
