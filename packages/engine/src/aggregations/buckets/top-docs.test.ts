import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { testBudget } from '../../testing/query-context.ts';
import { Meter } from '../values/meter.ts';
import { TopDocs } from './top-docs.ts';

test('the best documents are kept, of equal ones the first', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = new SeededRandom(seed);
    const size = 1 + Math.floor(random.float() * 40);
    const top = new TopDocs(size, new Meter(testBudget(), 'x'));
    const offered = Array.from({ length: Math.floor(random.float() * 200) }, (_, i) => ({
      doc: i * 3,
      score: Math.floor(random.float() * 10),
    }));
    for (const { doc, score } of offered) top.offer(doc, score);
    const best = offered.toSorted((a, b) => b.score - a.score || a.doc - b.doc).slice(0, size);
    const expected = best.toSorted((a, b) => a.doc - b.doc);
    const { docs, scores } = top.ascending();
    expect([...docs], `seed ${seed}`).toEqual(expected.map(({ doc }) => doc));
    expect([...scores], `seed ${seed}`).toEqual(expected.map(({ score }) => score));
  }
});
