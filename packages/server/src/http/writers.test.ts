import { Double, Float, GivenJson, Long, RawJson } from '@sextant/contract';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compactJson } from '../wire/json-writer.ts';
import { doubleText, floatText } from '../wire/number-text.ts';
import { prettyJson } from '../wire/pretty-json.ts';
import { atOnce } from '../wire/turns.ts';
import { plainWish, renderAnswer, renderInTurns } from './answer.ts';
import { cborToJson } from './cbor-reader.ts';
import { cbor } from './cbor-writer.ts';
import { filterPaths } from './filter-path.ts';
import { yaml } from './yaml-writer.ts';

const stored =
  '{"b":1.0,"a":{},"c":[],"d":[1,{"x":null,"y":2},[{"x":1}]],"q.r":{"s":1},"10":5,"2":"é\\u0001/","big":1.0E10,' +
  '"t":"a\\nb","n":null,"yes":"no","e":"","-x":true,"f":1e5,"l":12345678901234567890,"em":{"h":[]}, "k a":1,"k:b":2}';
const answer = { _index: 'i', found: true, left: undefined, _source: new RawJson(Buffer.from(stored)) };

test('compact JSON copies a stored document and leaves out what is undefined', () => {
  expect(compactJson(answer).toString()).toBe(`{"_index":"i","found":true,"_source":${stored}}`);
});

test('an answer of any length stays as it is while others are written', () => {
  const answers = [1, 50, 200, 700, 30].map((count) => {
    const tree = Array.from({ length: count }, (_, n) => ({ n, ...answer }));
    return { bytes: compactJson(tree), count };
  });
  for (const { bytes, count } of answers) {
    const text = bytes.toString();
    expect(text.length).toBe(bytes.toString('latin1').length - count);
    const found = JSON.parse(text) as { readonly n: number }[];
    expect(found.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_, n) => n));
    expect(text.split(stored).length).toBe(count + 1);
  }
});

test('numbers keep what Java would show', () => {
  const numbers = [
    new Double(3),
    new Double(1e7),
    new Float(Math.fround(0.2876821)),
    new Long('9223372036854775807'),
    5,
    0.5,
  ];
  expect(compactJson(numbers).toString()).toBe('[3.0,1.0E7,0.2876821,9223372036854775807,5,0.5]');
  expect(compactJson([new Double(Number.NaN), new Float(Number.POSITIVE_INFINITY)]).toString()).toBe(
    '["NaN","Infinity"]',
  );
});

test.each([
  [0, '0.0'],
  [-0, '-0.0'],
  [1.5, '1.5'],
  [9_999_999, '9999999.0'],
  [1e7, '1.0E7'],
  [0.001, '0.001'],
  [0.00099, '9.9E-4'],
  [1.234e-5, '1.234E-5'],
  [1e21, '1.0E21'],
  [-1.5e10, '-1.5E10'],
  [123456789.125, '1.23456789125E8'],
] as const)('a double %d is %s', (value, text) => {
  expect(doubleText(value)).toBe(text);
});

test.each([
  [1.1, '1.1'],
  [16_777_216, '1.6777216E7'],
  [3.4e38, '3.4E38'],
  [1e-10, '1.0E-10'],
  [100, '100.0'],
  [2.0000002, '2.0000002'],
] as const)('a float %d is %s', (value, text) => {
  expect(floatText(Math.fround(value))).toBe(text);
});

test('YAML is what Jackson writes: values quoted, keys plain where that is safe', () => {
  const text = yaml(answer).toString();
  expect(text).toBe(
    [
      '---',
      '_index: "i"',
      'found: true',
      '_source:',
      '  b: 1.0',
      '  a: {}',
      '  c: []',
      '  d:',
      '  - 1',
      '  - x: null',
      '    "y": 2',
      '  - - x: 1',
      '  q.r:',
      '    s: 1',
      '  "10": 5',
      '  "2": "é\\x01/"',
      '  big: 1.0E10',
      '  t: "a\\nb"',
      '  "n": null',
      '  "yes": "no"',
      '  e: ""',
      '  "-x": true',
      '  f: 100000.0',
      '  l: 12345678901234567890',
      '  em:',
      '    h: []',
      '  k a: 1',
      '  k:b: 2',
      '',
    ].join('\n'),
  );
  expect(parse(text)).toMatchObject({
    _index: 'i',
    _source: { d: [1, { x: null, y: 2 }, [{ x: 1 }]], yes: 'no' },
  });
});

test('a list at the top is YAML too', () => {
  expect(
    yaml([
      { a: '1', b: null },
      { a: '2', b: null },
    ]).toString(),
  ).toBe('---\n- a: "1"\n  b: null\n- a: "2"\n  b: null\n');
});

test('a stored number of a million digits is text in CBOR: working it out would take seconds', () => {
  const digits = '7'.repeat(1_000_000);
  const bytes = cbor({
    _source: new RawJson(Buffer.from(`{"n":${digits},"m":-12345678901234567890123}`)),
  } as never);
  expect(cborToJson(bytes)).toBe(`{"_source":{"n":"${digits}","m":-12345678901234567890123}}`);
});

test('CBOR is read back as the same values', () => {
  expect(JSON.parse(cborToJson(cbor(answer)))).toMatchObject({
    _index: 'i',
    found: true,
    _source: { b: 1, d: [1, { x: null, y: 2 }, [{ x: 1 }]], big: 1e10 },
  });
  expect(cbor([new Double(1.5), -1, 24, 256, 65_536, 2 ** 40]).toString('hex')).toBe(
    '9ffb3ff8000000000000201818190100' + '1a00010000' + '1b0000010000000000' + 'ff',
  );
});

