import { expect, test } from 'vitest';
import { type FieldRules, fieldView } from './field-view.ts';
import { Mapping } from './mapping.ts';

const source = (rules: Partial<FieldRules>, document: string): string => {
  const view = fieldView({ includes: [], excludes: [], ...rules });
  return new TextDecoder().decode(view.source(new TextEncoder().encode(document)));
};

test('a document keeps what is seen of it, numbers as they were written, and the places of objects in lists', () => {
  const document =
    '{"a":1.50,"b":{"c":12345678901234567890,"d":[1,{"e":2},[{"e":3,"f":4}]]},"b.d.e":5,"g":null,"__proto__":{"x":1}}';
  expect(source({ excludes: ['b.d.e'] }, document)).toBe(
    '{"a":1.50,"b":{"c":12345678901234567890,"d":[1,{},[{"f":4}]]},"g":null,"__proto__":{"x":1}}',
  );
  expect(source({ includes: ['b.d.e'] }, document)).toBe('{"b":{"d":[{"e":2},[{"e":3}]]},"b.d.e":5}');
  expect(source({ includes: ['b*'], excludes: ['*.f', 'b.c'] }, document)).toBe(
    '{"b":{"d":[1,{"e":2},[{"e":3}]]},"b.d.e":5}',
  );
  expect(source({ excludes: ['*'] }, document)).toBe('{}');
  expect(source({ includes: ['__proto__'] }, document)).toBe('{"__proto__":{"x":1}}');
});

test('a mapping lacks hidden fields, and what holds their values', () => {
  const contexts = [{ name: 'place', type: 'geo', path: 'where' }];
  const mapping = Mapping.make(
    {
      properties: {
        a: {
          type: 'text',
          copy_to: ['all', 'more'],
          fields: { k: { type: 'keyword' }, n: { type: 'long' } },
        },
        all: { type: 'text' },
        more: { type: 'text', fields: { raw: { type: 'keyword' } } },
        where: { type: 'geo_point' },
        done: { type: 'completion', contexts },
        alias: { type: 'alias', path: 'o.x' },
        other: { type: 'alias', path: 'more.raw' },
        end: { type: 'alias', path: 'done' },
        flat: { type: 'flat_object' },
        o: { properties: { x: { type: 'keyword' }, y: { properties: { z: { type: 'long' } } } } },
      },
    },
    {},
  );
  const names = (rules: Partial<FieldRules>): string[] => {
    const seen = mapping.seenBy(fieldView({ includes: [], excludes: [], ...rules }));
    return [...seen.mappers()].map(({ path }) => path);
  };
  const every = names({});
  const without = (...gone: string[]): string[] => every.filter((name) => !gone.includes(name));
  expect(every).toHaveLength(14);
  expect(names({ excludes: ['a'] })).toEqual(without('a', 'a.k', 'a.n', 'all', 'more', 'more.raw', 'other'));
  expect(names({ excludes: ['a.k'] })).toEqual(without('a.k'));
  expect(names({ excludes: ['where'] })).toEqual(without('where', 'done', 'end'));
  expect(names({ excludes: ['o.x'] })).toEqual(without('o.x', 'alias'));
  expect(names({ excludes: ['flat.secret'] })).toEqual(without('flat'));
  expect(names({ includes: ['o.y', 'a'] })).toEqual(['a', 'a.k', 'a.n', 'o.y.z']);
  const seen = mapping.seenBy(fieldView({ includes: ['a', 'all'], excludes: ['more'] }));
  expect(JSON.stringify(seen.toJson())).not.toContain('more');
  expect([seen.field('_ignored'), mapping.field('_ignored')?.name]).toEqual([undefined, '_ignored']);
});
