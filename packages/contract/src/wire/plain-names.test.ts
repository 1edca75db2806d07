import { expect, test, vi } from 'vitest';
import { parseNumbers } from './parse-numbers.ts';
import { parseNamed } from './plain-names.ts';

test.each([
  ['{"m1":1,"gr\\\\":1}', '{"m1":1,"gr\\u00f6":1}', 'grö'],
  ['{"m2":1,"quer\\\\":1}', '{"m2":1,"quer\\u0079":1}', 'query'],
  ['{"m3":1,"\\\\":1}', '{"m3":1,"\\"":1}', '"'],
  ['{"m4":1,"\\\\":1}', '{"m4":1,"\\n":1.50}', '\n'],
])('a name with an escape is not taken for one that was read before: %s', (before, text, name) => {
  parseNamed(before);
  expect(Object.keys(parseNamed(text) as object)[1]).toBe(name);
  expect(Object.keys(parseNumbers(text, (_value, source) => ({ source })) as object)[1]).toBe(name);
});

test.each([
  '{"a":"\\n","b\\"":{"\\\\":[{"\\n":"\\"","x":1,"2":3}],"y":2},"1":"\\\\"}',
  '{"\\u005f_proto__":{"\\"":1},"\\"":{"__proto__":1,"\\t":null}}',
  '{"a\\"":1,"b":2,"a\\"":3,"\\u0062":4}',
  '{"\uFDD10":1,"\\"":2,"\\ufdd10":3,"\uFDD1\uFDD1":"\uFDD1\uFDD10"}',
  '{"\\ud800":1,"\\ud83d\\ude00":"\\ud800" , "\\u0000" \n: 1}',
  '["\\\\","\\"",":","\\":"]',
  '"\\":1"',
])('all names and values are as they were written: %s', (text) => {
  const written = JSON.stringify(parseNamed(text));
  // Names as values, which are read as they are.
  const names = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)].map(([name]) => JSON.parse(name!) as string);
  for (const name of names) expect(written).toContain(`${JSON.stringify(name)}:`);
  expect(written).toBe(JSON.stringify(JSON.parse(text)));
});

test('the marks of a text do not grow with those that stand in it', () => {
  const parsed = vi.spyOn(JSON, 'parse');
  const names = Array.from({ length: 300 }, (_, i) => `"\\"${i}":${i}`);
  const text = `{"m":"${'\uFDD1'.repeat(5000)}\uFDD10\uFDD11\uFDD1",${names.join(',')}}`;
  const read = parseNamed(text) as object;
  const longest = Math.max(...parsed.mock.calls.map(([given]) => given.length));
  parsed.mockRestore();
  expect(longest).toBeLessThan(2 * text.length);
  expect(read).toEqual(JSON.parse(text));
});

test('a text may be as deep as JSON.parse reads it', () => {
  const deep = `${'['.repeat(50_000)}{"\\"":1.50}${']'.repeat(50_000)}`;
  const within = (value: unknown): unknown => {
    let inner = value;
    while (Array.isArray(inner)) [inner] = inner;
    return inner;
  };
  expect(within(parseNamed(deep))).toEqual({ '"': 1.5 });
  expect(within(parseNumbers(deep, (_value, source) => source))).toEqual({ '"': '1.50' });
});
