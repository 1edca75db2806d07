/** Code points: pairs of first and last, both within. */
export type Ranges = readonly number[];

const LAST = 0x10ffff;

export function rangesOf(from: number, to: number): Ranges {
  return [from, to];
}

/** The character in either case. */
export function withBothCases(point: number): Ranges {
  const text = String.fromCodePoint(point);
  const ranges: number[] = [point, point];
  for (const other of [text.toLowerCase(), text.toUpperCase()]) {
    const [single, ...more] = Array.from(other);
    if (more.length === 0 && single !== text) ranges.push(single!.codePointAt(0)!, single!.codePointAt(0)!);
  }
  return ranges;
}

/** Ascending and apart; `negated`: all others instead. */
export function classRanges(ranges: Ranges, negated: boolean): Ranges {
  const pairs: [number, number][] = [];
  for (let i = 0; i < ranges.length; i += 2) pairs.push([ranges[i]!, ranges[i + 1]!]);
  pairs.sort((a, b) => a[0] - b[0]);
  const merged: number[] = [];
  for (const [from, to] of pairs) {
    if (merged.length > 0 && from <= merged.at(-1)! + 1)
      merged[merged.length - 1] = Math.max(merged.at(-1)!, to);
    else merged.push(from, to);
  }
  return negated ? others(merged) : merged;
}

function others(merged: Ranges): Ranges {
  const result: number[] = [];
  let from = 0;
  for (let i = 0; i < merged.length; i += 2) {
    if (merged[i]! > from) result.push(from, merged[i]! - 1);
    from = merged[i + 1]! + 1;
  }
  if (from <= LAST) result.push(from, LAST);
  return result;
}
