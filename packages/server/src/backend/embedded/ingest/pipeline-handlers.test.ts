import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
});

// As OpenSearch 3.6 answers.
test.each([
  [
    `{"processors":[],"_meta":${'['.repeat(3000)}1.0${']'.repeat(3000)}}`,
    'Document nesting depth (1001) exceeds',
  ],
  ['{"processors":[],"processors":[]}', "Duplicate field 'processors'"],
  ['{"processors":[],1.0:2}', "Unexpected character ('1' (code 49)): was expecting double-quote"],
])('a pipeline that is no sound JSON is refused: %#', async (body, reason) => {
  for (const path of ['/_ingest/pipeline/p', '/_search/pipeline/p']) {
    const answer = await app.call('PUT', path, { body });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      error: {
        type: 'parse_exception',
        reason: 'Failed to parse content to map',
        caused_by: { reason: expect.stringContaining(reason) as string },
      },
    });
  }
});

test('comments in a pipeline are not read', async () => {
  for (const [path, list] of [
    ['/_ingest/pipeline/c', 'processors'],
    ['/_search/pipeline/c', 'request_processors'],
  ]) {
    const put = await app.call('PUT', path!, { body: `{/* of nothing */"${list}":[]}` });
    expect(put.status).toBe(200);
    expect((await app.call('GET', path!)).json()).toEqual({ c: { [list!]: [] } });
  }
});
