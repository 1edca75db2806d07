import { afterEach, expect, test } from 'vitest';
import type { TestApp } from '../../../testing/index.ts';
import { threadedApp } from '../../../testing/threaded-app.ts';

let app: TestApp;
afterEach(() => app.close());

test('words of documents are told by a thread that searches', async () => {
  const threaded = await threadedApp(1, 0);
  const { sent } = threaded;
  app = threaded.app;
  await app.call('PUT', '/i/_doc/1?refresh=true', { body: { t: 'one two two' } });
  const terms = { one: { term_freq: 1 }, two: { term_freq: 2 } };
  const told = { term_vectors: { t: { terms } } };
  const one = await app.call('GET', '/i/_termvectors/1?fields=t');
  const many = await app.call('POST', '/i/_mtermvectors', {
    body: { docs: [{ _id: '1', fields: ['t'] }, { doc: { t: 'one two two' } }] },
  });
  expect(one.json()).toMatchObject(told);
  expect(many.json()).toMatchObject({ docs: [told, told] });
  expect(sent.filter(({ options }) => options.termVectors !== undefined).length).toBe(3);
});

test('more documents than a function takes arguments are asked for', async () => {
  ({ app } = await threadedApp(1, 0));
  const ids = Array.from({ length: 150_000 }, () => '1');
  for (const body of [{ ids }, { docs: ids.map((_id) => ({ _id })) }]) {
    const answer = await app.call('POST', '/_mtermvectors', { body });
    expect(answer.json()).toMatchObject({
      error: { type: 'action_request_validation_exception' },
      status: 400,
    });
  }
});

test('documents that are asked for are objects, and their ids values', async () => {
  ({ app } = await threadedApp(1, 0));
  for (const [body, reason] of [
    [{ ids: ['1', null] }, 'ids array element should only contain ids'],
    [{ ids: [{}] }, 'ids array element should only contain ids'],
    [{ docs: [1] }, 'docs array element should include an object'],
    [{ docs: [[]] }, 'docs array element should include an object'],
    [{ docs: {} }, 'no parameter named [docs] and type OBJECT'],
    [{ parameters: [] }, 'no parameter named [parameters] and type ARRAY'],
    [{ ids: ['1'], parameters: 1 }, '_mtermvectors: Parameter [parameters] not supported'],
  ] as const) {
    const answer = await app.call('POST', '/i/_mtermvectors', { body });
    expect(answer.json()).toMatchObject({ error: { reason }, status: 400 });
  }
});
