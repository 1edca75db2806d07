import { expect, test } from 'vitest';
import { EditDistance } from './edit-distance.ts';

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
    const distances = new EditDistance(
      Int32Array.from(a, (point) => point.codePointAt(0)!),
      limit,
      transpositions,
    );
    const wanted = Math.min(textbook(a, b, transpositions), limit + 1);
    const label = `${a.join('')} ${b.join('')} ${limit} ${transpositions}`;
    expect(distances.to(new TextEncoder().encode(b.join(''))), label).toBe(wanted);
    if (distances.deadBytes === 0) continue;
    const dead = new TextEncoder().encode(b.join('')).subarray(0, distances.deadBytes);
    const longer = [...new TextDecoder().decode(dead), ...text()];
    expect(textbook(a, longer, transpositions), `${label} ${longer.join('')}`).toBeGreaterThan(limit);
    const next = distances.nextPossible();
    for (let tries = 0; tries < 10; tries++) {
      const other = text();
      const bytes = Buffer.from(other.join(''));
      const passedOver =
        bytes.compare(Buffer.from(b.join(''))) > 0 && (next === null || bytes.compare(next) < 0);
      if (!passedOver) continue;
      expect(textbook(a, other, transpositions), `${label} ${other.join('')}`).toBeGreaterThan(limit);
    }
  }
});
