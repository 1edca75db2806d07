/**
 * Of this process, and odd where they multiply. Whoever could work out which texts have one hash could send a few ten thousand of them, and
 * each would be compared with all before it. No result depends on them.
 */
const [START, WORD_FACTOR, ROUND_FACTOR] = secrets();

function secrets(): [number, number, number] {
  const [start, word, round] = crypto.getRandomValues(new Int32Array(3));
  return [start!, word! | 1, round! | 1];
}

/**
 * 32 bits of bytes [start, end): another number in each process, for tables in memory alone. Four bytes at a time: most terms have six to
 * eight. Rounds as those of MurmurHash3 (Appleby, 2011), with factors that nobody knows: with known ones differences of two words
 * cancel each other out whatever the start is.
 */
export function keyedHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = START ^ (end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    hash = mixed(hash, word);
  }
  if (at < end) {
    let word = 0;
    for (let shift = 0; at < end; shift += 8) word |= bytes[at++]! << shift;
    hash = mixed(hash, word);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function mixed(hash: number, word: number): number {
  const sum = (hash + Math.imul(word, WORD_FACTOR)) | 0;
  return Math.imul((sum << 15) | (sum >>> 17), ROUND_FACTOR);
}
