import { expect, test } from 'vitest';
import { inHashMapOrder } from './hash-map-order.ts';
import { LuceneQueue } from './lucene-queue.ts';

test('the queue keeps the greatest, of equal ones those that came first', () => {
  const queue = new LuceneQueue<{ score: number; name: string }>(3, (a, b) => a.score < b.score);
  const offered = [1, 5, 5, 2, 5, 5].map((score, i) => queue.offer({ score, name: `${score}${i}` }));
  expect(offered).toEqual([true, true, true, true, true, false]);
  const kept = queue.drain();
  expect(kept.map(({ name }) => name).sort()).toEqual(['51', '52', '54']);
  expect(queue.drain()).toEqual([]);
});

test('a queue for nothing keeps nothing', () => {
  const queue = new LuceneQueue<number>(0, (a, b) => a < b);
  expect(queue.offer(1)).toBe(false);
  expect(queue.drain()).toEqual([]);
});

test('entries come in the order of a HashMap', () => {
  const inOrder = (keys: readonly string[]) => inHashMapOrder(keys.map((key) => [key, key] as const));
  // As Java prints the key sets of these.
  const colors = ['red', 'pink', 'green', 'white', 'blue', 'olive', 'navy', 'lime', 'black', 'gold'];
  const inJava = ['red', 'gold', 'pink', 'green', 'white', 'blue', 'olive', 'navy', 'lime', 'black'];
  expect(inOrder(colors)).toEqual(inJava);
  const months = Array.from({ length: 30 }, (_, i) => `2014-0${i}`);
  expect(inOrder(months).slice(0, 6)).toEqual([
    '2014-03',
    '2014-02',
    '2014-01',
    '2014-00',
    '2014-012',
    '2014-011',
  ]);
  // "Aa" and "BB" have the same hash: the first one that came comes first.
  expect(inOrder(['BB', 'Aa'])).toEqual(['BB', 'Aa']);
  expect(inOrder(['Aa', 'BB'])).toEqual(['Aa', 'BB']);
});
