import { expect, test } from 'vitest';
import { testBudget } from '../../testing/query-context.ts';
import { Meter } from '../values/meter.ts';
import { DiverseDocs } from './diverse-docs.ts';

test('the best documents of each key are kept, the first of equal ones', () => {
  const kept = new DiverseDocs(3, 1, new Meter(testBudget(), 'x'));
  const scores = [1, 3, 3, 2, 9, 0.5];
  for (const [doc, score] of scores.entries()) kept.offer(doc, score, doc % 2);
  expect([...kept.ascending().docs]).toEqual([1, 4]);
});

test('no more are kept than wanted, however many come', () => {
  const kept = new DiverseDocs(5, 2, new Meter(testBudget(), 'x'));
  for (let doc = 0; doc < 5000; doc++) kept.offer(doc, doc % 1000, doc % 7);
  const { docs, scores } = kept.ascending();
  expect(docs.length).toBe(5);
  expect([...scores]).toEqual([999, 999, 999, 999, 999]);
  expect([...docs]).toEqual([999, 1999, 2999, 3999, 4999]);
});

test('of no documents per key nothing is left', () => {
  const kept = new DiverseDocs(5, 0, new Meter(testBudget(), 'x'));
  kept.offer(1, 1, 1);
  expect(kept.ascending().docs.length).toBe(0);
});
