import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { DocumentParser } from './document-parser.ts';
import type { ParsedDocument } from './mapped-field.ts';
import { Mapping } from './mapping.ts';

const text = { type: 'text' };
const object = { properties: { x: text } };
const multi = { type: 'text', fields: { k: { type: 'keyword' } } };

/* The answers are those of OpenSearch 3.6.0. */
test.each([
  [{ a: { ...text, copy_to: 'o' }, o: object }, 'Cannot copy to field [o] since it is mapped as an object'],
  [{ a: { ...text, copy_to: 'b.k' }, b: multi }, '[copy_to] may not be used to copy to a multi-field: [b.k]'],
  [{ a: { ...text, copy_to: 'b.c' }, b: text }, '[copy_to] may not be used to copy to a multi-field: [b.c]'],
  [{ a: { ...text, copy_to: '_id.x' } }, '[copy_to] may not be used to copy to a multi-field: [_id.x]'],
  [
    { a: { ...text, copy_to: 'n' }, n: { type: 'nested', ...object } },
    'Cannot copy to field [n] since it is mapped as an object',
  ],
  [
    { b: { ...text, fields: { k: { type: 'keyword', copy_to: 'a' } } } },
    '[copy_to] may not be used to copy from a multi-field: [b.k]',
  ],
])('no mapping is made with %j', (properties, reason) => {
  expect(() => Mapping.make({ properties }, {})).toThrow(reason);
  expect(() => Mapping.make({}, {}).merge({ properties })).toThrow(reason);
});

test('an index that was made with such a copy opens, and may get other fields', () => {
  const stored = Mapping.create({ properties: { a: { ...text, copy_to: 'o' }, o: object } }, {});
  expect(stored.merge({ properties: { b: text } }).field('b')?.type).toBe('text');
});

test('values may be copied to the field itself, into an object and to what is not mapped yet', () => {
  const properties = { a: { ...text, copy_to: ['a', 'o.x', 'later'] }, o: object };
  expect(() => Mapping.make({ properties }, {})).not.toThrow();
});

test('null among what a field is copied to names none, and is refused', () => {
  const properties = { a: { ...text, copy_to: ['b', null] } };
  expect(() => Mapping.make({ properties }, {})).toThrow(
    '[copy_to] on field [a] must not have a [null] value',
  );
});

// As OpenSearch 3.6 answers.
test.each([
  ['{"all":{"x":1}}', 'Cannot copy to field [all] since it is mapped as an object'],
  ['{"deep":{"er":{"x":1}}}', 'Cannot copy to field [deep.er] since it is mapped as an object'],
  ['{"f":"text"}', '[copy_to] may not be used to copy to a multi-field: [f.k]'],
  ['{"m":"text"}', '[copy_to] may not be used to copy to a multi-field: [m.keyword.x]'],
])('a document that keeps values from being copied is refused: %s', (document, reason) => {
  const copied = { a: { ...text, copy_to: ['all', 'deep.er', 'f.k', 'm.keyword.x'] } };
  const parsed = { length: 0, fields: [], values: [] };
  const parse = (mapping: Mapping, json: string): Mapping =>
    new DocumentParser().parse(mapping, new TextEncoder().encode(json), parsed);
  for (const more of [{}, { s: { type: 'completion' } }]) {
    const mapping = Mapping.make({ properties: { ...copied, ...more } }, {});
    expect(() => parse(mapping, document)).toThrow(reason);
    expect(() => parse(parse(mapping, '{"z":1}'), document)).toThrow(reason);
  }
  const stored = Mapping.create({ properties: { ...copied, all: object } }, {});
  expect(parse(stored, '{"all":{"x":1},"z":1}').field('z')?.type).toBe('long');
});

function parsed(properties: object, document: string, more: object = {}): (readonly [string, unknown])[] {
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  const mapping = Mapping.create({ ...more, properties }, {});
  new DocumentParser().parse(mapping, new TextEncoder().encode(document), into);
  return into.fields.slice(0, into.length).map((field, at) => [field.name, into.values[at]]);
}

test('values that are copied to a field reach its multi-fields, also where the field came with an earlier document', () => {
  const all = { type: 'text', fields: { raw: { type: 'keyword' } } };
  const fields = { a: { type: 'text', copy_to: ['all'] }, all };
  expect(parsed(fields, '{"a":["b","c"]}')).toEqual([
    ['a', 'b'],
    ['all', 'b'],
    ['all.raw', 'b'],
    ['a', 'c'],
    ['all', 'c'],
    ['all.raw', 'c'],
  ]);
});

