import { expect, test } from 'vitest';
import type { AnswerTree } from '../wire/answer-tree.ts';
import { compactJson } from '../wire/json-writer.ts';
import { atOnce } from '../wire/turns.ts';
import { filterPaths } from './filter-path.ts';
import { checkPathLength } from './path-states.ts';

function filtered(tree: AnswerTree, ...paths: string[]): unknown {
  return JSON.parse(compactJson(atOnce(filterPaths(tree, paths))).toString());
}

const answer = {
  took: 1,
  hits: { total: { value: 2 }, hits: [{ _id: 'a', _source: { a: { b: 1 }, 'x.y': 2 } }] },
};

test('paths keep, paths with a minus drop, and two stars stand for any number of names', () => {
  expect(filtered(answer, 'hits.total.value')).toEqual({ hits: { total: { value: 2 } } });
  expect(filtered(answer, '**.b')).toEqual({ hits: { hits: [{ _source: { a: { b: 1 } } }] } });
  expect(filtered(answer, 'hits.**.b')).toEqual({ hits: { hits: [{ _source: { a: { b: 1 } } }] } });
  expect(filtered(answer, 'hits.hits._source.x\\.y')).toEqual({
    hits: { hits: [{ _source: { 'x.y': 2 } }] },
  });
  expect(filtered(answer, 'h*.t*')).toEqual({ hits: { total: { value: 2 } } });
  expect(filtered(answer, '-hits.hits', '-took')).toEqual({ hits: { total: { value: 2 } } });
  expect(filtered(answer, 'hits', '-**._source')).toEqual({
    hits: { total: { value: 2 }, hits: [{ _id: 'a' }] },
  });
  expect(filtered(answer, '**')).toEqual(answer);
  expect(filtered(answer, '.')).toEqual({});
});

test('many double stars over a deep answer cost no more than one', () => {
  let deep: AnswerTree = { end: 1 };
  for (let i = 0; i < 400; i++) deep = { a: deep, b: 1 };
  expect(filtered(deep, `${'**.a.'.repeat(500)}none`)).toEqual({});
  expect(filtered(deep, `${'**.'.repeat(1000)}end`)).not.toEqual({});
});

test('a pattern of many stars over a long name ends at once', () => {
  const name = `${'a'.repeat(20_000)}b`;
  expect(filtered({ [name]: 1 }, `${'*a'.repeat(1500)}c`)).toEqual({});
});

test('many patterns over many different names end with an error, a few do not', () => {
  const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`f${i}`, 1]));
  const patterns = (count: number) => Array.from({ length: count }, (_, i) => `**.*f*x${i}`);
  expect(() => atOnce(filterPaths(names, patterns(400)))).toThrow('[filter_path] has too many patterns');
  expect(atOnce(filterPaths(names, patterns(20)))).toEqual({});
  const again = Array.from({ length: 5_000 }, () => ({ a: 1, b: { c: 2 } }));
  expect(atOnce(filterPaths(again, patterns(400)))).toEqual([]);
});

test('paths longer than any client sends are refused', () => {
  expect(() => checkPathLength('*a,'.repeat(2000))).toThrow('[filter_path] is longer than 4096 characters');
});

test('a member may be called like something of every object', () => {
  const tree = JSON.parse('{"__proto__":{"a":1},"constructor":{"b":2},"toString":3}') as AnswerTree;
  expect(compactJson(atOnce(filterPaths(tree, ['__proto__.a', 'constructor']))).toString()).toBe(
    '{"__proto__":{"a":1},"constructor":{"b":2}}',
  );
});
