import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { n: { type: 'long' } };
const shards = [searchableShard({ index: 'i', properties, segments: [[{ n: 5 }], [{ n: 6 }]] })];

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
