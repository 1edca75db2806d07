import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function service() {
  const app = await testApp();
  apps.push(app);
  return async (method: string, path: string, body?: object | string) => {
    const answer = await app.call(method, path, body === undefined ? {} : { body });
    return { status: answer.status, body: answer.json<Record<string, unknown>>() };
  };
}

const path = '/_scripts/painless/_execute';

test('a script is tried with nothing but its parameters, and answers a text', async () => {
  const call = await service();
  const script = { source: 'params.a.length() + 0.5', params: { a: 'four' } };
  expect((await call('POST', path, { script })).body).toEqual({ result: '4.5' });
  const numbers = '{"script":{"source":"params.a / 4 + params.n","params":{"a":2.0,"n":4}}}';
  expect((await call('POST', path, numbers)).body).toEqual({ result: '4.5' });
});

test('a script is tried with a document that is in no index, and a query that scores it', async () => {
  const call = await service();
  await call('PUT', '/tried', { mappings: { properties: { n: { type: 'long' }, t: { type: 'text' } } } });
  const setup = { index: 'tried', document: { n: 4, t: 'red fox' } };
  const filter = { script: { source: "doc['n'].value > 3" }, context: 'filter', context_setup: setup };
  expect((await call('POST', path, filter)).body).toEqual({ result: true });
  const query = { match: { t: 'fox' } };
  const score = { script: { source: "_score * doc['n'].value" }, context: 'score' };
  const { body } = await call('POST', path, { ...score, context_setup: { ...setup, query } });
  expect(body.result).toBeCloseTo(4 * 0.13076457, 6);
  expect((await call('POST', path, { ...score, context_setup: setup })).body).toEqual({ result: 0 });
  expect((await call('POST', '/tried/_count')).body).toMatchObject({ count: 0 });
});

test.each([
  [{ script: { source: 'nothing' } }, 'compile error'],
  [{ script: { source: '1' }, context: 'nowhere' }, 'unsupported script context name [nowhere]'],
  [{ script: { id: 'x' } }, 'only inline scripts are supported'],
  [
    { script: { source: '1' }, context: 'score', context_setup: { index: 'a' } },
    'document is a required parameter',
  ],
  [
    { script: { source: '1' }, context: 'score', context_setup: { index: 'a', document: {} } },
    'no such index [a]',
  ],
  [{ script: { source: '1', lang: 'klingon' } }, 'script_lang not supported [klingon]'],
  [{}, 'Required [script]'],
])('%j is refused', async (body, reason) => {
  const call = await service();
  const answer = await call('POST', path, body);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(JSON.stringify(answer.body)).toContain(reason);
});

test('a bulk update may name a script that is kept', async () => {
  const call = await service();
  await call('PUT', '/_scripts/sets', { script: { lang: 'painless', source: 'ctx._source.n = params.v' } });
  await call('PUT', '/kept/_doc/1?refresh=true', { n: 1 });
  const lines = [
    { update: { _index: 'kept', _id: '1' } },
    { script: { id: 'sets', params: { v: 33 } } },
    { index: { _index: 'kept', _id: '2' } },
    { n: 2 },
    { update: { _index: 'kept', _id: '2' } },
    { script: { id: 'none' } },
  ];
  const { body } = await call('POST', '/_bulk', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  const { items } = body as { readonly items: readonly { readonly update?: { readonly status: number } }[] };
  expect(items[0]!.update!.status).toBe(200);
  expect(JSON.stringify(items[2])).toContain('unable to find script [none] in cluster state');
  expect((await call('GET', '/kept/_source/1')).body).toEqual({ n: 33 });
});
