import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { Mapping } from './mapping.ts';

const stored = { type: 'text', store: true };

function kept(mappings: object, document: unknown): unknown {
  return Mapping.make(mappings as Record<string, unknown>, {}).kept?.of(document) ?? null;
}

test('nothing is kept of fields that the source has, nor of those that are not stored', () => {
  const properties = { a: stored, b: { type: 'text' } };
  expect(Mapping.make({ properties }, {}).kept).toBeNull();
  expect(Mapping.make({ _source: { excludes: ['b'] }, properties }, {}).kept).toBeNull();
  expect(Mapping.make({ _source: { includes: ['a*'] }, properties }, {}).kept).toBeNull();
});

test.each([
  ['a source that is off', { enabled: false }],
  ['a pattern of the field', { excludes: ['o.*'] }],
  ['a pattern of the object around it', { excludes: ['o'] }],
  ['patterns that name others', { includes: ['x', 'o.other'] }],
])('values are kept that the source leaves out by %s', (_, _source) => {
  const mappings = { _source, properties: { o: { properties: { p: stored, q: { type: 'long' } } } } };
  const document = { o: { p: 'text', q: 1 }, 'o.p': ['dotted'], x: 1 };
  expect(kept(mappings, document)).toEqual({ o: { p: 'text' }, 'o.p': ['dotted'] });
  expect(kept(mappings, { x: 1, o: { q: 2 } })).toBeNull();
});

test('a multi-field that is stored keeps the value of its field', () => {
  const properties = { t: { type: 'text', fields: { raw: { type: 'keyword', store: true } } } };
  expect(kept({ _source: { enabled: false }, properties }, { t: 'x', u: 'y' })).toEqual({ t: 'x' });
});

test('objects in lists keep their places', () => {
  const properties = { n: { type: 'nested', properties: { x: stored } } };
  const document = { n: [{ x: 'one' }, { y: 2 }, null, { x: ['two', 'three'] }] };
  expect(kept({ _source: { enabled: false }, properties }, document)).toEqual({
    n: [{ x: 'one' }, {}, null, { x: ['two', 'three'] }],
  });
});

test('what is copied to a stored field is kept in the order of the document, with its own values', () => {
  const properties = {
    a: { type: 'text', copy_to: ['all', 'o.too'] },
    all: stored,
    o: { properties: { too: stored } },
  };
  expect(kept({ properties }, { a: ['1', '2'], all: '3' })).toEqual({
    all: ['1', '2', '3'],
    'o.too': ['1', '2'],
  });
});

test('a stored multi-field of what is copied to has the copies', () => {
  const properties = {
    a: { type: 'text', copy_to: 'all' },
    all: {
      type: 'text',
      fields: { raw: { type: 'keyword', store: true }, low: { type: 'keyword', store: true } },
    },
  };
  expect(kept({ properties }, { all: '1', a: '2' })).toEqual({ all: ['1', '2'] });
});

test('of a list of many objects each value is copied once', () => {
  const properties = { o: { properties: { a: { type: 'keyword', copy_to: 'all' } } }, all: stored };
  const count = 300_000;
  const { all } = kept({ properties }, { o: Array.from({ length: count }, () => ({ a: 'x' })) }) as {
    all: unknown[];
  };
  expect(all).toHaveLength(count);
});

test('a document that copies more than a text may have is refused', () => {
  const names = Array.from({ length: 300 }, (_, i) => `t${i}`);
  const targets = Object.fromEntries(names.map((name) => [name, stored]));
  const mappings = { properties: { a: { type: 'text', copy_to: names }, ...targets } };
  expect(kept(mappings, { a: 'x' })).toMatchObject({ t0: ['x'], t299: ['x'] });
  const long = 'x'.repeat(1 << 20);
  const asEscaped = '\u0001'.repeat(1 << 18);
  for (const a of [long, [[long]], asEscaped, [[1], [[long]]]])
    expect(() => kept(mappings, { a })).toThrow(ApiError);
});
