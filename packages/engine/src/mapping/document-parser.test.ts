import type { ApiError } from '@sextant/contract';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { DocumentParser } from './document-parser.ts';
import { ExactParser } from './exact-json.ts';
import type { ParsedDocument } from './mapped-field.ts';
import { Mapping } from './mapping.ts';
import { MappingParser } from './mapping-parser.ts';

function parsed(properties: Record<string, unknown>, document: string): (readonly [string, unknown])[] {
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  new DocumentParser().parse(
    Mapping.create({ properties }, {}),
    new TextEncoder().encode(document),
    into,
    '1',
  );
  return into.fields.slice(0, into.length).map((field, at) => [field.name, into.values[at]]);
}

test('arrays are unrolled and nulls left out, in the order of the document', () => {
  const fields = { a: { type: 'long' }, b: { type: 'keyword' } };
  expect(parsed(fields, '{"b":["x",null,["y"]],"a":[1,"2",3.9]}')).toEqual([
    ['b', 'x'],
    ['b', 'y'],
    ['a', 1],
    ['a', 2],
    ['a', 3],
  ]);
});

test('nothing is copied to a metadata field', () => {
  const copied = { a: { type: 'text', copy_to: '_id' } };
  expect(() => parsed(copied, '{"a":"x"}')).toThrow('failed to parse field [_id] of type [_id]');
});

// As OpenSearch 3.6 answers.
test('a key that is a metadata field but for dots at its end makes no field', () => {
  expect(() => parsed({}, '{"_id.":1}')).toThrow(
    'Failed to parse mapping [_doc]: Field [_id] is defined more than once',
  );
  expect(() => parsed({ s: { type: 'completion' } }, '{"_routing..":"x"}')).toThrow(
    'Failed to parse mapping',
  );
});

test('a value that was copied is copied no further, whatever a template makes of the field', () => {
  const template = { match: '*', mapping: { type: 'keyword', copy_to: ['all', 'other'] } };
  const mapping = Mapping.create({ dynamic_templates: [{ t: template }] }, {});
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  const made = new DocumentParser().parse(mapping, new TextEncoder().encode('{"a":"v"}'), into, '1');
  expect(into.fields.map(({ name }) => name)).toEqual(['a', 'all', 'other']);
  expect([...made.fields()].map(({ name }) => name)).toEqual(['a', 'all', 'other']);
});

function mappedBy(mapping: object, source: string): unknown {
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  const made = new DocumentParser().parse(
    Mapping.create(mapping as Record<string, unknown>, {}),
    new TextEncoder().encode(source),
    into,
    '1',
  );
  return made.toJson().properties;
}

test('a rule for fields of any kind may have parameters that objects do not know', () => {
  const t = { match_mapping_type: '*', mapping: { type: '{dynamic_type}', index: false } };
  const properties = { e: { type: 'text', index: false } };
  for (const source of ['{"d":{"e":"x"}}', '{"d.e":"x"}']) {
    expect(mappedBy({ dynamic_templates: [{ t }] }, source)).toEqual({ d: { properties } });
  }
});

test('an object of a name with dots that a rule makes a field is refused, and one that it makes nested', () => {
  const by = (mapping: object) => () =>
    mappedBy({ dynamic_templates: [{ t: { match: 'd*', mapping } }] }, '{"d.e":"x"}');
  expect(by({ type: 'keyword' })).toThrow(
    'Existing mapping for [d] must be of type object but found [keyword]',
  );
  expect(by({ type: 'nested' })).toThrow('It is forbidden to create dynamic nested objects ([d])');
});

test('null behind dots brings in no objects', () => {
  expect(mappedBy({}, '{"a.b":null,"c":{"d.e":null}}')).toEqual({ c: { type: 'object' } });
  const properties = { f: { type: 'long' } };
  expect(mappedBy({ properties }, '{"f.x":null}')).toEqual(properties);
  expect(mappedBy({ properties }, '{"_id.x":null}')).toEqual(properties);
});

test('null of a field that is not there is refused by an object that is strict by itself', () => {
  const properties = { o: { properties: { n: { type: 'long' } } }, n: { type: 'nested' } };
  for (const dynamic of ['strict', 'strict_allow_templates']) {
    const made = (source: string) => mappedBy({ dynamic, properties }, source);
    expect(() => made('{"a.b":null}')).toThrow('dynamic introduction of [a.b] within [_doc]');
    expect(() => made('{"o.b":null}')).toThrow('dynamic introduction of [o.b] within [_doc]');
    expect(() => made('{"a":null}')).toThrow('dynamic introduction of [a] within [_doc]');
    expect(() => made('{"n.x":null}')).toThrow('n.x');
    expect(made('{"o":{"b":null,"c.d":null},"o.n":null}')).toEqual(properties);
  }
});

