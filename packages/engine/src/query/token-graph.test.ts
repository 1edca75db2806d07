import { expect, test } from 'vitest';
import { textOf, utf8 } from './query-tokens.ts';
import { graphParts, graphPaths } from './token-graph.ts';

function tokens(...given: readonly (readonly [term: string, position: number, span?: number])[]) {
  return given.map(([term, position, span]) => ({
    term: utf8(term),
    position,
    ...(span === undefined ? {} : { span }),
  }));
}

function shown(graph: ReturnType<typeof tokens>): (string | string[])[] {
  return graphParts(graph).map(({ terms, paths }) => {
    if (terms.length > 0) return terms.map(textOf).join('|');
    return paths.map((path) => path.map(({ term, position }) => `${textOf(term)}@${position}`).join(' '));
  });
}

test('ways through words of different length are told between places that all of them go through', () => {
  const graph = tokens(['in', 0], ['new', 1], ['ny', 1, 2], ['york', 2], ['now', 3], ['today', 3]);
  expect(shown(graph)).toEqual(['in', ['new@0 york@1', 'ny@0'], 'now|today']);
});

test('a way may share its words with another one', () => {
  const graph = tokens(['a', 0], ['d', 0, 3], ['b', 1], ['c', 2], ['x', 2, 2], ['e', 3]);
  expect(shown(graph)).toEqual([['a@0 b@1 c@2 e@3', 'a@0 b@1 x@2', 'd@0 e@1']]);
});

test('a gap before words at one place belongs to each of them', () => {
  const graph = tokens(['old', 0], ['new', 2], ['ny', 2, 2], ['york', 3]);
  expect(shown(graph)).toEqual(['old', ['new@1 york@2', 'ny@1']]);
});

test('what leads nowhere is on no way', () => {
  expect(graphPaths(tokens(['ab', 0, 2], ['bc', 1, 2])).length).toBe(0);
});

test('ways without number are refused', () => {
  const places = Array.from({ length: 11 }, (_, i) => [
    ['a', 2 * i] as const,
    ['b', 2 * i, 2] as const,
    ['c', 2 * i + 1] as const,
  ]);
  expect(() => graphPaths(tokens(...places.flat()))).toThrow('maxClauseCount is set to 1024');
});

test('ways through more tokens than a query may have clauses are refused before they are gone', () => {
  const long = Array.from({ length: 100_000 }, (_, i) => ['a', i + 1] as const);
  expect(() => graphPaths(tokens(['b', 0, 2], ...long))).toThrow('maxClauseCount is set to 1024');
});
