import { expect, test } from 'vitest';
import { testBudget } from '../testing/query-context.ts';
import { heaviestFirst } from './completion-weights.ts';

test('entries come by their weights, and of one weight in their order, whatever the range', () => {
  const weights = Uint32Array.from({ length: 1000 }, (_, i) => (i * 7919) % 97);
  const highest = Uint32Array.from({ length: 8 }, (_, block) => {
    return Math.max(...weights.subarray(block * 128, block * 128 + 128));
  });
  for (const [from, to] of [
    [0, 1000],
    [5, 6],
    [100, 700],
    [127, 129],
  ] as const) {
    const sorted = [...weights.keys()].slice(from, to).sort((a, b) => weights[b]! - weights[a]! || a - b);
    expect([...heaviestFirst({ weights, highest }, from, to, testBudget())]).toEqual(sorted);
  }
});
