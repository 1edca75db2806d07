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
