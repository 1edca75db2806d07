/** Stands in a pattern for any run of characters, and for one character; below every byte. */
const ANY = -1;
const ONE = -2;

const encoder = new TextEncoder();

/**
 * Tells whether terms in UTF-8 match a pattern: `*` is any characters, `?` one, a backslash takes the next as
 * it is. Scans greedily with one place to return to, so that no pattern takes more than pattern x term steps.
 */
export function wildcardMatcher(pattern: string): (term: Uint8Array) => boolean {
  const parts = patternParts(pattern);
  return (term) => matchParts(parts, term);
}

function patternParts(pattern: string): Int16Array {
  const parts: number[] = [];
  const points = Array.from(pattern);
  for (let i = 0; i < points.length; i++) {
    const point = points[i]!;
    if (point === '*') parts.push(ANY);
    else if (point === '?') parts.push(ONE);
    else if (point === '\\' && i + 1 < points.length) parts.push(...encoder.encode(points[++i]!));
    else parts.push(...encoder.encode(point));
  }
  return Int16Array.from(parts);
}

function matchParts(parts: Int16Array, term: Uint8Array): boolean {
  let part = 0;
  let at = 0;
  let star = -1;
  let resume = 0;
  while (at < term.length) {
    const wanted = part < parts.length ? parts[part]! : Number.NaN;
    if (wanted === ANY) {
      star = part++;
      resume = at;
    } else if (wanted === ONE) {
      part++;
      at = nextPoint(term, at);
    } else if (wanted === term[at]) {
      part++;
      at++;
    } else if (star >= 0) {
      part = star + 1;
      resume = nextPoint(term, resume);
      at = resume;
    } else return false;
  }
  while (part < parts.length && parts[part] === ANY) part++;
  return part === parts.length;
}

/** Start of the character after the one at `at`. */
function nextPoint(term: Uint8Array, at: number): number {
  let next = at + 1;
  while (next < term.length && (term[next]! & 0xc0) === 0x80) next++;
  return next;
}
