import { expect, test } from 'vitest';
import { lookupsIn } from './query-lookups.ts';

test('a shape whose index is not named is looked up where the cluster would, so that it is judged too', () => {
  for (const shape of [{ id: '1' }, { id: '1', index: null }]) {
    const found = lookupsIn({ query: { geo_shape: { place: { indexed_shape: shape } } } });
    expect(found).toEqual([{ holder: { id: '1', index: 'shapes' }, key: 'index' }]);
  }
});

test('a template that the cluster would make a query of for each suggested phrase is refused', () => {
  const collate = { query: { source: '{"terms":{"a":{"index":"hidden","id":"1","path":"p"}}}' } };
  expect(() => lookupsIn({ suggest: { p: { text: 'x', phrase: { field: 't', collate } } } })).toThrow(
    '[collate]',
  );
});
