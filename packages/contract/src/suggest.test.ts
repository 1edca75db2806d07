import { expect, test } from 'vitest';
import { didYouMean, levenshteinSimilarity } from './suggest.ts';

test('similarity is one minus distance over the longer length', () => {
  expect(levenshteinSimilarity('kitten', 'sitting')).toBeCloseTo(1 - 3 / 7);
  expect(levenshteinSimilarity('', '')).toBe(1);
  expect(levenshteinSimilarity('abc', '')).toBe(0);
});

test('suggestions are those more than half alike, best first', () => {
  const known = ['wait_for_nodes', 'wait_for_events', 'timeout', 'wait_for_status', 'wait_for_active_shards'];
  expect(didYouMean('wait_for_statuss', known)).toBe(
    ' -> did you mean any of [wait_for_status, wait_for_events, wait_for_nodes, wait_for_active_shards]?',
  );
  expect(didYouMean('timeot', known)).toBe(' -> did you mean [timeout]?');
  expect(didYouMean('foo', known)).toBe('');
});

test('what is not alike enough is told without counting all edits', () => {
  expect(levenshteinSimilarity('kitten', 'sitting', 0.5)).toBeCloseTo(1 - 3 / 7);
  expect(levenshteinSimilarity('kitten', 'sitting', 0.6)).toBeLessThanOrEqual(0.6);
  expect(levenshteinSimilarity('ab', 'ac', 0.5)).toBeLessThanOrEqual(0.5);
  let looks = 0;
  const long = { length: 100_000, charCodeAt: () => looks++ } as unknown as string;
  expect(levenshteinSimilarity(long, 'timeout', 0.5)).toBe(0);
  expect(looks).toBe(0);
});
