/** Code points: pairs of first and last, both within. */
export type Ranges = readonly number[];

const LAST = 0x10ffff;

export function rangesOf(from: number, to: number): Ranges {
  return [from, to];
}

/** Characters among which are all that are one letter with more than two ways to write it. */
const MANIFOLD = [
  [0x41, 0x2dff],
  [0xa640, 0xabff],
] as const;

/** Turkish letters, which are i or I to no other. */
const [DOTTED, DOTLESS] = ['\u0130', '\u0131'];

/** Letters that have no single great form in which they would meet. */
const ALIKE = ['\u0390\u1fd3', '\u03b0\u1fe3', '\ufb05\ufb06'];

let letters: ReadonlyMap<string, readonly string[]> | undefined;

/** By their small forms, all ways to write letters: `k`, `K` and the sign for kelvin are one. */
function lettersOf(): ReadonlyMap<string, readonly string[]> {
  if (letters !== undefined) return letters;
  const found = new Map<string, string[]>();
  for (const [from, to] of MANIFOLD) {
    for (let point = from; point <= to; point++) {
      const text = String.fromCodePoint(point);
      if (text === DOTTED || text === DOTLESS) continue;
      const small = smallForm(text);
      const known = found.get(small);
      if (known === undefined) found.set(small, [text]);
      else known.push(text);
    }
  }
  // Most have no case.
  for (const [small, forms] of found) if (forms.length < 2) found.delete(small);
  for (const forms of ALIKE) for (const form of forms) found.set(form, [...forms]);
  letters = found;
  return found;
}

function smallForm(text: string): string {
  const upper = text.toUpperCase();
  return (upper.length === text.length ? upper : text).toLowerCase();
}

/** The character in whatever case. */
export function withAllCases(point: number): Ranges {
  const text = String.fromCodePoint(point);
  const others = text === DOTLESS ? [] : (lettersOf().get(smallForm(text)) ?? []);
  const forms = [text, text.toLowerCase(), text.toUpperCase(), ...others].filter(
    (each) => each.length === text.length,
  );
  if (text === DOTTED) forms.push('i');
  return [...new Set(forms)].flatMap((each) => {
    const at = each.codePointAt(0)!;
    return [at, at];
  });
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
