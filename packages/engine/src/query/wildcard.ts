/** Stands in a pattern for any run of characters, and for one character; below every byte. */
const ANY = -1;
const ONE = -2;

const [STAR, QUESTION, BACKSLASH] = [0x2a, 0x3f, 0x5c];

const encoder = new TextEncoder();

/** Whether the term in UTF-8 that lies in bytes [start, end) is wanted. */
export type TermTest = (bytes: Uint8Array, start: number, end: number) => boolean;

/**
 * Tells whether terms match a pattern: `*` is any characters, `?` one, a backslash takes the next as it is. Scans
 * greedily with one place to return to, so that no pattern takes more than pattern x term steps; what the pattern ends
 * with is looked at first, as most terms of a dictionary end otherwise.
 */
export function wildcardMatcher(pattern: string): TermTest {
  const parts = patternParts(pattern);
  const tail = parts.slice(Math.max(parts.lastIndexOf(ANY), parts.lastIndexOf(ONE)) + 1);
  // Every part but `*` takes a byte at least.
  const least = parts.reduce((bytes, part) => bytes + Number(part !== ANY), 0);
  const star = parts.indexOf(ANY);
  if (star >= 0 && star === parts.length - tail.length - 1 && !parts.includes(ONE)) {
    const head = parts.slice(0, star);
    return (bytes, start, end) =>
      end - start >= least && hasAt(bytes, end - tail.length, tail) && hasAt(bytes, start, head);
  }
  return (bytes, start, end) =>
    end - start >= least && hasAt(bytes, end - tail.length, tail) && matchParts(parts, bytes, start, end);
}

/** The byte with which every term ends that matches; undefined where the pattern does not say. */
export function wildcardLastByte(pattern: string): number | undefined {
  const last = patternParts(pattern).at(-1);
  return last !== undefined && last >= 0 ? last : undefined;
}

/**
 * Comparisons that a byte of a term takes at most: what stands between two `*` is begun anew from each place of the term.
 */
export function wildcardCost(pattern: string): number {
  const parts = patternParts(pattern);
  let most = 1;
  for (let star = parts.indexOf(ANY); star >= 0; ) {
    const next = parts.indexOf(ANY, star + 1);
    most = Math.max(most, (next < 0 ? parts.length : next) - star - 1);
    star = next;
  }
  return most;
}

function hasAt(bytes: Uint8Array, at: number, wanted: Int16Array): boolean {
  for (let i = wanted.length - 1; i >= 0; i--) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

/** Encoded in one go: a pattern may be as long as a body. */
function patternParts(pattern: string): Int16Array {
  const bytes = encoder.encode(pattern);
  const parts = new Int16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === STAR) {
      // Stars in a row say what one says, and would be gone through for every term.
      if (parts[length - 1] !== ANY) parts[length++] = ANY;
    } else if (byte === QUESTION) parts[length++] = ONE;
    else if (byte === BACKSLASH && at + 1 < bytes.length) parts[length++] = bytes[++at]!;
    else parts[length++] = byte;
  }
  return parts.subarray(0, length);
}

function matchParts(parts: Int16Array, bytes: Uint8Array, start: number, end: number): boolean {
  let part = 0;
  let at = start;
  let star = -1;
  let resume = start;
  while (at < end) {
    const wanted = part < parts.length ? parts[part]! : Number.NaN;
    if (wanted === ANY) {
      star = part++;
      resume = at;
    } else if (wanted === ONE) {
      part++;
      at = nextPoint(bytes, at, end);
    } else if (wanted === bytes[at]) {
      part++;
      at++;
    } else if (star >= 0) {
      part = star + 1;
      resume = nextPoint(bytes, resume, end);
      at = resume;
    } else return false;
  }
  while (part < parts.length && parts[part] === ANY) part++;
  return part === parts.length;
}

/** Start of the character after the one at `at`. */
function nextPoint(bytes: Uint8Array, at: number, end: number): number {
  let next = at + 1;
  while (next < end && (bytes[next]! & 0xc0) === 0x80) next++;
  return next;
}
