import { MemoryDisk } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const open: TestApp[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

async function openApp(disk: MemoryDisk): Promise<TestApp> {
  const app = await testApp({ disk });
  open.push(app);
  return app;
}

async function begun(app: TestApp, path: string, opaqueId = 'me'): Promise<string> {
  const answer = await app.call('POST', path, { headers: { 'x-opaque-id': opaqueId } });
  const { task } = answer.json<{ task: string }>();
  await app.call('GET', `/_tasks/${task}?wait_for_completion=true`);
  return task;
}

test('how a task ended is told after a restart, to the last character, also what failed', async () => {
  const disk = new MemoryDisk();
  const before = await openApp(disk);
  await before.call('PUT', '/a/_doc/1?refresh', { body: { n: 1 } });
  const good = await begun(before, '/a/_update_by_query?wait_for_completion=false');
  const bad = await begun(before, '/missing/_update_by_query?wait_for_completion=false');
  const told = await Promise.all([good, bad].map((task) => before.call('GET', `/_tasks/${task}?human`)));
  expect(told[0]!.json()).toMatchObject({
    completed: true,
    task: { headers: { 'X-Opaque-Id': 'me' }, status: { updated: 1 }, description: 'update-by-query [a]' },
    response: { updated: 1 },
  });
  expect(told[0]!.text).toContain('"requests_per_second":-1.0');
  expect(told[1]!.json()).toMatchObject({ completed: true, error: { type: 'index_not_found_exception' } });
  await before.close();
  open.pop();
  const after = await openApp(disk);
  for (const [i, task] of [good, bad].entries()) {
    expect((await after.call('GET', `/_tasks/${task}?human`)).text).toBe(told[i]!.text);
  }
});

test('results are documents of an index as OpenSearch keeps them', async () => {
  const app = await openApp(new MemoryDisk());
  await app.call('PUT', '/a/_doc/1?refresh', { body: { n: 1 } });
  const task = await begun(app, '/a/_update_by_query?wait_for_completion=false');
  const document = (await app.call('GET', `/.tasks/_doc/${task}`)).json();
  expect(document).toMatchObject({
    found: true,
    _source: { completed: true, task: { id: Number(task.split(':')[1]) } },
  });
  const index = (await app.call('GET', '/.tasks')).json<{ '.tasks': object }>()['.tasks'];
  expect(index).toMatchObject({
    mappings: { dynamic: 'strict', _meta: { version: 5 } },
    settings: { index: { number_of_replicas: '0', auto_expand_replicas: '0-1' } },
  });
});

test('a result that cannot be written is told for as long as the process lives, and the log says so', async () => {
  const app = await openApp(new MemoryDisk());
  await app.call('PUT', '/a/_doc/1?refresh', { body: { n: 1 } });
  await begun(app, '/a/_update_by_query?wait_for_completion=false');
  await app.call('POST', '/.tasks/_close');
  const task = await begun(app, '/a/_update_by_query?wait_for_completion=false');
  expect((await app.call('GET', `/_tasks/${task}`)).json()).toMatchObject({
    completed: true,
    response: { total: 1 },
  });
  expect(app.log.entries.some(({ level, component }) => level === 'warn' && component === 'tasks')).toBe(
    true,
  );
});

test('a document that somebody else wrote in place of a result breaks nothing', async () => {
  const app = await openApp(new MemoryDisk());
  await app.call('PUT', '/a/_doc/1?refresh', { body: { n: 1 } });
  const task = await begun(app, '/a/_update_by_query?wait_for_completion=false');
  await app.call('PUT', `/.tasks/_doc/${task}`, { body: { task: { type: 'x' }, response: { a: [1, 2.0] } } });
  expect((await app.call('GET', `/_tasks/${task}`)).json()).toMatchObject({
    completed: true,
    task: { action: '' },
  });
  await app.call('PUT', `/.tasks/_doc/${task}`, { body: {} });
  expect((await app.call('GET', `/_tasks/${task}`)).status).toBe(404);
});