test('a text of digits beyond a long is detected as a fraction', () => {
  const detected = (digits: string): unknown => mappedBy({ numeric_detection: true }, `{"n":"${digits}"}`);
  for (const digits of ['9223372036854775807', '-9223372036854775808', '+5']) {
    expect(detected(digits)).toEqual({ n: { type: 'long' } });
  }
  for (const digits of ['9223372036854775808', '-9223372036854775809']) {
    expect(detected(digits)).toEqual({ n: { type: 'float' } });
  }
  expect(() => detected('9'.repeat(400))).toThrow('failed to parse field [n] of type [float]');
});

test('multi-fields and copy_to take the same value', () => {
  const fields = {
    a: { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 3 } }, copy_to: ['all'] },
    all: { type: 'text' },
  };
  expect(parsed(fields, '{"a":"abcd"}')).toEqual([
    ['a', 'abcd'],
    ['all', 'abcd'],
  ]);
  expect(parsed(fields, '{"a":"abc"}')).toEqual([
    ['a', 'abc'],
    ['a.raw', 'abc'],
    ['all', 'abc'],
  ]);
});

test('keywords keep the text that a number has in the document', () => {
  const fields = { k: { type: 'keyword' } };
  expect(parsed(fields, '{"k":[1.50,1e3,12345678901234567890,7,true]}').map(([, value]) => value)).toEqual([
    '1.50',
    '1e3',
    '12345678901234567890',
    '7',
    'true',
  ]);
});

test('every type has its stored form', () => {
  const types = ['date', 'boolean', 'ip', 'float', 'half_float', 'double', 'byte'];
  const fields = Object.fromEntries(types.map((type) => [type, { type }]));
  const document =
    '{"date":["1970-01-02",2020,1577934245678],"boolean":["true",false,""],"ip":["1.2.3.4","::1"],"float":0.1,' +
    '"half_float":0.1,"double":"0.1","byte":"-7"}';
  const v4 = new Uint8Array([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 1, 2, 3, 4]);
  const v6 = new Uint8Array(16);
  v6[15] = 1;
  expect(parsed(fields, document).map(([, value]) => value)).toEqual([
    86_400_000,
    1_577_836_800_000,
    1_577_934_245_678,
    1,
    0,
    0,
    v4,
    v6,
    Math.fround(0.1),
    0.0999755859375,
    0.1,
    -7,
  ]);
});

test.each(['long', 'byte', 'unsigned_long', 'double', 'half_float', 'scaled_float'])(
  'null_value stands in for an empty text in a field of numbers: %s',
  (type) => {
    const more = type === 'scaled_float' ? { scaling_factor: 10 } : {};
    const properties = {
      a: { type, null_value: 5, ...more },
      b: { type, ...more },
      c: { type, null_value: 5, coerce: false, ...more },
    };
    const kept = parsed(properties, '{"a":5}');
    expect(parsed(properties, '{"a":"","b":""}')).toEqual(kept);
    expect(parsed(properties, '{"a":null,"b":null}')).toEqual(kept);
    expect(() => parsed(properties, '{"c":""}')).toThrow('failed to parse');
  },
);

test('null_value stands in for null, normalizers change keywords, unused fields are not stored', () => {
  const fields = {
    a: { type: 'keyword', null_value: 'none' },
    b: { type: 'keyword', normalizer: 'lowercase' },
    c: { type: 'long', index: false, doc_values: false },
  };
  expect(parsed(fields, '{"a":[null,"x"],"b":"ÀB","c":5}')).toEqual([
    ['a', 'none'],
    ['a', 'x'],
    ['b', 'àb'],
  ]);
});

test('a broken document leaves the parser fit for the next one', () => {
  const mapping = Mapping.create({ properties: { n: { type: 'long' } } }, {});
  const parser = new DocumentParser();
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  expect(() => parser.parse(mapping, bytes('{"new":"x","n":[1,"x"]}'), into, '1')).toThrow(
    'failed to parse field [n]',
  );
  expect(parser.parse(mapping, bytes('{"n":7}'), into, '2')).toBe(mapping);
  expect(into.values.slice(0, into.length)).toEqual([7]);
});

