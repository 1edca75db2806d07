import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function service() {
  const app = await testApp();
  apps.push(app);
  const call = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, path, body === undefined ? {} : { body });
    return { status: answer.status, body: answer.json<Record<string, unknown>>() };
  };
  await call('PUT', '/i', { aliases: { red: { filter: { match: { t: 'red' } } } } });
  await call('PUT', '/i/_doc/1?refresh=true', { t: 'red fox' });
  await call('PUT', '/i/_doc/2?refresh=true', { t: 'blue fox' });
  return call;
}

test('a hit says why it has its score, and the numbers add up to it', async () => {
  const call = await service();
  const { body } = await call('POST', '/i/_search', { query: { match: { t: 'red fox' } }, explain: true });
  const { hits } = body.hits as { hits: { _score: number; _explanation: { value: number } }[] };
  expect(hits.map(({ _score, _explanation }) => _score - _explanation.value)).toEqual([0, 0]);
  expect(hits[0]).toMatchObject({ _shard: '[i][0]', _explanation: { description: 'sum of:' } });
});

test('a document is explained whether the query finds it or not; one that is not there is not found', async () => {
  const call = await service();
  const query = { match: { t: 'red' } };
  expect((await call('POST', '/i/_explain/1', { query })).body).toMatchObject({ matched: true });
  expect((await call('POST', '/i/_explain/2', { query })).body).toMatchObject({
    matched: false,
    explanation: { value: 0, description: 'no matching term' },
  });
  expect(await call('POST', '/i/_explain/3', { query })).toEqual({
    status: 404,
    body: { _index: 'i', _id: '3', matched: false },
  });
});

test('words of a phrase that a document has in another order are told from words that it has not', async () => {
  const call = await service();
  const told = async (match_phrase: object): Promise<unknown> =>
    (await call('POST', '/i/_explain/1', { query: { match_phrase } })).body.explanation;
  const none = (description: string) => ({ value: 0, description, details: [] });
  expect(await told({ t: 'fox red' })).toEqual(none('no matching phrase'));
  expect(await told({ t: 'blue fox' })).toEqual(none('no matching terms'));
});

test('an alias whose filter finds nothing hides no error of the query', async () => {
  const call = await service();
  await call('PUT', '/i/_mapping', { properties: { n: { type: 'long' } } });
  await call('PUT', '/i/_alias/none', { filter: { match_none: {} } });
  const { status, body } = await call('POST', '/none/_explain/1', { query: { term: { n: 'x' } } });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ reason: 'failed to create query: For input string: "x"' });
});

test('the filter of an alias is a part of what is explained', async () => {
  const call = await service();
  const { body } = await call('GET', '/red/_explain/2?q=t:fox');
  expect(body).toMatchObject({
    matched: false,
    explanation: { description: expect.stringContaining('clause') },
  });
});

test('what fails in the shard is told as its error', async () => {
  const call = await service();
  const wrong = { script: { script: 'foo' } };
  expect((await call('POST', '/i/_explain/1', { query: wrong })).body).toMatchObject({
    error: {
      root_cause: [{ type: 'script_exception', reason: 'compile error' }],
      type: 'query_shard_exception',
      reason: 'failed to create query: compile error',
      index: 'i',
      caused_by: { type: 'script_exception', caused_by: { type: 'illegal_argument_exception' } },
    },
    status: 400,
  });
});
