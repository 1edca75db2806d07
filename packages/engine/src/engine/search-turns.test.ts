import { afterEach, expect, test } from 'vitest';
import { Threads } from '../testing/search-threads.ts';

const running: Threads[] = [];

/** One thread searches, and was told of the index. */
async function started(): Promise<Threads> {
  const threads = await Threads.start({ size: 1 });
  running.push(threads);
  await threads.create('i');
  await threads.fill('i', 0, 300);
  await threads.there({ body: {} });
  return threads;
}

afterEach(async () => {
  for (const threads of running.splice(0)) await threads.engine.close();
});

test.each(['deleteIndex', 'closeIndex'] as const)(
  'searches that wait for their turn in another thread find what there was before %s',
  async (method) => {
    const threads = await started();
    const heard: (() => void)[] = [];
    threads.unheard = heard;
    const searches = Array.from({ length: 5 }, () => threads.there({ body: { size: 0 } }));
    await new Promise((resolve) => setImmediate(resolve));
    const leaving = threads.engine[method]('i');
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    // The thread hears of them and of the end of the index at once.
    expect(heard.length).toBeGreaterThan(1);
    threads.hear();
    for (const found of await Promise.all(searches)) expect(found).toMatchObject({ total: { value: 300 } });
    await leaving;
  },
);

test('searches that wait for their turn in another thread find what their context held until it ended', async () => {
  const threads = await started();
  const { engine } = threads;
  const context = await engine.openContext({ kind: 'scroll', indices: ['i'] });
  await threads.fill('i', 300, 310);
  const heard: (() => void)[] = [];
  threads.unheard = heard;
  const searches = Array.from({ length: 5 }, () => threads.there({ context, body: { size: 0 } }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(engine.endContext(context)).toBe(true);
  threads.hear();
  for (const found of await Promise.all(searches)) expect(found).toMatchObject({ total: { value: 300 } });
});

test('answers of searches that were handed over together come one after the other', async () => {
  const threads = await started();
  const [thread] = threads.ends;
  const post = thread!.post.bind(thread);
  const found: number[] = [];
  thread!.post = (message, transfer) => {
    const { method, args } = message as { readonly method?: string; readonly args: unknown[] };
    if (method === 'found') found.push((args[0] as unknown[]).length);
    post(message, transfer);
  };
  await Promise.all(Array.from({ length: 4 }, () => threads.there({ body: { size: 0 } })));
  expect(found).toEqual([1, 1, 1, 1]);
});
