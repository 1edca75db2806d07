import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;

interface Found {
  readonly _scroll_id?: string;
  readonly hits: { readonly hits: readonly { readonly _id: string }[] };
  readonly error?: { readonly type: string; readonly reason: string };
  readonly updated?: number;
}

const call = async (method: string, path: string, body: object | string = {}): Promise<Found> =>
  (await app.call(method, path, { body })).json<Found>();
const idsOf = ({ hits }: Found): string => hits.hits.map(({ _id }) => _id).join(' ');

const script = (source: string) => ({ request_processors: [{ script: { source } }] });

beforeAll(async () => {
  app = await testApp();
  await call('PUT', '/_search/pipeline/over', { request_processors: [{ oversample: { sample_factor: 2 } }] });
  await call('PUT', '/_search/pipeline/later', script('ctx._source.from = 1'));
  for (const [index, pipeline] of [
    ['i', 'over'],
    ['j', 'later'],
  ]) {
    const settings = { number_of_shards: 1, number_of_replicas: 0, 'search.default_pipeline': pipeline };
    await call('PUT', `/${index}`, { settings });
    const lines = [1, 2, 3, 4, 5].map((n) => `{"index":{"_id":"${n}"}}\n{"n":${n}}\n`);
    await call('POST', `/${index}/_bulk?refresh=true`, lines.join(''));
  }
});
afterAll(() => app.close());

test('a search that cannot be read is refused as it stands, before its pipeline changes it', async () => {
  const reason = async (body: object) => (await call('POST', '/i/_search', body)).error?.reason;
  expect(await reason({ size: -3 })).toBe('[size] parameter cannot be negative, found [-3]');
  expect(await reason({ size: null })).toBe('Unknown key for a VALUE_NULL in [size].');
  expect(await reason({ size: { a: 1 } })).toBe('Unknown key for a START_OBJECT in [size].');
});

test('a scroll whose pipeline leaves out more hits than there are gives none of them', async () => {
  const search_pipeline = script('ctx._source.from = 9');
  const first = await call('POST', '/j/_search?scroll=1m', { size: 2, sort: ['n'], search_pipeline });
  const next = await call('POST', '/_search/scroll', { scroll: '1m', scroll_id: first._scroll_id });
  expect([idsOf(first), idsOf(next)]).toEqual(['', '']);
});

test('a scroll whose pipeline leaves out the first hits gives all others', async () => {
  const first = await call('POST', '/j/_search?scroll=1m', { size: 2, sort: ['n'] });
  const pages = [idsOf(first)];
  const scroll = { scroll: '1m', scroll_id: first._scroll_id };
  for (let i = 0; i < 2; i++) pages.push(idsOf(await call('POST', '/_search/scroll', scroll)));
  expect(pages).toEqual(['2 3', '4 5', '']);
  expect(await call('POST', '/j/_update_by_query?scroll_size=2')).toMatchObject({ updated: 4 });
});
