import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { SourceRequest } from '../dsl/source-request.ts';
import { filterParsed, filterSource } from './source-filter.ts';
import { selectMembers } from './source-members.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : new TextDecoder().decode(bytes);

function wish(includes: readonly string[], excludes: readonly string[] = []): SourceRequest {
  return { enabled: true, includes, excludes };
}

const document =
  '{"a":1,"b":{"a":[1,2,{"c":"x"}]},"text":"line\\nwith \\"quotes\\"","n":-1.5,"t":true,"z":null,"e":{}}';

test.each([
  ['one name', wish(['a']), '{"a":1}'],
  ['names in the order of the document', wish(['n', 'b']), '{"b":{"a":[1,2,{"c":"x"}]},"n":-1.5}'],
  ['text with escapes', wish(['text']), '{"text":"line\\nwith \\"quotes\\""}'],
  ['words', wish(['t', 'z', 'e']), '{"t":true,"z":null,"e":{}}'],
  ['what is not there', wish(['missing']), '{}'],
  ['all but some', wish([], ['b', 'text', 'e']), '{"a":1,"n":-1.5,"t":true,"z":null}'],
  ['some but not others', wish(['a', 'b'], ['b']), '{"a":1}'],
])('members are copied as they stand: %s', (_, request, expected) => {
  expect(decode(selectMembers(encode(document), request))).toBe(expected);
  expect(decode(filterParsed(encode(document), request))).toBe(expected);
});

test.each([
  ['wanted', wish(['a']), '{"a.b":1,"a":{"c":2},"a.b.c":3}'],
  ['not wanted', wish([], ['a']), '{"b":4,"ab":5}'],
  ['one of them', wish(['a.b']), '{"a.b":1,"a.b.c":3}'],
  ['all but one of them', wish(['a'], ['a.b']), '{"a":{"c":2}}'],
  ['by a pattern', wish(['*b']), '{"a.b":1,"b":4,"a.b.c":3,"ab":5}'],
])('a name stands for members with longer names, parted by dots: %s', (_, request, expected) => {
  const source = encode('{"a.b":1,"a":{"c":2},"b":4,"a.b.c":3,"ab":5}');
  expect(decode(filterSource(source, request))).toBe(expected);
  expect(decode(filterParsed(source, request))).toBe(expected);
});

test.each([
  ['a part of a member', document, wish(['b.a'])],
  ['a pattern', document, wish(['t*'])],
  ['white space', '{"a": 1}', wish(['a'])],
  ['white space within a value', '{"a":[1, 2]}', wish(['a'])],
  ['a letter by number', '{"a":"\\u0041"}', wish(['a'])],
  ['an escaped solidus', '{"a":"\\/"}', wish(['a'])],
  ['a name with an escape by number', '{"\\u0061":1}', wish(['a'])],
  ['an exponent', '{"a":1e3}', wish(['a'])],
  ['a small number', '{"a":0.0000001}', wish(['a'])],
  ['a zero below zero', '{"a":-0}', wish(['a'])],
  ['many digits', '{"a":1234567890123456789}', wish(['a'])],
  ['no object', '[1]', wish(['a'])],
  ['more after the end', '{"a":1} ', wish(['a'])],
])('the rest is left to the parser: %s', (_, source, request) => {
  expect(selectMembers(encode(source), request)).toBeNull();
  expect(filterSource(encode(source), request)).toEqual(filterParsed(encode(source), request));
});

function randomValue(random: SeededRandom, depth: number): unknown {
  const kind = random.below(depth > 3 ? 5 : 7);
  if (kind === 0) return random.below(100_000) - 50_000;
  if (kind === 1) return (random.below(100_000) - 50_000) / 10 ** random.below(8);
  if (kind === 2)
    return ['', 'plain', 'a "quote"', 'back\\slash', 'line\nfeed', 'é€🧭', '\u0001', '{[,:]}'][
      random.below(8)
    ];
  if (kind === 3) return [true, false, null][random.below(3)];
  if (kind === 4) return random.float() * 10 ** (random.below(40) - 20);
  if (kind === 5) return Array.from({ length: random.below(4) }, () => randomValue(random, depth + 1));
  return randomObject(random, depth + 1);
}

function randomObject(random: SeededRandom, depth: number): Record<string, unknown> {
  const names = ['a', 'b', 'name', 'é', 'a.b', 'with "quote"', 'x'];
  const wanted = names.filter(() => random.below(2) === 0);
  return Object.fromEntries(wanted.map((name) => [name, randomValue(random, depth)]));
}

test('whatever the document, the answer is that of the parser', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = new SeededRandom(seed);
  const names = ['a', 'b', 'name', 'é', 'x', 'missing'];
  let copied = 0;
  for (let round = 0; round < 4000; round++) {
    const parts = random.below(6) === 0 ? ['a.b', 'b.a', 'na*'] : [];
    const pick = (): string[] => [...names, ...parts].filter(() => random.below(3) === 0);
    const request = wish(pick(), random.below(2) === 0 ? [] : pick());
    const made = JSON.stringify(randomObject(random, 0));
    const text = random.below(10) === 0 ? made.replaceAll(',', ', ') : made;
    const found = selectMembers(encode(text), request);
    if (request.includes.length + request.excludes.length === 0 || found === null) continue;
    copied++;
    expect(decode(found), `seed ${seed}: ${text} ${JSON.stringify(request)}`).toBe(
      decode(filterParsed(encode(text), request)),
    );
  }
  expect(copied, `seed ${seed}`).toBeGreaterThan(300);
});

test('a document of very many members is parsed', () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`m${n}`, n])));
  expect(selectMembers(encode(many), wish([], ['m1']))).toBeNull();
  expect(decode(selectMembers(encode(many), wish(['m999', 'm3'])))).toBe('{"m3":3,"m999":999}');
});

test('documents that are cut off anywhere are not read past their end', () => {
  const bytes = encode(document);
  for (let end = 0; end < bytes.length; end++) {
    expect(selectMembers(bytes.slice(0, end), wish(['a', 'text', 'e'])), `${end} bytes`).toBeNull();
  }
});
