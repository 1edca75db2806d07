import { expect, test } from 'vitest';
import { testApp } from '../../../testing/test-app.ts';
import { PoolAdmission } from './pool-admission.ts';

test('as many writes as there are threads are under way, some wait, and others are refused', () => {
  let queueSize = 2;
  const writes = new PoolAdmission({ nodeName: 'n', pool: 'write', size: 1, queueSize: () => queueSize });
  const ends = [writes.enter(), writes.enter(), writes.enter()];
  expect(() => writes.enter()).toThrow(
    /^rejected_execution_exception: rejected execution of write on thread pool \[name = n\/write, queue capacity = 2, pool size = 1, active threads = 1, queued tasks = 2, completed tasks = 0\]$/,
  );
  expect(writes.figures()).toEqual({ active: 1, queue: 2, queueSize: 2, rejected: 1 });
  ends.pop()!();
  ends.push(writes.enter());
  queueSize = 0;
  expect(() => writes.enter()).toThrow(/queue capacity = 0/);
  queueSize = -1;
  ends.push(writes.enter());
  for (const end of ends) end();
  expect(writes.figures()).toEqual({ active: 0, queue: 0, queueSize: -1, rejected: 2 });
});

test('a queue of one turns away what comes at the same time: single writes with 429, items of a bulk each', async () => {
  const app = await testApp();
  const queue = (size: number | null) =>
    app.call('PUT', '/_cluster/settings', { body: { transient: { 'thread_pool.write.queue_size': size } } });
  await app.call('PUT', '/a');
  await queue(0);
  const single = Array.from({ length: 20 }, (_, id) => app.call('PUT', `/a/_doc/${id}`, { body: { id } }));
  const answers = await Promise.all(single);
  const refused = answers.filter(({ status }) => status === 429);
  const taken = answers.filter(({ status }) => status === 201);
  expect(refused.length + taken.length).toBe(20);
  expect(taken.length).toBeGreaterThan(0);
  const bulk = '{"index":{"_index":"a"}}\n{}\n{"index":{"_index":"b"}}\n{}\n';
  const headers = { 'content-type': 'application/x-ndjson' };
  const [first, second] = await Promise.all(
    [1, 2].map(async () => (await app.call('POST', '/_bulk', { headers, body: bulk })).json<BulkAnswer>()),
  );
  const items = [...first!.items, ...second!.items].map(({ index }) => index);
  const turnedAway = items.filter(({ status }) => status === 429);
  for (const { error } of turnedAway) {
    expect(error).toMatchObject({ type: 'rejected_execution_exception' });
    expect(error!.reason).toMatch(/^rejected execution/);
  }
  const [row] = (await app.call('GET', '/_cat/thread_pool/write?format=json&h=name,rejected,qs,a,q')).json<
    Record<string, string>[]
  >();
  const rejected = String(refused.length + turnedAway.length);
  expect(row).toEqual({ name: 'write', rejected, qs: '0', a: '0', q: '0' });
  await queue(null);
  expect((await app.call('PUT', '/a/_doc/x', { body: {} })).status).toBe(201);
  await app.close();
});

interface BulkAnswer {
  readonly items: readonly {
    readonly index: { readonly status: number; readonly error?: { readonly reason: string } };
  }[];
}

test('health that waits for something takes no place in a queue', async () => {
  const app = await testApp();
  await app.call('PUT', '/_cluster/settings', {
    body: { transient: { 'thread_pool.management.queue_size': 0 } },
  });
  const health = '/_cluster/health?wait_for_status=green&timeout=5s';
  await app.call('PUT', '/a');
  const waiting = [1, 2, 3].map(() => app.call('GET', health));
  await app.call('GET', '/');
  expect((await app.call('GET', '/_stats')).status).toBe(200);
  await app.call('PUT', '/a/_settings', { body: { number_of_replicas: 0 } });
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
  await app.close();
});
