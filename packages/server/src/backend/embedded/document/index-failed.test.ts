import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/index.ts';

let app: TestApp;
afterEach(() => app.close());

test('index_failed counts documents that conflict or that Lucene refuses, and none that cannot be read', async () => {
  app = await testApp();
  const properties = { n: { type: 'long' }, k: { type: 'keyword' } };
  await app.call('PUT', '/a', { body: { mappings: { properties } } });
  await app.call('PUT', '/a/_doc/1', { body: { n: 1 } });
  const failed = async (): Promise<number> => {
    const stats = (await app.call('GET', '/a/_stats/indexing')).json<{
      _all: { total: { indexing: { index_failed: number } } };
    }>();
    return stats._all.total.indexing.index_failed;
  };
  const write = async (method: string, path: string, body?: object | string) => {
    const { status } = await app.call(method, path, body === undefined ? {} : { body });
    return [status, await failed()];
  };
  const wrongSeqNo = 'if_seq_no=99&if_primary_term=1';
  expect(await write('PUT', '/a/_doc/2', { n: 'x' })).toEqual([400, 0]);
  expect(await write('PUT', '/a/_create/1', { n: 1 })).toEqual([409, 1]);
  expect(await write('PUT', `/a/_doc/1?${wrongSeqNo}`, { n: 1 })).toEqual([409, 2]);
  expect(await write('PUT', '/a/_doc/1?version=1&version_type=external', { n: 1 })).toEqual([409, 3]);
  expect(await write('PUT', `/a/_doc/1?${wrongSeqNo}`, { n: 'x' })).toEqual([400, 3]);
  expect(await write('DELETE', `/a/_doc/1?${wrongSeqNo}`)).toEqual([409, 3]);
  expect(await write('POST', `/a/_update/1?${wrongSeqNo}`, { doc: { n: 3 } })).toEqual([409, 3]);
  expect(await write('PUT', '/a/_doc/5', { k: 'x'.repeat(40_000) })).toEqual([400, 4]);
  expect(await write('POST', '/a/_update/1', { doc: { n: 'x' } })).toEqual([400, 4]);
  const lines = '{"create":{"_id":"1"}}\n{"n":1}\n{"index":{"_id":"7"}}\n{"n":"x"}\n';
  expect(await write('POST', '/a/_bulk', lines)).toEqual([200, 5]);
});
