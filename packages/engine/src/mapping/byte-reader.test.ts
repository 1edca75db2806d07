import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { SeededRandom } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { ByteReader } from './byte-reader.ts';
import { asciiText } from './byte-text.ts';
import { DocumentParser } from './document-parser.ts';
import type { ByteRanges, ParsedDocument } from './mapped-field.ts';
import { Mapping } from './mapping.ts';
import { UnknownSource } from './value-source.ts';

const raw = { raw: { type: 'keyword', ignore_above: 6, fields: { deep: { type: 'text' } } } };
const properties = {
  text: { type: 'text', fields: raw },
  stored: { type: 'text', index: false },
  keyword: { type: 'keyword' },
  short: { type: 'keyword', ignore_above: 3 },
  none: { type: 'keyword', index: false, doc_values: false },
  lower: { type: 'keyword', normalizer: 'lowercase' },
  instead: { type: 'keyword', null_value: 'NULL' },
  ip: { type: 'ip' },
  date: { type: 'date' },
  long: { type: 'long' },
  byte: { type: 'byte', ignore_malformed: true },
  unsigned: { type: 'unsigned_long' },
  strict: { type: 'integer', coerce: false },
  double: { type: 'double' },
  scaled: { type: 'scaled_float', scaling_factor: 100 },
  boolean: { type: 'boolean' },
  copied: { type: 'keyword', copy_to: 'keyword' },
  object: { properties: { a: { type: 'keyword' }, inner: { properties: { b: { type: 'long' } } } } },
  off: { type: 'object', enabled: false },
  'näme "x"': { type: 'keyword' },
};
const settings = { 'index.analysis.normalizer.lowercase.type': 'custom' };
const encoder = new TextEncoder();

type Reading = readonly (readonly [field: string, value: unknown])[] | { readonly error: unknown };

function valuesOf(into: ParsedDocument): Reading {
  const { fields, values, ranges, length } = into;
  return fields.slice(0, length).map(({ name, type }, i) => {
    const start = ranges?.starts[i] ?? -1;
    const value = values[i]!;
    if (start < 0) return [name, value];
    const bytes = value as Uint8Array;
    const end = ranges!.ends[i]!;
    return [name, type === 'ip' ? bytes.slice(start, end) : asciiText(bytes, start, end)];
  });
}

function reading(parse: () => ParsedDocument): Reading {
  try {
    return valuesOf(parse());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { error: error.error };
  }
}

function rangesOf(): ByteRanges {
  return { starts: [], ends: [] };
}

/** Two parsers over one mapping, one of which may read the bytes. */
class Both {
  readonly mapping: Mapping;
  readonly #bytes = new DocumentParser();
  readonly #other = new DocumentParser();

  constructor(given: Record<string, unknown> = { properties, dynamic: 'strict' }) {
    this.mapping = Mapping.create(given, settings);
  }

  /** What both make of a document, which must be the same. */
  read(document: Uint8Array): Reading {
    const fast = reading(() => {
      const into = { length: 0, fields: [], values: [], ranges: rangesOf() };
      this.#bytes.parse(this.mapping, document.slice(), into, '1');
      return into;
    });
    const other = reading(() => {
      const into = { length: 0, fields: [], values: [] };
      this.#other.parse(this.mapping, document.slice(), into, '1');
      return into;
    });
    expect(fast, new TextDecoder().decode(document)).toEqual(other);
    return fast;
  }
}

/** Whether the bytes alone were enough. */
function isReadAsBytes(document: string, mapping = new Both().mapping): boolean {
  const into = { length: 0, fields: [], values: [] };
  try {
    return new ByteReader(new UnknownSource()).read(mapping, encoder.encode(document), into, rangesOf());
  } catch {
    return false;
  }
}