test('pretty JSON is what Jackson writes', () => {
  expect(atOnce(prettyJson({ a: 1, b: [], c: {}, d: [1, { e: 'x' }] })).toString()).toBe(
    '{\n  "a" : 1,\n  "b" : [ ],\n  "c" : { },\n  "d" : [\n    1,\n    {\n      "e" : "x"\n    }\n  ]\n}\n',
  );
});

/** Answers of OpenSearch 3.6.0 for a document like `stored`. */
test.each([
  ['_source.d.x', '{"_source":{"d":[{"x":null},[{"x":1}]]}}'],
  ['_source.c,_source.a', '{"_source":{"a":{},"c":[]}}'],
  ['**.x', '{"_source":{"d":[{"x":null},[{"x":1}]]}}'],
  ['_source.d,-_source.d.x', '{"_source":{"d":[1,{"y":2}]}}'],
  ['_source.d,-_source.d', '{}'],
  ['_source.q.r', '{}'],
  ['_source.q\\.r.s', '{"_source":{"q.r":{"s":1}}}'],
  ['_source.a.b', '{}'],
  ['_source.**.s', '{"_source":{"q.r":{"s":1}}}'],
  ['_so*ce.b', '{"_source":{"b":1.0}}'],
  ['_s**.b', '{"_source":{"b":1.0}}'],
  ['-_source', '{"_index":"i","found":true}'],
  ['-_source.*', '{"_index":"i","found":true}'],
  ['_source.em.h', '{"_source":{"em":{"h":[]}}}'],
  ['_source.b.c', '{}'],
  ['nothing', '{}'],
] as const)('filter_path=%s leaves %s', (paths, left) => {
  expect(compactJson(atOnce(filterPaths(answer, paths.split(',')))).toString()).toBe(left);
});

test('an exclusion drops what it empties and keeps what was empty elsewhere', () => {
  const tree = { a: { b: [] }, c: [], d: { e: 1 }, f: { g: {}, h: 1 } };
  expect(compactJson(atOnce(filterPaths(tree, ['-a.b.z', '-d.e', '-f.h']))).toString()).toBe(
    '{"c":[],"f":{"g":{}}}',
  );
});

test('a list at the top is filtered element by element', () => {
  expect(compactJson(atOnce(filterPaths([{ a: 1, b: 2 }, { b: 3 }], ['a']))).toString()).toBe('[{"a":1}]');
});

test('others have their turn while a long answer takes another shape, and its values take no memory', async () => {
  const body = new RawJson(Buffer.from(`{"a":[${'1,'.repeat(4_000_000)}1],"b":2}`), true);
  let turns = 0;
  const count = (): void => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const wish = { ...plainWish, pretty: true };
  const pretty = await renderInTurns({ kind: 'json', status: 200, body }, wish, () => undefined);
  expect(turns).toBeGreaterThan(4);
  expect((pretty.body as Buffer).length).toBe(7 * 4_000_001 + 28);
  turns = 0;
  const filtered = await renderInTurns(
    { kind: 'json', status: 200, body },
    { ...plainWish, filter: ['b'] },
    () => undefined,
  );
  clearImmediate(next);
  expect((filtered.body as Buffer).toString()).toBe('{"b":2}');
});

test('values of a long answer are not told in other formats', () => {
  const part = new RawJson(Buffer.from(`[${'1,'.repeat(3 << 20)}1]`));
  const wish = { ...plainWish, format: { format: 'yaml' } as const };
  const render = (parts: readonly RawJson[]): unknown =>
    renderAnswer({ kind: 'json', status: 200, body: { parts } }, wish);
  expect(() => render([part, part])).toThrow('Data too large');
});

test.each(['', '[', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{1', '[1,', '"a'])(
  'JSON that ends too early is told of in all formats: %s',
  (given) => {
    const body = { a: new RawJson(Buffer.from(given)) };
    const told = (wish: object): void => {
      renderAnswer({ kind: 'json', status: 200, body }, { ...plainWish, ...wish });
    };
    expect(() => told({ pretty: true })).toThrow('Unexpected end-of-input');
    expect(() => told({ filter: ['a.b'] })).toThrow('Unexpected end-of-input');
    for (const format of ['yaml', 'cbor']) expect(() => told({ format: { format } })).toThrow('end-of-input');
  },
);

test('what a caller has given as JSON takes another form where it is JSON, and its first value alone', () => {
  const rendered = (given: string, wish: object): unknown => {
    const body = { a: new GivenJson(Buffer.from(given)) };
    return String(renderAnswer({ kind: 'json', status: 200, body }, { ...plainWish, ...wish }).body);
  };
  for (const wish of [{ pretty: true }, { filter: ['a'] }, { format: { format: 'cbor' } }]) {
    for (const [given, told] of [
      ['{"b": x}', "Unrecognized token 'x'"],
      ['{"b":01}', 'Leading zeroes not allowed'],
      ['{"b":"\\1"}', 'Unrecognized character escape'],
      ['}', 'Unexpected close marker'],
    ] as const)
      expect(() => rendered(given, wish), given).toThrow(told);
  }
  expect(rendered('x', {})).toBe('{"a":x}');
  expect(rendered('{"b":1 /* one */}', { filter: ['a.b'] })).toBe('{"a":{"b":1}}');
  for (const given of ['{"b":1} x', '{"b":1}}']) {
    expect(rendered(given, { pretty: true })).toBe('{\n  "a" : {\n    "b" : 1\n  }\n}\n');
  }
});

test('of a list of which filter_path leaves nothing an empty list is left', () => {
  for (const tree of [[{ a: 1 }], new RawJson(Buffer.from(' [{"a":1}]'))])
    expect(compactJson(atOnce(filterPaths(tree, ['b']))).toString()).toBe('[]');
});
