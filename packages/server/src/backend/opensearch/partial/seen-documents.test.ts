import { routeTable } from '@sextant/contract';
import { expect, test } from 'vitest';
import type { BackendRequest } from '../../backend.ts';
import { answerDocuments } from './seen-documents.ts';
import { SeenFields } from './seen-fields.ts';
import type { Partial, SeenIndices } from './seen-indices.ts';

/** An index of which one field is hidden. */
function hiding(index: string, field: string): SeenIndices {
  const rules = { includes: [], excludes: [field] };
  const fields = new SeenFields(index, rules, {
    properties: { a: { type: 'keyword' }, b: { type: 'keyword' } },
  });
  return {
    parts: new Map([[index, { filter: undefined, rules }]]),
    fields: new Map([[index, fields]]),
    hidesDocuments: false,
    hidesFields: true,
  };
}

test('of a document that an alias led to after it was judged, what its own index hides is hidden', async () => {
  const seen = new Map([
    ['alias', { index: 'before', seen: hiding('before', 'a') }],
    ['after', { index: 'after', seen: hiding('after', 'b') }],
  ]);
  const partial = { isWhole: false, ofOne: async (name: string) => seen.get(name) } as unknown as Partial;
  const document = { _index: 'after', _id: '1', found: true, _source: { a: 'shown', b: 'hidden' } };
  const request = {
    route: routeTable.find(({ name }) => name === 'get')!,
    method: 'GET',
    indices: ['alias'],
    params: {},
    pathParams: { id: '1' },
  } as unknown as BackendRequest;
  const answer = await answerDocuments(request, {
    partial,
    answer: async () => ({ status: 200, body: document }),
    search: async () => ({ status: 200, body: {} }),
  });
  expect(answer).toMatchObject({ status: 200, kind: 'bytes' });
  const text = answer?.kind === 'bytes' ? Buffer.from(answer.body).toString() : '';
  expect(JSON.parse(text)).toMatchObject({ _source: { a: 'shown' } });
  expect(text).not.toContain('hidden');
});
