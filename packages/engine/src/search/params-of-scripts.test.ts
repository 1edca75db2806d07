import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = {
  n: { type: 'long', store: true },
  k: { type: 'keyword', store: true },
  x: { type: 'double', store: true },
  u: { type: 'long' },
};
const documents = [{ n: 5, k: ['a', 'b'], x: 1, u: 7 }, { n: 6 }].map((document) => [document]);
const shards = [searchableShard({ index: 'i', properties, segments: documents })];

test('doc is among the parameters of scripts that are no filters, by two names', () => {
  for (const source of [
    'params.doc.n.value',
    "params['_doc']['n'].value",
    'def p = params; p._doc.n.value',
  ]) {
    const body = {
      sort: [{ _script: { type: 'number', script: source } }],
      script_fields: { a: { script: source } },
    };
    const { hits } = searchShards(shards, body);
    expect(hits.map(({ fields }) => fields)).toEqual([{ a: [5] }, { a: [6] }]);
  }
  const filter = { script: { script: 'params._doc == null' } };
  expect(searchShards(shards, { query: filter }).total?.value).toBe(2);
});

test.each([
  ['params._fields.n.value', 5],
  ["params['_fields']['k'].values", ['a', 'b']],
  ['params._fields.k.value + params._fields.n.values.size()', 'a1'],
  ['(int) (params._fields.x.value / 4 * 100)', 25],
  ['params._fields.n.value instanceof Long', true],
  ["params._fields.containsKey('zz')", false],
  ["params._fields.containsKey('u')", true],
])('stored fields are among the parameters of scripts: %s', (script, value) => {
  const body = { query: { range: { n: { lte: 5 } } }, script_fields: { a: { script } } };
  const shown = JSON.stringify(searchShards(shards, body).hits[0]!.fields);
  expect(JSON.parse(shown)).toEqual({ a: [value].flat() });
});

test.each([
  ['params._fields.zz', 'No field found for [zz] in mapping'],
  ['params._fields.u.value', 'Index 0 out of bounds for length 0'],
])('what is not stored fails: %s', (script, told) => {
  const error = (() => {
    try {
      return searchShards(shards, { script_fields: { a: { script } } });
    } catch (thrown) {
      return (thrown as { error: unknown }).error;
    }
  })();
  expect(JSON.stringify(error)).toContain(told);
});

test('a long script is looked through once, and may write its parameters', () => {
  const spaces = ' '.repeat(65_000);
  const written = `params.a = 5; ${'/* nothing */'.repeat(200)} return params.a`;
  for (const [script, value] of [
    [`params${spaces}.containsKey('a')`, false],
    [`/*${'params.'.repeat(9_000)}*/ 1`, 1],
    [written, 5],
  ] as const) {
    const { hits } = searchShards(shards, { script_fields: { a: { script } } });
    expect(hits.map(({ fields }) => fields)).toEqual([{ a: [value] }, { a: [value] }]);
  }
}, 10_000);

test.each([
  ['params/* here */.x = params.x + 1; params.x', 2],
  ['params // here\n.x += 1; params.x', 2],
  ["params.keySet().remove('x'); params.x", null],
  ['params.values().clear(); params.x', null],
  ['for (def e : params.entrySet()) e.setValue(7); params.x', 7],
  ['def p = true ? params : null; p.x = 9; params.x', 9],
  ['[params][0].x = 4; params.x', 4],
  ['((Map) params).x = 3; params.x', 3],
  ["params['x']++; params.x", 2],
  ['void f(Map m) { m.x = 12 } f(params); params.x', 12],
])('parameters are as the script has written them: %s', (source, value) => {
  const body = {
    query: { range: { n: { lte: 5 } } },
    script_fields: { a: { script: { source, params: { x: 1 } } } },
  };
  expect(searchShards(shards, body).hits.map(({ fields }) => fields)).toEqual([{ a: [value] }]);
});
