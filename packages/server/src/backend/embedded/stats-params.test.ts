import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/a');
});
afterAll(() => app.close());

const unread = (path: string, ...names: readonly string[]) =>
  `request [${path}] contains unrecognized parameter${names.length > 1 ? 's' : ''}: ${names.map((name) => `[${name}]`).join(', ')}`;

test.each([
  '/a/_stats?completion_fields=a&fielddata_fields=a&fields=a&include_unloaded_segments=true',
  '/a/_stats/completion?fields=a',
  '/a/_stats/fielddata?fields=a&fielddata_fields=b',
  '/a/_stats/docs?groups=a',
  '/a/_stats/segments?include_segment_file_sizes=true&include_unloaded_segments=true',
  '/_nodes/stats?completion_fields=a&include_segment_file_sizes=true&groups=a',
  '/_nodes/stats/indices/search?groups=a',
  '/_nodes/stats/indices,os/segments?include_segment_file_sizes=true',
  '/_nodes/stats/indices/_all',
  '/_nodes/stats/os?level=indices',
])('%s reads its parameters', async (path) => {
  expect((await app.call('GET', path)).status).toBe(200);
});

test.each([
  ['/a/_stats/docs', 'completion_fields=a', 'completion_fields'],
  [
    '/a/_stats/docs',
    'fields=a&include_unloaded_segments=true&include_segment_file_sizes=true',
    'fields',
    'include_segment_file_sizes',
    'include_unloaded_segments',
  ],
  ['/a/_stats/docs', 'level=quark&fields=a', 'fields'],
  ['/a/_stats/completion', 'fielddata_fields=a', 'fielddata_fields'],
  ['/a/_stats/fielddata', 'completion_fields=a&fields=b', 'completion_fields'],
  ['/_nodes/stats/os', 'fields=a&fielddata_fields=b', 'fielddata_fields', 'fields'],
  ['/_nodes/stats/os', 'groups=a', 'groups'],
  ['/_nodes/stats/os', 'include_segment_file_sizes=true', 'include_segment_file_sizes'],
  ['/_nodes/stats/indices', 'include_unloaded_segments=true', 'include_unloaded_segments'],
  ['/_nodes/stats/indices/docs', 'groups=a', 'groups'],
  ['/_nodes/stats/indices/search', 'fields=a', 'fields'],
])('%s refuses %s, which nothing that it shows reads', async (path, query, ...names) => {
  const answer = await app.call('GET', `${path}?${query}`);
  expect([answer.status, answer.json<{ error: { reason: string } }>().error.reason]).toEqual([
    400,
    unread(path, ...names),
  ]);
});

test.each([
  ['/_nodes/stats/os/segments', 'contains index metrics [segments] but indices stats not requested'],
  ['/_nodes/stats/_all/search', 'contains index metrics [search] but all stats requested'],
  ['/_nodes/stats/_all,os', 'contains _all and individual metrics [_all,os]'],
  ['/_nodes/stats/indices/_all,docs', 'contains unrecognized index metric: [_all]'],
  ['/a/_stats/_all,docs', 'contains _all and individual metrics [_all,docs]'],
  ['/a/_stats/quark', 'contains unrecognized metric: [quark]'],
])('%s is refused', async (path, reason) => {
  const answer = await app.call('GET', path);
  expect([answer.status, answer.json<{ error: { reason: string } }>().error.reason]).toEqual([
    400,
    `request [${path}] ${reason}`,
  ]);
});
