import type { ThreadSample } from '@sextant/base/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import type { ThreadSampler } from '../context.ts';

const outer = ['collect (search.js:7:1)', 'run (search.js:1:1)'];
const samples: readonly ThreadSample[] = [
  { thread: 'main', watchedMs: 500, busyMs: 0, snapshots: [[], [], [], []] },
  { thread: 'search', watchedMs: 500, busyMs: 25, snapshots: [[], ['gc'], [], []] },
  {
    thread: 'search',
    watchedMs: 500,
    busyMs: 480,
    snapshots: [['add (sum.js:3:1)', ...outer], ['next (sum.js:9:1)', ...outer], ['gc'], outer],
  },
];

let app: TestApp;
/** Told when threads begin to be watched. */
let watched: (() => void) | undefined;
beforeAll(async () => {
  const sampleThreads: ThreadSampler = async ({ intervalMs, wait }) => {
    const waited = intervalMs > 1000 ? wait(intervalMs) : undefined;
    watched?.();
    await waited;
    return samples;
  };
  app = await testApp({ sampleThreads });
});
afterAll(async () => {
  await app.close();
});

const get = async (path: string) => app.call('GET', path);

test('the busiest threads come first, with the frames that their stacks share, and the tasks under way', async () => {
  const heavy = app.tasks.begin({ action: 'indices:data/read/search' });
  heavy.describe(() => 'indices[logs], source[{"aggs":\n{}}]');
  const { text } = await get('/_nodes/hot_threads?threads=2');
  app.tasks.end(heavy);
  const [header, ...lines] = text.split('\n');
  expect(header).toMatch(
    /^::: \{test-node\}\{.{22}\}\{.{22}\}\{127\.0\.0\.1\}\{127\.0\.0\.1:9200\}\{dimr\}$/,
  );
  expect(lines.slice(1)).toEqual([
    '   ',
    "    96.0% (480ms out of 500ms) cpu usage by thread 'sextant[test-node][search][T#2]'",
    '     3/4 snapshots sharing following 2 elements',
    '       collect (search.js:7:1)',
    '       run (search.js:1:1)',
    '     unique snapshot',
    '       gc',
    '',
    "    5.0% (25ms out of 500ms) cpu usage by thread 'sextant[test-node][search][T#1]'",
    '     unique snapshot',
    '       gc',
    '',
    '    tasks under way:',
    expect.stringMatching(/^ {5}\[.{22}:\d+\] indices:data\/read\/search, running for \S+: indices\[logs\]/),
    '    {}}]',
    '',
    '',
  ]);
  expect(lines[0]).toMatch(
    /^ {3}Hot threads at \d{4}-.*Z, interval=500ms, busiestThreads=2, ignoreIdleThreads=true:$/,
  );
});

test.each([
  '/_nodes/hotthreads',
  '/_cluster/nodes/hot_threads',
  '/_cluster/nodes/_local/hotthreads',
  '/_nodes/test-node/hot_threads',
])('%s answers as well', async (path) => {
  expect((await get(path)).text).toMatch(/^::: \{test-node\}/);
});

test('idle threads are shown on request, others nodes and unknown types are nothing', async () => {
  const { text } = await get('/_nodes/hot_threads?ignore_idle_threads=false');
  expect(text).toContain("0.0% (0ms out of 500ms) cpu usage by thread 'sextant[test-node][main][T#1]'");
  expect((await get('/_nodes/other/hot_threads')).text).toBe('');
  expect((await get('/_nodes/hot_threads?type=odd')).text).toBe('');
  expect((await get('/_nodes/hot_threads?type=wait')).text).not.toContain('usage by thread');
});

test('a node that is watched for longer than the time-out is left out', async () => {
  const begun = new Promise<void>((resolve) => {
    watched = resolve;
  });
  const answer = get('/_nodes/hot_threads?interval=60s&timeout=2s');
  await begun;
  app.clock.advance(2_000);
  expect((await answer).text).toBe('');
});

test.each(['interval=0ms', 'interval=2m', 'snapshots=0', 'snapshots=1001', 'threads=-1'])(
  '%s is refused',
  async (query) => {
    expect((await get(`/_nodes/hot_threads?${query}`)).status).toBe(400);
  },
);

test('a few who watch at the same time wait for each other, more are refused', async () => {
  const others = Array.from({ length: 8 }, () =>
    app.tasks.begin({ action: 'cluster:monitor/nodes/hot_threads' }),
  );
  expect((await get('/_nodes/hot_threads')).status).toBe(429);
  app.tasks.end(others.pop()!);
  expect((await get('/_nodes/hot_threads')).status).toBe(200);
  for (const task of others) app.tasks.end(task);
});