test('several points are copied to a field of points, and refused by one of words', () => {
  const copied = (type: string): unknown => {
    const fields = { a: { type: 'geo_point', copy_to: 'all' }, all: { type } };
    return parsed(fields, '{"a":["1,2","3,4"]}').filter(([name]) => name === 'all').length;
  };
  expect(copied('geo_point')).toBe(2);
  expect(() => copied('keyword')).toThrow('failed to parse field [all] of type [keyword]');
});

test('null is copied: a field that it is copied to has its own value in the place of null', () => {
  const all = { type: 'keyword', null_value: 'none', fields: { raw: { type: 'keyword', null_value: 'no' } } };
  const fields = { a: { type: 'keyword', null_value: 'x', copy_to: ['all', 'later', 'o.later'] }, all };
  expect(parsed(fields, '{"a":null}', { dynamic: false })).toEqual([
    ['a', 'x'],
    ['all', 'none'],
    ['all.raw', 'no'],
  ]);
  expect(() => parsed(fields, '{"a":null}', { dynamic: 'strict' })).toThrow(
    'mapping set to strict, dynamic introduction of [later] within [_doc] is not allowed',
  );
});

// As OpenSearch 3.6 answers.
test('null is copied to fields, and to names for which a template makes one of texts; elsewhere it is refused', () => {
  const into = { length: 0, fields: [], values: [] };
  const parse = (dynamic: unknown, copyTo: string, json = '{"a":null}'): string => {
    const templates = [
      { l: { match: 'l*', match_mapping_type: 'long', mapping: { type: 'long' } } },
      { t: { match: 't*', match_mapping_type: 'string', mapping: { type: 'keyword', null_value: 'z' } } },
    ];
    const properties = {
      a: { type: 'keyword', copy_to: copyTo },
      known: { type: 'keyword' },
      alias: { type: 'alias', path: 'known' },
      o: { properties: { x: text } },
      strict: { dynamic: 'strict', properties: { x: text } },
      loose: { dynamic: false, properties: { x: text } },
    };
    const mapping = Mapping.make({ dynamic, dynamic_templates: templates, properties }, {});
    try {
      const source = new TextEncoder().encode(json);
      const parsed = new DocumentParser().parse(mapping, source, into, '', null);
      return parsed === mapping ? 'taken' : `taken with ${copyTo}`;
    } catch (error) {
      const { reason, causedBy } = (error as ApiError).error;
      return causedBy?.reason ?? reason ?? '';
    }
  };
  const unreadable = (name: string) =>
    `Can't handle serializing a dynamic type with content token [VALUE_NULL] and field name [${name}]`;
  const strict = (name: string, where = '_doc', dynamic = 'strict') =>
    `mapping set to ${dynamic}, dynamic introduction of [${name}] within [${where}] is not allowed`;
  expect(parse(true, 'known')).toBe('taken');
  expect(parse(true, 'b')).toBe(unreadable('b'));
  expect(parse(true, 'b', '{"a":["x",null]}')).toBe(unreadable('b'));
  expect(parse(true, 'b', '{"b":"x","a":null}')).toBe(unreadable('b'));
  expect(parse(true, 'b', '{"a":[]}')).toBe('taken');
  expect(parse(true, 'o.b')).toBe(unreadable('b'));
  expect(parse(true, 'p.q')).toBe(unreadable('q'));
  expect(parse(true, 'l')).toBe(unreadable('l'));
  expect(parse(true, 't')).toBe('taken with t');
  expect(parse(true, 'p.t')).toBe('taken with p.t');
  expect(parse(true, 'alias')).toBe('Cannot copy to a field alias [alias].');
  expect(parse(true, 'alias', '{"a":"x"}')).toBe('Cannot copy to a field alias [alias].');
  expect(parse(true, 'strict.b')).toBe(strict('b', 'strict'));
  expect(parse(true, 'loose.b')).toBe('taken');
  expect(parse(false, 'b')).toBe('taken');
  expect(parse('strict', 'o.b')).toBe(strict('b', 'o'));
  expect(parse('strict_allow_templates', 't')).toBe('taken with t');
  expect(parse('strict_allow_templates', 'b')).toBe(strict('b', '_doc', 'strict_allow_templates'));
  expect(parse('false_allow_templates', 'b')).toBe(unreadable('b'));
});

test.each(['{"alias":null}', '{"alias":[null]}', '{"alias":"x"}'])('an alias takes no value: %s', (json) => {
  const mapping = Mapping.make({ properties: { k: text, alias: { type: 'alias', path: 'k' } } }, {});
  const into = { length: 0, fields: [], values: [] };
  const parse = () => new DocumentParser().parse(mapping, new TextEncoder().encode(json), into);
  expect(parse).toThrow('failed to parse');
});
