import { expect, test } from 'vitest';
import { LevenshteinAutomaton } from './levenshtein-automaton.ts';

const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The textbook table, without a band. */
function textbook(a: readonly string[], b: readonly string[], transpositions: boolean): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const costs = [rows[i]![j - 1]! + 1, rows[i - 1]![j]! + 1, rows[i - 1]![j - 1]! + same];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (transpositions && swapped) costs.push(rows[i - 2]![j - 2]! + 1);
      rows[i]!.push(Math.min(...costs));
    }
  }
  return rows[a.length]![b.length]!;
}

test(`distances within the limit are those of the full table (seed ${seed})`, () => {
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.floor(((state >>> 8) / 2 ** 24) * below);
  };
  const letters = ['a', 'b', 'c', 'ä', '語', '😀'];
  const text = (): string[] => Array.from({ length: 1 + random(7) }, () => letters[random(letters.length)]!);
  for (let round = 0; round < 3000; round++) {
    const [a, b, limit, transpositions] = [text(), text(), 1 + random(2), random(2) === 0];
    const automaton = new LevenshteinAutomaton(
      Int32Array.from(a, (point) => point.codePointAt(0)!),
      limit,
      transpositions,
    );
    const wanted = Math.min(textbook(a, b, transpositions), limit + 1);
    const label = `${a.join('')} ${b.join('')} ${limit} ${transpositions}`;
    const bytes = new TextEncoder().encode(b.join(''));
    expect(automaton.to(bytes, 0, bytes.length, 0), label).toBe(wanted);
    expect(automaton.deadBytes === 0 || wanted > limit, label).toBe(true);
    if (automaton.deadBytes === 0) continue;
    const dead = bytes.subarray(0, automaton.deadBytes);
    const longer = [...new TextDecoder().decode(dead), ...text()];
    expect(textbook(a, longer, transpositions), `${label} ${longer.join('')}`).toBeGreaterThan(limit);
  }
});

test(`of a dictionary no term is missed, also with a limit that falls on the way (seed ${seed})`, () => {
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.floor(((state >>> 8) / 2 ** 24) * below);
  };
  const letters = ['a', 'b', 'c', 'd', 'é', 'z'];
  const text = (): string =>
    Array.from({ length: 1 + random(8) }, () => letters[random(letters.length)]!).join('');
  for (let round = 0; round < 100; round++) {
    const wanted = [...text()];
    const dictionary = [...new Set(Array.from({ length: 400 }, text))]
      .map((term) => Buffer.from(term))
      .sort((x, y) => x.compare(y));
    const automaton = new LevenshteinAutomaton(
      Int32Array.from(wanted, (point) => point.codePointAt(0)!),
      2,
      true,
    );
    const turn = random(dictionary.length);
    const found: string[] = [];
    let before = Buffer.alloc(0);
    let dead = Buffer.alloc(0);
    for (const [i, term] of dictionary.entries()) {
      if (i === turn) automaton.narrow(1);
      if (dead.length > 0 && term.subarray(0, dead.length).equals(dead)) continue;
      let same = 0;
      while (same < before.length && before[same] === term[same]) same++;
      const distance = automaton.to(term, 0, term.length, same);
      if (distance <= automaton.limit) found.push(`${term} ${distance}`);
      before = term;
      dead = term.subarray(0, automaton.deadBytes);
    }
    const expected = dictionary.flatMap((term, i) => {
      const distance = textbook(wanted, [...term.toString()], true);
      return distance <= (i < turn ? 2 : 1) ? [`${term} ${distance}`] : [];
    });
    expect(found, wanted.join('')).toEqual(expected);
  }
});
