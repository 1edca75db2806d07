import { expect, test } from 'vitest';
import { CollectedFields } from './collected-fields.ts';
import { DocumentParser } from './document-parser.ts';
import { withNewMappers } from './dynamic-fields.ts';
import type { ParsedDocument } from './mapped-field.ts';
import { Mapping } from './mapping.ts';
import { limitsOf } from './mapping-limits.ts';

const SETTINGS = {
  'index.mapping.total_fields.limit': '3000',
  'index.mapping.field_name_length.limit': '30',
};

function largeMapping(): Mapping {
  const properties: Record<string, unknown> = {
    inner: { properties: { deep: { properties: { a: { type: 'long' } } } } },
    many: { type: 'nested', properties: { a: { type: 'long' } } },
    flat: { disable_objects: true, properties: { 'a.b': { type: 'long' } } },
    other: { type: 'alias', path: 'f0' },
  };
  for (let i = 0; i < 1500; i++) properties[`f${i}`] = { type: 'keyword' };
  return Mapping.create({ properties }, SETTINGS);
}

function grownBy(mapping: Mapping, documents: readonly unknown[]): Mapping {
  const parser = new DocumentParser();
  const parsed: ParsedDocument = { length: 0, fields: [], values: [] };
  const bytes = (document: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(document));
  return documents.reduce<Mapping>((before, each) => parser.parse(before, bytes(each), parsed), mapping);
}

const shapeOf = (mapping: Mapping) => ({
  json: mapping.toJson(),
  fields: [...mapping.mappers()].map(({ path }) => path).sort(),
  objects: ['inner', 'inner.deep', 'made', 'made.deep', 'many', 'many.made', 'flat'].map((path) => ({
    path: mapping.object(path)?.path,
    children: [...(mapping.object(path)?.children.keys() ?? [])].sort(),
    nested: mapping.nestedPathOf(`${path}.x`),
  })),
});

test('a mapping that documents have extended, each by little, is the one that is read anew', () => {
  const before = largeMapping();
  const shape = shapeOf(before);
  const documents: unknown[] = [];
  for (let i = 0; i < 120; i++) {
    documents.push({ [`n${i}`]: 'some text' }, { inner: { [`n${i}`]: 1, deep: { [`n${i}`]: true } } });
    documents.push({ made: { deep: { [`n${i}`]: 1.5 } } }, { many: [{ made: { [`n${i}`]: 1 } }] });
    documents.push({ flat: { a: { [`n${i}`]: 1 } } });
  }
  const grown = grownBy(before, documents);
  expect(shapeOf(grown)).toEqual(shapeOf(Mapping.create(grown.toJson(), SETTINGS)));
  expect(grown.field('n7.keyword')?.type).toBe('keyword');
  expect(grown.field('other')?.name).toBe('f0');
  expect(shapeOf(before)).toEqual(shape);
});

test('what documents bring in one after the other keeps to the limits of the mapping', () => {
  const mapping = largeMapping();
  const room = 3000 - [...mapping.mappers()].length - 4;
  const one = (i: number) => ({ [`n${i}`]: 1 });
  const full = grownBy(
    mapping,
    Array.from({ length: room }, (_, i) => one(i)),
  );
  expect(() => grownBy(full, [one(room)])).toThrow('Limit of total fields [3000] has been exceeded');
  expect(() => grownBy(mapping, [{ inner: { ['x'.repeat(31)]: 1 } }])).toThrow('Field name');
  const deep = Array.from({ length: 21 }).reduce<unknown>((inner) => ({ o: inner }), 1);
  expect(() => grownBy(mapping, [deep])).toThrow();
});

test('an object that a document brings in is kept beside those that there are, which are not copied', () => {
  const children = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, { type: 'object' }]));
  const names = Array.from({ length: 1500 }, (_, i) => `o${i}`);
  const { root } = Mapping.create({ properties: children(names) }, SETTINGS);
  const limits = limitsOf(SETTINGS);
  const before = CollectedFields.of(root, limits);
  const child = Mapping.create({ properties: children(['made']) }, SETTINGS).root.children.get('made')!;
  const added = new Map([['', new Map([['made', child]])]]);
  const { objects } = before.with(withNewMappers(root, added), added, limits);
  expect(objects.size).toBe(1501);
  const own = Object.getOwnPropertyDescriptor(Map.prototype, 'size')!.get!.call(objects) as number;
  expect(own).toBe(1);
});
