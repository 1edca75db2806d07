import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ security: false, args: ['-E', 'thread_pool.write.size=1'] });
});
afterAll(async () => {
  await service.stop();
});

const send = async (method: string, path: string, body: string) => {
  const headers = { 'content-type': path === '/_bulk' ? 'application/x-ndjson' : 'application/json' };
  const answer = await fetch(service.url + path, { method, headers, body });
  return { status: answer.status, body: (await answer.json()) as BulkAnswer };
};

interface BulkAnswer {
  readonly items: readonly {
    readonly index: { readonly status: number; readonly error?: { readonly type: string } };
  }[];
}

test('a write queue of one, set while the service runs, turns a flood of bulks away with 429, and takes it later', async () => {
  const bulkOf = (n: number): string => `{"index":{"_index":"f","_id":"${n}"}}\n{"n":${n}}\n`;
  await send('PUT', '/f/_doc/0', '{}');
  const queue = (size: string) =>
    send('PUT', '/_cluster/settings', `{"transient":{"thread_pool.write.queue_size":${size}}}`);
  expect((await queue('1')).status).toBe(200);
  const open = new Set(Array.from({ length: 60 }, (_, n) => n));
  let refused = 0;
  while (open.size > 0) {
    const answers = await Promise.all(
      [...open].map(async (n) => ({ n, ...(await send('POST', '/_bulk', bulkOf(n))) })),
    );
    for (const { n, status, body } of answers) {
      expect(status).toBe(200);
      const { index } = body.items[0]!;
      if (index.status === 429) {
        refused++;
        expect(index.error!.type).toBe('rejected_execution_exception');
      } else open.delete(n);
    }
  }
  expect(refused).toBeGreaterThan(0);
  const rows = await (await fetch(`${service.url}/_cat/thread_pool/write?h=rejected,qs&format=json`)).json();
  expect(rows).toEqual([{ rejected: String(refused), qs: '1' }]);
  expect((await queue('null')).status).toBe(200);
  await fetch(`${service.url}/f/_refresh`, { method: 'POST' });
  expect(await (await fetch(`${service.url}/f/_count?filter_path=count`)).json()).toEqual({ count: 60 });
});

test.each([
  ['refresh', 'POST', '/r/_refresh', ''],
  ['flush', 'POST', '/r/_flush?force=true', ''],
  ['get', 'GET', '/r/_doc/1', ''],
  ['get', 'POST', '/r/_mget', '{"ids":["1"]}'],
  ['management', 'GET', '/_stats', ''],
] as const)('a full queue of %s turns away %s %s, and counts it', async (pool, method, path, body) => {
  const rejected = async (): Promise<number> => {
    const answer = await fetch(`${service.url}/_cat/thread_pool/${pool}?h=rejected`);
    return Number(await answer.text());
  };
  const queue = (size: string) =>
    send('PUT', '/_cluster/settings', `{"transient":{"thread_pool.${pool}.queue_size":${size}}}`);
  await send('PUT', '/r', '{"settings":{"refresh_interval":"-1"}}');
  const before = await rejected();
  await queue('0');
  let refused = 0;
  while (refused === 0) {
    // What is not shown yet is read by the thread that writes, so that reads by id wait.
    await send('PUT', '/r/_doc/1', '{}');
    const init = {
      method,
      ...(body === '' ? {} : { body, headers: { 'content-type': 'application/json' } }),
    };
    const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(service.url + path, init)));
    for (const answer of answers) {
      const { error } = (await answer.json()) as { error?: { type: string; reason: string } };
      if (answer.status === 200) continue;
      expect([answer.status, error?.type]).toEqual([429, 'rejected_execution_exception']);
      expect(error?.reason).toMatch(new RegExp(`^rejected execution of ${pool} on thread pool \\[name = `));
      refused++;
    }
  }
  await queue('null');
  expect((await rejected()) - before).toBe(refused);
});
