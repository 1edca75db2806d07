import { expect, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
test('numbers in stored fields of words are shown as they were written, and in others as Java prints them', async () => {
  const app = await testApp();
  const properties = {
    k: { type: 'keyword', store: true },
    t: { type: 'text', store: true },
    w: { type: 'keyword' },
    d: { type: 'double', store: true, copy_to: 'k' },
    c: { type: 'wildcard' },
    e: { type: 'keyword', store: true, fields: { t: { type: 'text' } } },
  };
  await app.call('PUT', '/i', { body: { mappings: { properties } } });
  const body = '{"k":[1.0,2e5],"t":1.50,"w":[1.50,2e5],"d":3.0,"c":[1.50,2e5],"e":1e-7}';
  await app.call('PUT', '/i/_doc/1?refresh=true', { body });
  const fieldsOf = async (asked: object): Promise<unknown> => {
    const answer = await app.call('POST', '/i/_search', { body: asked });
    return answer.json<{ hits: { hits: [{ fields: unknown }] } }>().hits.hits[0].fields;
  };
  const stored = { k: ['1.0', '2e5', '3.0'], t: ['1.50'], d: [3] };
  expect(await fieldsOf({ stored_fields: ['k', 't', 'd'] })).toEqual(stored);
  expect(await fieldsOf({ fields: ['t', 'w'] })).toEqual({ t: ['1.5'], w: ['1.5', '200000.0'] });
  expect(await fieldsOf({ fields: ['c', 'e', 'e.t'] })).toEqual({
    c: ['1.50', '2e5'],
    e: ['1.0E-7'],
    'e.t': ['1.0E-7'],
  });
  expect(await fieldsOf({ stored_fields: ['e'] })).toEqual({ e: ['1e-7'] });
  const got = await app.call('GET', '/i/_doc/1?stored_fields=k,t,d');
  expect(got.json<{ fields: unknown }>().fields).toEqual(stored);
  await app.close();
});

test('whole numbers beyond what a double holds, and a zero below zero, are shown in words as Java prints them', async () => {
  const app = await testApp();
  const field = { type: 'keyword' };
  const mappings = { properties: { k: field, z: field, s: { ...field, store: true } } };
  await app.call('PUT', '/i', { body: { mappings } });
  const body = '{"k":[100000000000000000000,9007199254740993,12345678.5],"s":100000000000000000000}';
  await app.call('PUT', '/i/_doc/1?refresh=true', { body });
  await app.call('PUT', '/i/_doc/2?refresh=true', { body: '{"z":-0}' });
  const fieldsOf = async (asked: object): Promise<unknown> => {
    const answer = await app.call('POST', '/i/_search', { body: { sort: '_id', ...asked } });
    const { hits } = answer.json<{ hits: { hits: { fields: unknown }[] } }>().hits;
    return hits.map(({ fields }) => fields);
  };
  const s = '100000000000000000000';
  expect(await fieldsOf({ fields: ['k', 's', 'z'] })).toEqual([
    { k: [s, '9007199254740993', '1.23456785E7'], s: [s] },
    { z: ['0'] },
  ]);
  expect(await fieldsOf({ stored_fields: ['s'] })).toEqual([{ s: [s] }, undefined]);
  await app.close();
});

test('fractions that Java writes otherwise are shown so in words, and in stored fields as they were written', async () => {
  const app = await testApp();
  const properties = { t: { type: 'text' }, k: { type: 'keyword', store: true } };
  await app.call('PUT', '/i', { body: { mappings: { properties } } });
  const numbers = ['12345678.5', '0.0001', '-0', '1234567.5', '0.001'];
  for (const [i, number] of numbers.entries()) {
    await app.call('PUT', `/i/_doc/${i}?refresh=true`, { body: `{"t":${number},"k":${number}}` });
  }
  const shown = async (asked: object): Promise<Record<string, string[]>[]> => {
    const answer = await app.call('POST', '/i/_search', { body: { sort: '_id', ...asked } });
    const { hits } = answer.json<{ hits: { hits: { fields: Record<string, string[]> }[] } }>().hits;
    return hits.map(({ fields }) => fields);
  };
  const printed = ['1.23456785E7', '1.0E-4', '0', '1234567.5', '0.001'];
  expect(await shown({ fields: ['t', 'k'] })).toEqual(printed.map((text) => ({ t: [text], k: [text] })));
  expect((await shown({ stored_fields: ['k'] })).map(({ k }) => k![0])).toEqual(numbers);
  await app.close();
});

test('numbers in a flat object are shown as Java prints them', async () => {
  const app = await testApp();
  await app.call('PUT', '/i', { body: { mappings: { properties: { f: { type: 'flat_object' } } } } });
  const body = '{"f":{"a":0.0001,"b":[12345678.5,1e10],"c":-0,"d":12345678901234567890}}';
  await app.call('PUT', '/i/_doc/1?refresh=true', { body });
  const answer = await app.call('POST', '/i/_search', { body: { fields: ['f'] } });
  const [hit] = answer.json<{ hits: { hits: { fields: { f: string[] } }[] } }>().hits.hits;
  expect(hit!.fields.f).toEqual(['{a=1.0E-4, b=[1.23456785E7, 1.0E10], c=0, d=12345678901234567890}']);
  await app.close();
});

test('_meta of a mapping keeps doubles apart from whole numbers', async () => {
  const app = await testApp();
  await app.call('PUT', '/i', { body: '{"mappings":{"_meta":{"a":1.0,"b":[2.0,3]}}}' });
  expect((await app.call('GET', '/i/_mapping')).text).toBe(
    '{"i":{"mappings":{"_meta":{"a":1.0,"b":[2.0,3]}}}}',
  );
  await app.close();
});
