import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { DocumentParser } from './document-parser.ts';
import type { ParsedDocument } from './mapped-field.ts';
import { Mapping } from './mapping.ts';
import { sourcePath } from './source-path.ts';

const flat = Mapping.make({ disable_objects: true }, {});

function emptyDocument(): ParsedDocument {
  return { fields: [], values: [], length: 0 };
}

function read(mapping: Mapping, document: unknown): { mapping: Mapping; values: [string, unknown][] } {
  const into = emptyDocument();
  const after = new DocumentParser().parse(mapping, Buffer.from(JSON.stringify(document)), into);
  return {
    mapping: after,
    values: into.values.slice(0, into.length).map((value, i) => [into.fields[i]!.name, value]),
  };
}

function names(mapping: Mapping): string[] {
  return [...mapping.fields()].map(({ name }) => name).sort();
}

function reason(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.error.reason ?? '';
    throw error;
  }
  return 'nothing';
}

test('keys of objects within an object without objects are joined to names of fields', () => {
  const { mapping, values } = read(flat, { a: { b: { c: 1 }, 'd.e': [2, 3] }, f: [{ g: 4 }, 5] });
  expect(names(mapping)).toEqual(['a.b.c', 'a.d.e', 'f', 'f.g']);
  expect(values).toEqual([
    ['a.b.c', 1],
    ['a.d.e', 2],
    ['a.d.e', 3],
    ['f.g', 4],
    ['f', 5],
  ]);
  expect(mapping.isObject('a')).toBe(false);
});

test('a field may be called as another one and a dot, in whatever order documents say so', () => {
  const first = read(flat, { a: { b: 1 } });
  const second = read(first.mapping, { a: 2, 'a.b': 3 });
  expect(read(second.mapping, { a: { b: 4 } }).values).toEqual([['a.b', 4]]);
  expect(sourcePath('a.b', second.mapping)).toBe('a.b');
});

test('a dotted key that leads into an object without objects is a name there', () => {
  const mapping = Mapping.make({ properties: { o: { disable_objects: true, properties: {} } } }, {});
  const after = read(mapping, { 'o.p.q': 1, x: { y: 1 } }).mapping;
  expect(after.toJson()).toEqual({
    properties: {
      o: { disable_objects: true, properties: { 'p.q': { type: 'long' } } },
      x: { properties: { y: { type: 'long' } } },
    },
  });
});

test('a field that takes whole objects is given them', () => {
  const mapping = Mapping.make({ disable_objects: true, properties: { at: { type: 'geo_point' } } }, {});
  expect(read(mapping, { at: { lat: 1, lon: 2 } }).values).toHaveLength(1);
});

test('values that are null, and objects without members, bring in no fields', () => {
  expect(names(read(flat, { a: { b: null }, c: null, d: {}, e: [] }).mapping)).toEqual([]);
});

test('objects are refused in an object without objects, also by a later definition', () => {
  const refused =
    /^.*Field mapping conflict: Cannot add nested object field \[o\] when disable_objects is enabled/;
  expect(
    reason(() => Mapping.make({ disable_objects: true, properties: { o: { type: 'nested' } } }, {})),
  ).toMatch(refused);
  expect(reason(() => flat.merge({ properties: { 'o.p': { type: 'long' } } }))).toMatch(refused);
});

test('disable_objects stays as it is', () => {
  const change = /Cannot update parameter \[disable_objects\] from \[(true|false)\] to \[(true|false)\]/;
  expect(reason(() => flat.merge({ disable_objects: false }))).toMatch(change);
  expect(reason(() => Mapping.make({}, {}).merge({ disable_objects: true }))).toMatch(change);
  const merged = flat.merge({ disable_objects: true, properties: { 'a.b': { type: 'long' } } });
  expect(merged.toJson()).toEqual({ disable_objects: true, properties: { 'a.b': { type: 'long' } } });
});

test('names that are none, and objects nested without end, are refused', () => {
  expect(reason(() => read(flat, { 'a..b': 1 }))).toContain('makes object resolution ambiguous: [a..b]');
  expect(reason(() => read(flat, { a: { ' ': 1 } }))).toContain("only whitespace: ['a. ']");
  const deep = Buffer.from(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  expect(reason(() => new DocumentParser().parse(flat, deep, emptyDocument()))).not.toBe('nothing');
});

test('names that are joined without measure are refused, and those of a list of many values are not', () => {
  const mapping = Mapping.make({ disable_objects: true, dynamic: 'false' }, {});
  const values = Array.from({ length: 200_000 }, (_, i) => ({ some: { name: i } }));
  expect(reason(() => read(mapping, { of: { a: { usual: { length: values } } } }))).toBe('nothing');
  let deep: object = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [i, 1]));
  for (let i = 0; i < 500; i++) deep = { ['x'.repeat(1000)]: deep };
  expect(reason(() => read(mapping, deep))).toContain('too many long names');
});

test('a name of blanks alone is one in the root of a mapping without objects, and in no path', () => {
  expect(names(read(flat, { ' ': 1, '\t': 2 }).mapping)).toEqual(['\t', ' ']);
  for (const document of [{ ' ': { z: 1 } }, { 'a. ': 1 }, { a: { ' ': 1 } }]) {
    expect(reason(() => read(flat, document))).toContain('object field cannot contain only whitespace');
  }
});
