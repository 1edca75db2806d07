import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const bare = { index: false, doc_values: false };

test('exists finds what is neither indexed nor kept by document, where it is stored', () => {
  const properties = {
    k: { type: 'keyword', store: true, ...bare },
    n: { type: 'long', store: true, ...bare },
    ip: { type: 'ip', store: true, ...bare },
    b: { type: 'binary', store: true },
    lost: { type: 'keyword', ...bare },
  };
  const full = { k: 'x', n: 1, ip: '10.0.0.1', b: 'AQID', lost: 'y' };
  const shard = searchableShard({
    properties,
    segments: [
      [full, {}],
      [{ k: ['é', 'z'] }, { b: 'AQID' }],
    ],
  });
  const found = (field: string): number =>
    searchShards([shard], { query: { exists: { field } } }).total?.value ?? -1;
  expect(Object.keys(properties).map((name) => [name, found(name)])).toEqual([
    ['k', 2],
    ['n', 1],
    ['ip', 1],
    ['b', 2],
    ['lost', 0],
  ]);
});
