import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { DocumentParser } from '../document-parser.ts';
import type { ParsedDocument } from '../mapped-field.ts';
import { Mapping } from '../mapping.ts';

/** The values of a field within one of ranges, or what is wrong. */
function within(value: string, inner: object, type = 'integer_range'): unknown {
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  const mapping = Mapping.create({ properties: { a: { type, fields: { k: inner } } } }, {});
  try {
    new DocumentParser().parse(mapping, new TextEncoder().encode(`{"a":${value}}`), into);
  } catch (error) {
    return (error as ApiError).error.reason.replace(/ in document.*/s, '');
  }
  return into.values.slice(0, into.length).filter((_, at) => into.fields[at]!.name === 'a.k');
}

// As OpenSearch 3.6 answers.
test('a range is no value of a field within it; null, and an address with its bits, are', () => {
  const refused = (type: string) => `failed to parse field [a.k] of type [${type}]`;
  for (const type of ['keyword', 'text', 'search_as_you_type', 'wildcard', 'long', 'date', 'integer_range']) {
    expect(within('{"gte":1}', { type })).toBe(refused(type));
  }
  expect(within('[{"gte":1},{"lte":2}]', { type: 'keyword' })).toBe(refused('keyword'));
  expect(within('{"gte":"10.0.0.1"}', { type: 'keyword' }, 'ip_range')).toBe(refused('keyword'));
  expect(within('"10.0.0.0/8"', { type: 'keyword' }, 'ip_range')).toEqual(['10.0.0.0/8']);
  expect(within('{"gte":1}', { type: 'long', ignore_malformed: true })).toEqual([]);
  expect(within('null', { type: 'keyword', null_value: 'none' })).toEqual(['none']);
  expect(within('null', { type: 'long', null_value: 7 })).toEqual([7]);
  expect(within('[null]', { type: 'keyword', null_value: 'none' })).toEqual(['none']);
  expect(within('[]', { type: 'keyword', null_value: 'none' })).toEqual([]);
  expect(within('"x"', { type: 'keyword' })).toBe('failed to parse field [a] of type [integer_range]');
});
