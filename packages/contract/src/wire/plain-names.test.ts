import { expect, test } from 'vitest';
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

test.each(['{"\\x":1}', '{"\\"":1', '{"a\\n":1 \\ "x":1}', '\\', '{"a\\":1}', '{"\\u00":1}', '{"\\"":1,}'])(
  'what is no JSON is refused with the words of JSON.parse: %s',
  (text) => {
    let words = '';
    try {
      JSON.parse(text);
    } catch (error) {
      words = (error as Error).message;
    }
    expect(words).not.toBe('');
    expect(() => parseNamed(text)).toThrow(new SyntaxError(words));
  },
);
