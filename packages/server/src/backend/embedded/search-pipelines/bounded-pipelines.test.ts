import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;

interface Answer {
  readonly error?: {
    readonly reason: string;
    readonly type: string;
    readonly caused_by?: { reason: string };
  };
  readonly responses: readonly Answer[];
}

const call = async (method: string, path: string, body: object | string): Promise<Answer> =>
  (await app.call(method, path, { body })).json<Answer>();

const scripts = (...sources: readonly string[]) => ({
  request_processors: sources.map((source) => ({ script: { source } })),
});

beforeAll(async () => {
  app = await testApp();
  await call('PUT', '/i/_doc/1?refresh=true', { n: 1 });
});
afterAll(() => app.close());

test('the scripts of all searches of a request have one allowance', async () => {
  const search_pipeline = scripts('while (true) { ctx.request_context.a = 1 }');
  const line = `{"index":"i"}\n${JSON.stringify({ search_pipeline })}\n`;
  const { responses } = await call('POST', '/_msearch', line.repeat(12));
  const reasons = responses.map(({ error }) => error?.caused_by?.reason);
  expect(reasons[0]).toMatch(/maximum number of statements/);
  expect(reasons.at(-1)).toMatch(/scripts of the request take more operations than they may together/);
  const alone = await call('POST', '/i/_search', { search_pipeline: scripts('ctx._source.size = 1') });
  expect(alone.error).toBeUndefined();
});

test('scripts that are too long together are not compiled', async () => {
  const source = `int a = 0; ${'a = a + 1; '.repeat(5000)}`;
  const refused = await call('POST', '/i/_search', { search_pipeline: scripts(source, source, source) });
  expect(refused.error?.reason).toBe(
    'the scripts of a search pipeline are longer than [131072] characters together',
  );
  const taken = await call('POST', '/i/_search', { search_pipeline: scripts(source, source) });
  expect(taken.error).toBeUndefined();
});

test('what processors are shown to have made of an answer has an end, whatever stands in its hits', async () => {
  const lines = Array.from({ length: 2000 }, (_, i) => `{"index":{"_id":"${i}"}}\n{"t":"one two"}\n`);
  await call('POST', '/many/_bulk?refresh=true', lines.join(''));
  const truncate = { truncate_hits: { target_size: 10_000 } };
  const body = (count: number) => ({
    ...{ size: 2000, explain: true, _source: false, query: { match: { t: 'one' } } },
    verbose_pipeline: true,
    search_pipeline: { response_processors: Array.from({ length: count }, () => truncate) },
  });
  const search = (count: number) => call('POST', '/many/_search', body(count));
  expect((await search(1)).error).toBeUndefined();
  expect((await search(20)).error?.reason).toBe(
    'the processors of a search pipeline would show more than [33554432] bytes',
  );
  const line = `{"index":"many"}\n${JSON.stringify(body(2))}\n`;
  const { responses } = await call('POST', '/_msearch', line.repeat(10));
  expect([responses[0]!.error, responses.at(-1)!.error?.reason]).toEqual([
    undefined,
    'the processors of a search pipeline would show more than [33554432] bytes',
  ]);
  const { verbose_pipeline: _verbose, ...plain } = body(1);
  await call('PUT', '/_cluster/settings', { persistent: { 'indices.breaker.request.limit': '6mb' } });
  const kept = await call('POST', '/_msearch', `{"index":"many"}\n${JSON.stringify(plain)}\n`.repeat(20));
  expect([kept.responses[0]!.error, kept.responses.at(-1)!.error?.type]).toEqual([
    undefined,
    'circuit_breaking_exception',
  ]);
});