test('texts are ranges of the document, addresses and escaped texts of memory that stays until the next', () => {
  const document =
    '{"keyword":["plain","with \\"quotes\\" and\\n lines"],"ip":"10.0.0.255","text":"äh","long":[1,-20,3.9]}';
  expect(isReadAsBytes(document)).toBe(true);
  const address = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 10, 0, 0, 255];
  expect(new Both().read(encoder.encode(document))).toEqual([
    ['keyword', 'plain'],
    ['keyword', 'with "quotes" and\n lines'],
    ['ip', Uint8Array.from(address)],
    ['text', 'äh'],
    ['text.raw', 'äh'],
    ['text.raw.deep', 'äh'],
    ['long', 1],
    ['long', -20],
    ['long', 3],
  ]);
});

test.each([
  '{}',
  ' {\n\t"object" : { "a" : "x" , "inner" : { "b" : [ 1 , 2 ] } } } \r\n',
  '{"double":[1e3,-1.5E-7,0.1,123456789012345678,-0,0.30000000000000004]}',
  '{"boolean":[true,false,"true",""],"keyword":[true,null],"object":null}',
  '{"date":["2024-02-29T23:59:59.999Z",1700000000000,"2024"]}',
  '{"n\\u00e4me \\"x\\"":"1"}',
  '{"none":"x","stored":"y","short":["abc","abcd"],"lower":"ÄbC"}',
])('%s is read from its bytes', (document) => {
  expect(isReadAsBytes(document)).toBe(true);
  new Both().read(encoder.encode(document));
});

test.each([
  '',
  '[]',
  '{"keyword":"a"',
  '{"keyword":"a"}}',
  '{"keyword":"a"} x',
  '{"keyword":"a",}',
  '{"keyword":["a",]}',
  '{"keyword":"a","keyword":"b"}',
  '{"keyword":"a","keyw\\u006frd":"b"}',
  '{"object":{"a":"x"},"object":{"a":"y"}}',
  '{"object":[{"a":"x"}]}',
  '{"object":"x"}',
  '{"keyword":{"a":1}}',
  '{"keyword":[["a"]]}',
  '{"keyword":1.50}',
  '{"keyword":7}',
  '{"unknown":1}',
  '{"object.a":"x"}',
  '{"copied":"x"}',
  '{"off":{"x":1}}',
  '{"instead":null}',
  '{"long":01}',
  '{"long":1.}',
  '{"long":-}',
  '{"long":+1}',
  '{"long":1e}',
  '{"long":9223372036854775808}',
  '{"long":"x"}',
  '{"byte":"x"}',
  '{"strict":1.5}',
  '{"ip":"1.2.3.256"}',
  '{"ip":"1.2.3"}',
  '{"date":"never"}',
  '{"keyword":"a\u0001b"}',
  '{"keyword":"\\x"}',
  '{"keyword":"\\u12"}',
  '{"keyword":"a\\"}',
  '{/* why */"keyword":"a"}',
  '{"keyword":tru}',
  '\ufeff{"keyword":"a"}',
])('%s is left to the reading that knows every case', (document) => {
  expect(isReadAsBytes(document)).toBe(false);
  new Both().read(encoder.encode(document));
});

test('a key that is escaped in its name is known by nothing but what stands for it', () => {
  const names = ['a"b', 'a\\nb', 'c\nd', 'e\ud800f'];
  const known = Object.fromEntries(names.map((name) => [name, { type: 'keyword' }]));
  const both = new Both({ properties: known });
  for (const name of names) both.read(encoder.encode(`{${JSON.stringify(name)}:"x"}`));
  for (const key of ['a"b', 'a\\nb', 'c\nd', 'e\ufffdf', 'a\\"b', 'a\\u0022b']) {
    for (const first of ['', ...names.map((name) => `${JSON.stringify(name)}:"x",`)]) {
      both.read(encoder.encode(`{${first}"${key}":"x"}`));
    }
  }
});

test('bytes that are no UTF-8 are refused as ever', () => {
  const document = encoder.encode('{"text":"ab"}');
  document[10] = 0xff;
  expect(new Both().read(document)).toMatchObject({ error: { type: 'mapper_parsing_exception' } });
});