test('deep arrays are refused, not followed without end', () => {
  const document = `{"a":${'['.repeat(900)}1${']'.repeat(900)}}`;
  expect(() => parsed({ a: { type: 'long' } }, document)).toThrow('failed to parse');
});

test('a document nested without end is refused', () => {
  const document = `{"x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  expect(() => parsed({ a: { type: 'long' } }, document)).toThrow('failed to parse');
});

test('bytes that are no UTF-8 are refused', () => {
  const mapping = Mapping.create({}, {});
  const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  expect(() => new DocumentParser().parse(mapping, bytes, into)).toThrow('failed to parse');
});

test('equal keys are refused, also in pretty JSON and beside strings that look like keys', () => {
  const fields = { a: { type: 'keyword' }, b: { type: 'keyword' } };
  expect(() => parsed(fields, '{"a":"x","a":"y"}')).toThrow('failed to parse');
  expect(() => parsed(fields, '{ "a" : "x",\n "a" : "y" }')).toThrow('failed to parse');
  expect(parsed(fields, '{"a":"\\"b\\":c","b":"d\\":"}')).toEqual([
    ['a', '"b":c'],
    ['b', 'd":'],
  ]);
});

test('any JSON document gives the same fields again through the mapping it made', () => {
  const value = fc.letrec((tie) => ({
    node: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.boolean(), fc.string(), tie('object')),
    object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('node'), { maxKeys: 3 }),
  })).object;
  const parser = new DocumentParser();
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  fc.assert(
    fc.property(value, (document) => {
      const bytes = new TextEncoder().encode(JSON.stringify(document));
      const mapping = parser.parse(Mapping.create({}, {}), bytes, into, '1');
      const first = into.fields
        .slice(0, into.length)
        .map((field, at) => [field.name, field.type, into.values[at]]);
      expect(parser.parse(mapping, bytes, into, '1')).toBe(mapping);
      const again = into.fields
        .slice(0, into.length)
        .map((field, at) => [field.name, field.type, into.values[at]]);
      expect(again).toEqual(first);
    }),
  );
});

test('a document with more new fields than a mapping may have is not taken apart to its end', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `"f${i}":${i}`).join();
  const fields = { n: { type: 'long' } };
  expect(() => parsed(fields, `{${names(1000)},"n":"x"}`)).toThrow('failed to parse field [n]');
  expect(() => parsed(fields, `{${names(1001)},"n":"x"}`)).toThrow('Limit of total fields [1000]');
  expect(() => parsed(fields, `{"o":[{${names(500)}},{${names(500)}}],"n":"x"}`)).toThrow('[n]');
  expect(() => parsed(fields, `{${names(500_000)}}`)).toThrow('Limit of total fields [1000]');
});

test('a document that is over a limit is refused without being read again', () => {
  const read = vi.spyOn(ExactParser.prototype, 'parse');
  const names = Array.from({ length: 1001 }, (_, i) => `"f${i}":${i}`).join();
  expect(() => parsed({}, `{${names},"f1":1}`)).toThrow('Limit of total fields [1000]');
  expect(() => parsed({}, `${'{"a":'.repeat(30)}1${'}'.repeat(30)}`)).toThrow('failed to parse');
  expect(() => parsed({}, `{"a":${'['.repeat(30)}1${']'.repeat(30)}}`)).toThrow('failed to parse');
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});

test('a name with very many dots ends at the first object that lies too deep', () => {
  const deepest = `${'a.'.repeat(19)}a`;
  for (const dots of [20, 5_000, 8_000]) {
    expect(() => parsed({}, `{"${'a.'.repeat(dots)}a":1}`)).toThrow(
      `Limit of mapping depth [20] has been exceeded due to object field [${deepest}]`,
    );
  }
  expect(parsed({}, `{"${'a.'.repeat(19)}a":1}`)).toEqual([[deepest, 1]]);
});

test('many values of a new field make few mappers, however many they are', () => {
  const made = vi.spyOn(MappingParser.prototype, 'mapper');
  const cases: readonly (readonly [string, number])[] = [
    ['[1,2,3,[4,5]]', 2],
    ['["x","y","z"]', 2],
    ['[{"b":1},{"b":2},{"c":3},{"b":4}]', 4],
    ['["2020-01-01","2021-01-01","2022-01-01"]', 2],
  ];
  for (const [values, mappers] of cases) {
    made.mockClear();
    parsed({}, `{"a":${values}}`);
    const top = made.mock.calls.filter(([, path]) => !/keyword$/.test(path));
    expect(top, values).toHaveLength(mappers);
  }
  made.mockClear();
  const mixed = '["x",1,"y",2,1.5,2.5,"2020-01-01","2021-01-01"]';
  expect(() => parsed({}, `{"b":1,"a":${mixed}}`)).toThrow('cannot be changed from type');
  expect(made.mock.calls.filter(([, path]) => path === 'a')).toHaveLength(10);
  made.mockRestore();
});

function failure(document: string): unknown {
  try {
    return parsed({}, document);
  } catch (error) {
    return (error as ApiError).error;
  }
}

test('a document says for how many it stands', () => {
  expect(parsed({}, '{"_doc_count":7}')).toEqual([['_doc_count', 7]]);
  expect(parsed({}, '{"_doc_count":[[3.0]]}')).toEqual([['_doc_count', 3]]);
  expect(parsed({}, '{"_doc_count":[]}')).toEqual([]);
  expect(
    parsed({ o: { properties: { _doc_count: { type: 'keyword' } } } }, '{"o":{"_doc_count":7}}'),
  ).toEqual([['o._doc_count', '7']]);
});

test.each([
  ['0', 'Field [_doc_count] must be a positive integer.'],
  ['-3', 'Field [_doc_count] must be a positive integer.'],
  ['1.50', '1.5 cannot be converted to Long without data loss'],
])('a document cannot stand for %s', (count, reason) => {
  const what = `failed to parse field [_doc_count] of type [_doc_count] in document with id '1'.`;
  expect(failure(`{"_doc_count":${count}}`)).toMatchObject({
    reason: `${what} Preview of field's value: '${Number(count)}'`,
    causedBy: { type: 'illegal_argument_exception', reason },
  });
});

