import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { BestPassages, type Passage } from './passage.ts';

const seed = Number(process.env.PASSAGES_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`the best passages are kept, of equal ones the later, in the order of the text (seed ${seed})`, () => {
  const random = new SeededRandom(seed);
  for (let round = 0; round < 200; round++) {
    const passages: Passage[] = Array.from({ length: Math.floor(random.float() * 40) }, (_, start) => {
      return { start, end: start + 1, matches: [], score: Math.floor(random.float() * 6) };
    });
    const most = Math.floor(random.float() * 12);
    const best = new BestPassages(most);
    for (const passage of passages) best.add(passage);
    const expected = passages
      .toSorted((a, b) => b.score - a.score || b.start - a.start)
      .slice(0, most)
      .sort((a, b) => a.start - b.start);
    expect(best.inOrder()).toEqual(expected);
  }
});
