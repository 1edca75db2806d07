import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prettyJson } from './pretty-json.ts';

test('literals keep every digit', () => {
  expect(prettyJson('{"a":9007199254740993,"b":1.0,"c":1.0E7}')).toBe(
    '{\n  "a": 9007199254740993,\n  "b": 1.0,\n  "c": 1.0E7\n}',
  );
});

test('empty things and short lists of plain values stay on one line', () => {
  expect(prettyJson('{"a":[],"b":{},"c":[1,"x",null]}')).toBe(
    '{\n  "a": [],\n  "b": {},\n  "c": [1, "x", null]\n}',
  );
  expect(prettyJson('[{"a":1},[2]]')).toBe('[\n  {\n    "a": 1\n  },\n  [2]\n]');
});

test('a list longer than a line is broken', () => {
  const long = JSON.stringify(Array.from({ length: 40 }, (_, place) => place * 1000));
  expect(prettyJson(long).split('\n')).toHaveLength(42);
});

test('only white space changes, whatever the value', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(JSON.parse(prettyJson(json))).toEqual(JSON.parse(json));
      expect(prettyJson(prettyJson(json))).toBe(prettyJson(json));
    }),
  );
});