test.each([
  ['"7"', 'VALUE_STRING', 1, 15],
  ['null', 'VALUE_NULL', 1, 15],
  ['[1,\n true]', 'VALUE_BOOLEAN', 2, 2],
  ['{"a":1}', 'START_OBJECT', 1, 15],
])('a document cannot stand for %s, and is told where', (count, token, line, col) => {
  const reason = `Failed to parse object: expecting token of type [VALUE_NUMBER] but found [${token}]`;
  expect(failure(`{"_doc_count":${count}}`)).toMatchObject({
    causedBy: { type: 'parsing_exception', reason, details: { line, col } },
    rootCause: [{ type: 'parsing_exception', reason, details: { line, col } }],
  });
});

test('a document stands for one number of documents', () => {
  expect(failure('{"_doc_count":[3,4]}')).toMatchObject({
    reason:
      'DocValuesField "_doc_count" appears more than once in this document (only one value is allowed per field)',
  });
});

test('a key with dots leads into no field that the engine keeps', () => {
  for (const name of ['_source', '_id', '_doc_count']) {
    expect(failure(`{"${name}.x":1}`)).toMatchObject({
      reason: `Could not dynamically add mapping for field [${name}.x]. Existing mapping for [${name}] must be of type object but found [${name}].`,
    });
  }
});

test('a name that is too long to be told apart quickly is refused', () => {
  const name = (length: number): string => `{"a":"${'x'.repeat(20_000)}","o":{"${'n'.repeat(length)}":1}}`;
  expect(failure(name(16_384))).toMatchObject({
    reason: 'failed to parse',
    causedBy: { type: 'stream_constraints_exception' },
  });
  const fields = { a: { type: 'text' }, o: { type: 'object', enabled: false } };
  expect(parsed(fields, name(16_383))).toHaveLength(1);
});

test('a name of white space is one of a field of the whole document alone', () => {
  expect(mappedBy({}, '{"o":{"\u00a0":1}}')).toEqual({ o: { properties: { '\u00a0': { type: 'long' } } } });
  expect(mappedBy({}, '{" ":1}')).toEqual({ ' ': { type: 'long' } });
  for (const source of ['{"o":{" ":1}}', '{"o.p":{" ":1}}', '{" ":{"n":1}}']) {
    expect(() => mappedBy({}, source)).toThrow('object field cannot contain only whitespace');
  }
});
