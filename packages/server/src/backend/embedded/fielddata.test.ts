import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const text = { type: 'text', fielddata: true };
  const body = { settings: { number_of_replicas: 0 }, mappings: { properties: { a: text, b: text } } };
  await app.call('PUT', '/texts', { body });
  await app.call('PUT', '/texts/_doc/1?refresh=true', { body: { a: 'one two', b: 'three' } });
});
afterAll(async () => {
  await app.close();
});

interface Figures {
  readonly memory_size_in_bytes: number;
  readonly fields?: Readonly<Record<string, { readonly memory_size_in_bytes: number }>>;
}

async function figures(query: string): Promise<Figures> {
  const { json } = await app.call('GET', `/texts/_stats/fielddata?${query}`);
  return json<{ readonly _all: { readonly total: { readonly fielddata: Figures } } }>()._all.total.fielddata;
}

async function table(path: string): Promise<readonly { readonly field: string; readonly size: string }[]> {
  return (await app.call('GET', `${path}?format=json&h=field,size`)).json();
}

test('what texts that are sorted by hold is shown by field, and cleared by field', async () => {
  expect(await figures('fields=*')).toMatchObject({ memory_size_in_bytes: 0, evictions: 0, fields: {} });
  expect(await table('/_cat/fielddata')).toEqual([]);
  await app.call('POST', '/texts/_search', { body: { sort: ['a', 'b'] } });
  const { memory_size_in_bytes: all, fields } = await figures('fields=*');
  const [a, b] = [fields!.a!.memory_size_in_bytes, fields!.b!.memory_size_in_bytes];
  expect(a).toBeGreaterThan(b);
  expect(all).toBe(a + b);
  expect((await figures('fielddata_fields=b')).fields).toEqual({ b: { memory_size_in_bytes: b } });
  expect((await figures('')).fields).toBeUndefined();
  expect(await table('/_cat/fielddata')).toEqual([
    { field: 'a', size: `${a}b` },
    { field: 'b', size: `${b}b` },
  ]);
  expect((await table('/_cat/fielddata/b,c')).map(({ field }) => field)).toEqual(['b']);
  await app.call('POST', '/texts/_cache/clear?request=true');
  expect((await figures('')).memory_size_in_bytes).toBe(all);
  await app.call('POST', '/texts/_cache/clear?fields=a');
  expect((await figures('fields=*')).fields).toEqual({ b: { memory_size_in_bytes: b } });
  await app.call('POST', '/texts/_cache/clear');
  expect((await figures('')).memory_size_in_bytes).toBe(0);
});

test('ids that are sorted by are shown, fields that documents have by themselves are not', async () => {
  await app.call('PUT', '/ids/_doc/1?refresh=true&routing=r', { body: {} });
  await app.call('POST', '/ids/_search', { body: { sort: ['_id', '_seq_no', '_index'] } });
  await app.call('POST', '/ids/_search', { body: { query: { prefix: { _routing: 'r' } } } });
  expect((await table('/_cat/fielddata')).map(({ field }) => field)).toEqual(['_id']);
  await app.call('DELETE', '/ids');
  expect(await table('/_cat/fielddata')).toEqual([]);
});

test('the memory goes with the segment', async () => {
  await app.call('POST', '/texts/_search', { body: { sort: ['a'] } });
  expect((await figures('')).memory_size_in_bytes).toBeGreaterThan(0);
  await app.call('POST', '/texts/_close');
  await app.call('POST', '/texts/_open');
  expect((await figures('')).memory_size_in_bytes).toBe(0);
});
