import { expect, test } from 'vitest';
import { PrefixAnalyzer } from './prefix-analyzer.ts';
import { analyzerRegistry } from './registry.ts';

test('the beginnings of a word stand in its place, and what is too short leaves a gap', () => {
  const analyzer = new PrefixAnalyzer(analyzerRegistry({}).analyzer('standard')!, 2, 3);
  const found: [string, number][] = [];
  analyzer.analyze('quick a wö', {
    token: (bytes, start, length, _from, _to, increment) => {
      found.push([new TextDecoder().decode(bytes.subarray(start, start + length)), increment]);
    },
  });
  expect(found).toEqual([
    ['qu', 1],
    ['qui', 0],
    ['wö', 2],
  ]);
});