test('after documents that are all of another kind some are still tried', () => {
  const both = new Both();
  for (let i = 0; i < 100; i++) both.read(encoder.encode('{"keyword":7}'));
  for (let i = 0; i < 100; i++) both.read(encoder.encode(`{"keyword":"k${i}"}`));
});

test('a mapping that has changed is heeded by the next document', () => {
  const parser = new DocumentParser();
  const into = { length: 0, fields: [], values: [], ranges: rangesOf() };
  let mapping = Mapping.create({ properties: { a: { type: 'keyword' } } }, {});
  for (let i = 0; i < 4; i++)
    mapping = parser.parse(mapping, encoder.encode(`{"a":"x","f${i % 2}":${i}}`), into);
  expect(valuesOf(into)).toEqual([
    ['a', 'x'],
    ['f1', 3],
  ]);
});

test('after a batch nothing holds its memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const parser = new DocumentParser();
  const { mapping } = new Both();
  const into = { length: 0, fields: [], values: [], ranges: rangesOf() };
  const read = (document: string): WeakRef<object> => {
    const source = encoder.encode(document);
    parser.parse(mapping, source, into);
    return new WeakRef(source.buffer);
  };
  for (const document of ['{"text":"a b"}', '{"text":7}', '{"keyword":"a\\n"}']) {
    const held = read(document);
    parser.release();
    into.values.length = 0;
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    expect(held.deref(), document).toBeUndefined();
  }
});

const texts = [
  '',
  'a',
  'abcdefg',
  'x y z',
  '1.2.3.4',
  '::1',
  '255.1.1.1',
  '2024-01-02',
  'true',
  '12',
  'äö😀',
  '\\n\\"',
];
const odd = ['\\u0041', '\\ud83d\\ude00', '\\ud83d', '\\u0000', 'a\\/b', '\\t\\b\\f\\r', '\u007f', '"', '\\'];

function randomValue(random: SeededRandom, depth: number): string {
  const choice = random.below(12);
  if (choice < 5) return `"${random.pick(random.below(8) === 0 ? odd : texts)}"`;
  if (choice < 8) {
    return random.pick([
      '0',
      '-0',
      '1',
      '-17',
      '3.25',
      '1e2',
      '1.50',
      '255',
      '1e400',
      '123456789012345',
      '1234567890123456',
      '0.1',
    ]);
  }
  if (choice === 8) return random.pick(['true', 'false', 'null', 'null']);
  if (choice === 9 && depth < 3) {
    const count = random.below(4);
    return `[${Array.from({ length: count }, () => randomValue(random, depth + 1)).join(',')}]`;
  }
  if (choice === 10 && depth < 3) return `{"a":${randomValue(random, depth + 1)}}`;
  return `"${random.pick(texts)}"`;
}

function randomDocument(random: SeededRandom): Uint8Array {
  const names = Object.keys(properties);
  const blank = (): string => (random.below(6) === 0 ? random.pick([' ', '\n', '\t ', '\u00a0']) : '');
  const members = Array.from({ length: random.below(6) }, () => {
    const name = JSON.stringify(random.pick(names));
    return `${blank()}${name}${blank()}:${blank()}${randomValue(random, 0)}${blank()}`;
  });
  const bytes = encoder.encode(`${blank()}{${members.join(',')}}${blank()}`);
  if (random.below(4) === 0) bytes[random.below(bytes.length)] = random.below(256);
  return random.below(10) === 0 ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}

const seed = Number(process.env.SEXTANT_SEED ?? Date.now() % 1_000_000);

test(`random documents are read as by the other ways, errors included (SEXTANT_SEED=${seed})`, () => {
  const random = new SeededRandom(seed);
  const strict = new Both();
  const dynamic = new Both({ properties });
  for (let i = 0; i < 4000; i++) {
    const document = randomDocument(random);
    strict.read(document);
    dynamic.read(document);
  }
});
