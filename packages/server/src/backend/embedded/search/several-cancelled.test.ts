import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/s/_doc/1?refresh=true', { body: { t: 'hello' } });
});
afterAll(async () => {
  await app.close();
});

/** Asks, and cancels what was asked for as soon as it is under way. */
async function cancelled(path: string, body: string): Promise<Record<string, unknown>> {
  const answer = app.call('POST', path, { body });
  for (;;) {
    await new Promise((resume) => setImmediate(resume));
    const [task] = app.tasks.all().filter(({ parent }) => parent === undefined);
    if (task === undefined) continue;
    app.tasks.cancel(task, 'nobody waits');
    return (await answer).json();
  }
}

const error = { type: 'task_cancelled_exception', reason: 'cancelled task with reason: nobody waits' };

test.each([
  ['_msearch', '{"size":0}'],
  ['_msearch/template', '{"source":"{}"}'],
])('searches of a %s that nobody waits for are not read to their end', async (path, search) => {
  // The last one cannot be read.
  const body = `{}\n${search}\n`.repeat(3000).concat('{}\n[]\n');
  expect(await cancelled(`/${path}`, body)).toMatchObject({ error });
});

test('of several searches that nobody waits for no other one is begun', async () => {
  const within = app.tasks.within.bind(app.tasks);
  const begun = vi.spyOn(app.tasks, 'within').mockImplementation((parent, start, work) => {
    app.tasks.cancel(parent, 'nobody waits');
    return within(parent, start, work);
  });
  const body = '{}\n{}\n'.repeat(3);
  const answer = await app.call('POST', '/_msearch?max_concurrent_searches=1', { body });
  expect(answer.json()).toMatchObject({ responses: [{ error: {} }, { error }, { error }] });
  expect(begun.mock.calls.length).toBe(1);
});

test('documents of a _mtermvectors that nobody waits for are not read', async () => {
  const ids = Array.from({ length: 500 }, () => '1');
  expect(await cancelled('/s/_mtermvectors', JSON.stringify({ ids }))).toMatchObject({ error });
});
