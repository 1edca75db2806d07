import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../../testing/index.ts';

const app = await testApp();
afterAll(() => app.close());

async function call(method: string, path: string, body: object = {}) {
  const { status, text } = await app.call(method, path, method === 'GET' ? {} : { body });
  return { status, body: JSON.parse(text) as Readonly<Record<string, unknown>> };
}

async function reason(method: string, path: string): Promise<string> {
  const { status, body } = await call(method, path);
  const { error } = body as { error: { type: string; reason: string } };
  return `${status} ${error.type}: ${error.reason}`;
}

test('a query is not valid where its indices are closed or not to be read', async () => {
  await call('PUT', '/v-a');
  await call('PUT', '/v-b', { settings: { 'blocks.read': true } });
  await call('PUT', '/v-c', { settings: { 'blocks.read': true } });
  await call('POST', '/v-c/_close');
  const read = 'FORBIDDEN/7/index read (api)';
  const ofB = `index [v-b] blocked by: [${read}];`;
  const ofC = `index [v-c] blocked by: [${read}, FORBIDDEN/4/index closed];`;
  for (const [names, error] of [
    ['v-c', ofC],
    ['v-c,none/_validate/query?ignore_unavailable=true', ofC],
    ['v-*', ofB],
    ['v-*/_validate/query?expand_wildcards=all', ofB + ofC],
  ] as const) {
    const path = names.includes('/') ? names : `${names}/_validate/query`;
    const { status, body } = await call('GET', `/${path}`);
    expect([status, body]).toEqual([
      200,
      {
        _shards: { total: 0, successful: 0, failed: 0 },
        valid: false,
        explanations: [{ valid: false, error }],
      },
    ]);
  }
  expect((await call('GET', '/v-a/_validate/query')).body).toMatchObject({ valid: true });
});

test('fields of closed indices are not shown, whoever names them', async () => {
  const mappings = { properties: { a: { type: 'long' } } };
  for (const name of ['f-a', 'f-b']) await call('PUT', `/${name}`, { mappings });
  await call('POST', '/f-b/_close');
  const { status, body } = await call('GET', '/f-b/_mapping/field/a');
  expect([status, body]).toEqual([404, {}]);
  expect(Object.keys((await call('GET', '/f-a,f-b/_mapping/field/a')).body)).toEqual(['f-a']);
});

test('wildcards that meet closed indices are refused by calls for open ones, statistics among them', async () => {
  await call('PUT', '/w-a');
  await call('PUT', '/w-b');
  await call('POST', '/w-b/_close');
  const paths = ['_stats', '_segments', '_upgrade', '_count', '_refresh'];
  for (const path of paths) {
    expect(await reason('GET', `/w-*/${path}?expand_wildcards=closed`)).toBe(
      '400 illegal_argument_exception: To expand [CLOSE] wildcard, please set forbid_closed_indices to `false`',
    );
    expect(await reason('GET', `/w-*/${path}?expand_wildcards=all`)).toBe(
      '400 index_closed_exception: closed',
    );
    const left = await call('GET', `/w-*/${path}?expand_wildcards=all&ignore_unavailable=true`);
    expect([left.status, JSON.stringify(left.body)]).toEqual([200, expect.not.stringContaining('w-b')]);
  }
  expect((await call('GET', '/w-z*/_stats')).body).toEqual({
    _shards: { total: 0, successful: 0, failed: 0 },
    _all: { primaries: {}, total: {} },
    indices: {},
  });
});
