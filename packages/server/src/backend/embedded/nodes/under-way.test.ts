import { afterEach, expect, test } from 'vitest';
import { mergeThreads } from '../../../cluster/settings/merge-limits.ts';
import { type TestApp, testApp } from '../../../testing/index.ts';

const open: TestApp[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

type Figures = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

async function service() {
  const app = await testApp();
  open.push(app);
  for (const [name, shards] of [
    ['books', 2],
    ['logs', 1],
  ] as const) {
    await app.call('PUT', `/${name}`, { body: { settings: { number_of_shards: shards } } });
  }
  const get = async <T>(path: string) => (await app.call('GET', path)).json<T>();
  const searching = async (index: string) =>
    (await get<{ _all: { total: { search: { query_current: number } } } }>(`/${index}/_stats/search`))._all
      .total.search.query_current;
  const node = async (metric: string) => {
    const { nodes } = await get<{ nodes: Record<string, Figures> }>(`/_nodes/stats/${metric}`);
    return Object.values(nodes)[0]![metric]!;
  };
  return { app, get, searching, node };
}

test('query_current counts the searches under way in the shards of their indices', async () => {
  const { app, searching } = await service();
  const tasks = ['books', 'books', 'logs'].map((index) => {
    const task = app.tasks.begin({ action: 'indices:data/read/search' });
    task.searches([index]);
    return task;
  });
  expect([await searching('books'), await searching('logs'), await searching('_all')]).toEqual([4, 1, 5]);
  app.tasks.end(tasks[0]!);
  expect([await searching('books'), await searching('logs')]).toEqual([2, 1]);
});

test('whatever searches tells its task which indices', async () => {
  const { app } = await service();
  const searched: unknown[] = [];
  app.tasks.onEnded((task) => {
    if (task.searched.length > 0) searched.push([task.action, task.searched]);
  });
  await app.call('GET', '/b*/_search');
  await app.call('GET', '/books,logs/_count');
  await app.call('GET', '/_cat/count/logs');
  await app.call('POST', '/_msearch', { body: '{"index":"logs"}\n{}\n{"index":"books"}\n{}\n' });
  const action = 'indices:data/read/search';
  expect(searched).toEqual([
    [action, ['books']],
    [action, ['books', 'logs']],
    [action, ['logs']],
    [action, ['logs']],
    [action, ['books']],
  ]);
});

test('pools show the requests whose work they do: under way, waiting, and done', async () => {
  const { app, node } = await service();
  const tasks = Array.from({ length: mergeThreads + 2 }, () =>
    app.tasks.begin({ action: 'indices:admin/forcemerge' }),
  );
  const pools = await node('thread_pool');
  expect(pools).toMatchObject({
    force_merge: { threads: mergeThreads, active: mergeThreads, queue: 2 },
    get: { threads: 1, active: 0, queue: 0 },
    // This very request.
    management: { threads: 1, active: 1, queue: 0, largest: 1 },
  });
  const cells = (await app.call('GET', '/_cat/thread_pool/force_merge?h=active,queue,size')).text;
  expect(cells).toBe(`${mergeThreads} 2 ${mergeThreads}\n`);
  for (const task of tasks) app.tasks.end(task);
  const before = (await node('thread_pool')).analyze as unknown as { completed: number };
  await app.call('GET', '/_analyze', { body: { analyzer: 'standard', text: 'a' } });
  await app.call('POST', '/_analyze', { body: { text: 'b' } });
  expect(await node('thread_pool')).toMatchObject({
    force_merge: { active: 0, queue: 0 },
    analyze: { active: 0, completed: before.completed + 2 },
  });
});

test('the pool of force merges shows these alone, however many other merges there are', async () => {
  const { app, node, get } = await service();
  await app.call('PUT', '/logs/_settings', { body: { 'index.merge.policy.segments_per_tier': 2 } });
  for (let i = 0; i < 6; i++) await app.call('PUT', `/logs/_doc/${i}?refresh=true`, { body: { i } });
  const merged = async () =>
    (await get<{ _all: { total: { merges: { total: number } } } }>('/logs/_stats/merge'))._all.total.merges
      .total;
  // They run in the background; a call gives them their turn.
  while ((await merged()) === 0) await app.call('POST', '/logs/_refresh');
  const before = (await node('thread_pool')).force_merge;
  expect(before).toMatchObject({ threads: mergeThreads, active: 0, queue: 0, completed: 0 });
  await app.call('POST', '/logs/_forcemerge?max_num_segments=1');
  expect((await node('thread_pool')).force_merge).toMatchObject({ active: 0, completed: 1 });
});

test('the pool of searches shows what the engine has of them', async () => {
  const { app, node } = await service();
  await app.call('POST', '/books/_search');
  expect((await node('thread_pool')).search).toMatchObject({
    threads: 1,
    active: 0,
    queue: 0,
    largest: 1,
    completed: 1,
    total_wait_time_in_nanos: 0,
  });
  expect(Object.keys((await node('thread_pool')).write!)).not.toContain('total_wait_time_in_nanos');
  const columns = 'active,queue,completed,queue_size,total_wait_time';
  const cells = (await app.call('GET', `/_cat/thread_pool/search?h=${columns}`)).text;
  expect(cells).toBe('0 0 1 1000 0s\n');
});

test('connections are counted', async () => {
  const { node } = await service();
  const { current_open: now, total_opened: opened } = await node('http');
  expect(now).toBeGreaterThan(0);
  expect(Number(opened)).toBeGreaterThanOrEqual(Number(now));
});

test('changes of the cluster that are under way are pending tasks, the first of them executing', async () => {
  const { app, get } = await service();
  const first = app.tasks.begin({ action: 'indices:admin/create' });
  app.clock.advance(1_500);
  const second = app.tasks.begin({ action: 'indices:admin/mapping/put' });
  app.clock.advance(250);
  expect(await get('/_cluster/pending_tasks')).toEqual({
    tasks: [
      {
        insert_order: first.number,
        priority: 'URGENT',
        source: 'create-index',
        executing: true,
        time_in_queue_millis: 1750,
        time_in_queue: '1.7s',
      },
      {
        insert_order: second.number,
        priority: 'HIGH',
        source: 'put-mapping',
        executing: false,
        time_in_queue_millis: 250,
        time_in_queue: '250ms',
      },
    ],
  });
  expect(await get('/_cluster/health')).toMatchObject({
    number_of_pending_tasks: 2,
    task_max_waiting_in_queue_millis: 1750,
  });
  expect((await app.call('GET', '/_cat/health?h=pending_tasks,max_task_wait_time')).text).toBe('2 1.7s\n');
  expect((await app.call('GET', '/_cat/pending_tasks')).text).toBe(
    `${first.number}  1.7s URGENT create-index\n${second.number} 250ms HIGH   put-mapping\n`,
  );
  for (const task of [first, second]) app.tasks.end(task);
  expect(await get('/_cluster/pending_tasks')).toEqual({ tasks: [] });
});
