import type { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { DocumentParser } from '../document-parser.ts';
import type { ParsedDocument } from '../mapped-field.ts';
import { Mapping } from '../mapping.ts';

/** The values of a field within a completion. */
function within(document: string, type = 'keyword'): unknown[] {
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  const properties = { a: { type: 'completion', fields: { raw: { type } } } };
  new DocumentParser().parse(Mapping.create({ properties }, {}), new TextEncoder().encode(document), into);
  return into.values.slice(0, into.length).filter((_, at) => into.fields[at]!.name === 'a.raw');
}

// As OpenSearch 3.6 does.
test('fields within a completion have its texts as they are given', () => {
  const long = 'a'.repeat(60);
  expect(within(`{"a":"${long}"}`)).toEqual([long]);
  expect(within('{"a":["2020","abc",""]}')).toEqual(['2020', 'abc', '']);
  expect(within('{"a":[{"input":"x"},{"input":["y","20"],"weight":3}]}')).toEqual(['x', 'y', '20']);
  expect([within('{"a":null}'), within('{"a":[]}'), within('{"a":{"weight":1}}')]).toEqual([[], [], []]);
  expect(within('{"a":["2020","abc"]}', 'completion')).toHaveLength(1);
});

test.each([
  ['[null]', 'null', 'VALUE_NULL'],
  ['["x",null]', 'null', 'VALUE_NULL'],
  ['[{"input":"x"},null]', 'null', 'VALUE_NULL'],
  ['[["x"]]', 'null', 'START_ARRAY'],
  ['5', 'a', 'VALUE_NUMBER'],
])(
  'what a completion cannot have is told with the name that OpenSearch gives it: %s',
  (value, name, token) => {
    const reason = `failed to parse [${name}]: expected text or object, but got ${token}`;
    let told: unknown;
    try {
      within(`{"a":${value}}`);
    } catch (error) {
      told = (error as ApiError).error;
    }
    expect(told).toMatchObject({ type: 'mapper_parsing_exception', causedBy: { reason } });
  },
);
