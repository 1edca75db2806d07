import { expect, test } from 'vitest';
import { parseNumbers, type ReadNumber } from './parse-numbers.ts';
import { parseNamed } from './plain-names.ts';

const told: ReadNumber = (value, source) => (/[.eE]|\d{16}/.test(source) ? { source } : value);

function byReviver(text: string): unknown {
  const reviver = (_key: string, value: unknown, { source }: { source?: string }) =>
    typeof value === 'number' ? told(value, source!) : value;
  return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
}

const written = (value: unknown): string => JSON.stringify(value);

test.each([
  '1.0',
  ' [ 1.0 , -2e5,3, 12345678901234567890 ] ',
  '{"a":1.0,"b":{"c":[1.50,"1.0","x\\"1.0",""]},"10":2.0,"2":3.0,"a":4.0}',
  '{"__proto__":1.0,"constructor":{"__proto__":{"x":2.0}}}',
  '{"1.0":"2.0","\\\\":1.0,"\\"":"\\\\\\"","e":"e1.0E"}',
  '["\uFDD0",1.0]',
  '["\\uFDD00",1.0]',
  '{"a":"\uFDD00","b":1.0}',
  '[true,false,null,-0,0.0,1E400,"é\u{1F600}",0.1e-5]',
  '""',
])('numbers are told by their texts, and all else is as JSON.parse has it: %s', (text) => {
  const read = parseNumbers(text, told);
  expect(written(read)).toBe(written(byReviver(text)));
  expect(Object.getPrototypeOf(Object(read))).toBe(Object.getPrototypeOf(Object(byReviver(text))));
});

test.each([
  '',
  '[01.0]',
  '[1.0.0]',
  '[1.0 2.0]',
  '{"a" 1.0}',
  '[-]',
  '["a]',
  '[1.0',
  'e1',
  '[.5]',
  '[1.]',
  '1.0x',
  '{1.0:2}',
  '{"a":1.0,2.0 \t\r\n: 3}',
  '[{"a":{1.0:2},"a":3}]',
  '{"\\x":1}',
  '{"\\"":1',
  '{"a\\n":1 \\ "x":1}',
  '\\',
  '{"a\\":1}',
  '{"\\u00":1}',
  '{"\\"":1,}',
])('what is no JSON is refused with the words of JSON.parse: %s', (text) => {
  let words = '';
  try {
    JSON.parse(text);
  } catch (error) {
    words = (error as Error).message;
  }
  expect(words).not.toBe('');
  expect(() => parseNumbers(text, told)).toThrow(new SyntaxError(words));
  expect(() => parseNamed(text)).toThrow(new SyntaxError(words));
});

test('a list of half a million texts is gone through once, and read asked for the numbers alone', () => {
  const sources: string[] = [];
  const text = `[${'"x1",'.repeat(500_000)}1.5]`;
  const read = parseNumbers(text, (value, source) => {
    sources.push(source);
    return value;
  });
  expect([(read as unknown[]).length, sources]).toEqual([500_001, ['1.5']]);
});
