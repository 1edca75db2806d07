import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/a', { body: { mappings: { properties: { n: { type: 'long' } } } } });
});
afterAll(() => app.close());

async function typeOf(method: string, path: string, body: string): Promise<string> {
  const { error } = (await app.call(method, path, { body })).json<{
    error: { type: string; reason: string; caused_by?: { type: string } };
  }>();
  return error.caused_by === undefined ? error.type : `${error.type} <- ${error.caused_by.type}`;
}

const broken = '{"query":';

test.each([
  ['GET', '/a/_search', 'size=abc'],
  ['GET', '/a/_search', 'typed_keys=abc'],
  ['GET', '/a/_search', 'quark=1'],
  ['GET', '/a/_count', 'min_score=abc'],
  ['GET', '/_cat/count/a', 'quark=1'],
  ['PUT', '/b', 'timeout=abc'],
  ['PUT', '/b', 'quark=1'],
  ['PUT', '/a/_mapping', 'timeout=abc'],
  ['PUT', '/a/_alias/x', 'timeout=abc'],
  ['PUT', '/a/_settings', 'quark=1'],
  ['POST', '/_aliases', 'quark=1'],
  ['POST', '/a/_mget', 'quark=1'],
  ['POST', '/a/_update/7', 'quark=1'],
  ['PUT', '/_cluster/settings', 'quark=1'],
  ['GET', '/_analyze', 'quark=1'],
  ['GET', '/a/_search_shards', 'quark=1'],
])('%s %s tells of a broken body before it tells of ?%s', async (method, path, query) => {
  expect(await typeOf(method, `${path}?${query}`, broken)).toContain('json_e_o_f_exception');
  expect(await typeOf(method, `${path}?${query}`, '{}')).toMatch(/^illegal_argument_exception/);
});

test.each([
  ['GET', '/a/_search', 'pretty=abc'],
  ['GET', '/a/_search', 'human=abc'],
  ['PUT', '/a/_settings', 'preserve_existing=abc'],
  ['PUT', '/a/_settings', 'timeout=abc'],
  ['POST', '/_aliases', 'timeout=abc'],
  ['POST', '/a/_mget', 'realtime=abc'],
  ['POST', '/a/_update/7', 'retry_on_conflict=abc'],
  ['PUT', '/_cluster/settings', 'timeout=abc'],
  ['GET', '/a/_search_shards', 'local=abc'],
  ['PUT', '/a/_doc/7', 'quark=1'],
  ['PUT', '/a/_doc/7', 'version=abc'],
  ['GET', '/a/_validate/query', 'quark=1'],
  ['GET', '/a/_validate/query', 'explain=abc'],
])('%s %s tells of ?%s before it reads the body', async (method, path, query) => {
  expect(await typeOf(method, `${path}?${query}`, broken)).toMatch(/^illegal_argument_exception/);
});

test('a body that is too long is refused as such, whatever the parameters say', async () => {
  const long = `{"query":"${'x'.repeat(6 * 1024 * 1024)}"}`;
  expect((await app.call('GET', '/a/_search?quark=1', { body: long })).status).toBe(413);
});

test('errors name the path as it was meant', async () => {
  const reasonOf = async (path: string) => (await app.call('GET', path)).text;
  expect(await reasonOf('/_nope/a%20b/c%2Fd')).toBe(
    '{"error":"no handler found for uri [/_nope/a b/c/d] and method [GET]"}',
  );
  expect(await reasonOf('/%61/_search?quark=1')).toContain('request [/a/_search] contains unrecognized');
  expect(await reasonOf('/%61/_stats/quark')).toContain('request [/a/_stats/quark] contains unrecognized');
});

test('a stack is told where it is asked for, also when the parameters are wrong', async () => {
  const { error } = (await app.call('GET', '/_cat/indices?quark=1&error_trace')).json<{
    error: { stack_trace?: string };
  }>();
  expect(error.stack_trace).toContain('illegal_argument_exception');
  expect((await app.call('GET', '/_cat/indices?error_trace=quark')).text).not.toContain('stack_trace');
});

test('the innermost part of a body that cannot be read is the root of the error', async () => {
  const rootOf = async (path: string, body: object) =>
    (await app.call('PUT', path, { body })).json<{ error: { root_cause: [{ reason: string }] } }>().error
      .root_cause[0].reason;
  const template = { index_patterns: ['x-*'], template: { quark: 1 } };
  expect(await rootOf('/_index_template/t', template)).toBe('[1:39] [template] unknown field [quark]');
});
