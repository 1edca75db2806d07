import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { mergeBest, mergeSums } from './merge-hits.ts';
import { WINDOW, WindowHits } from './window-hits.ts';

/** Rubbish stands behind the documents, as searches before have left it. */
function hitsOf(random: SeededRandom, base: number, share: number): WindowHits {
  const hits = new WindowHits();
  for (let i = 0; i < hits.docs.length; i++) hits.docs[i] = random.below(2 ** 31 - 1);
  for (let i = 0; i < hits.scores.length; i++) hits.scores[i] = 1000 + random.below(9);
  for (let slot = 0; slot < WINDOW; slot++) {
    if (random.below(1000) >= share) continue;
    hits.docs[hits.length] = base + slot;
    hits.scores[hits.length++] = random.below(5) === 0 ? Number.POSITIVE_INFINITY : random.below(100) / 8;
  }
  return hits;
}

const listOf = ({ docs, scores, length }: WindowHits): [number, number][] =>
  Array.from({ length }, (_, i) => [docs[i]!, scores[i]!]);

function joined(a: WindowHits, b: WindowHits, join: (x: number, y: number) => number): [number, number][] {
  const all = new Map(listOf(a));
  for (const [doc, score] of listOf(b)) all.set(doc, join(all.get(doc) ?? 0, score));
  return [...all].sort(([x], [y]) => x - y);
}

test('lists of documents are merged, each with the sum of its scores or the best of them', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = new SeededRandom(seed);
    const base = seed % 3 === 0 ? 2 ** 31 - 1 - WINDOW : random.below(1000) * WINDOW;
    const share = (): number => [0, 5, 100, 600, 1000][random.below(5)]!;
    const [a, b, out] = [hitsOf(random, base, share()), hitsOf(random, base, share()), hitsOf(random, 0, 20)];
    const wanted = [joined(a, b, (x, y) => x + y), joined(a, b, Math.max)];
    mergeSums(a, b, out);
    expect(listOf(out), `seed ${seed}`).toEqual(wanted[0]);
    mergeBest(a, b, out);
    expect(listOf(out), `seed ${seed}`).toEqual(wanted[1]);
  }
});
