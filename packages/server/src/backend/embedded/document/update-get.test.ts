import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
type Update = (id: string, body: object, params?: string) => Promise<Record<string, unknown>>;

async function service(pipeline: string): Promise<Call> {
  const app = await testApp();
  apps.push(app);
  const call: Call = async (method, path, body) =>
    (await app.call(method, path, body === undefined ? {} : { body })).json();
  await call('PUT', '/_ingest/pipeline/p', { processors: [{ set: { field: 'p', value: 1 } }] });
  await call('PUT', '/i', { settings: { 'index.default_pipeline': pipeline } });
  await call('PUT', '/i/_doc/1?pipeline=_none', { n: 1 });
  return call;
}

const ways: Readonly<Record<string, { pipeline: string; isBulk: boolean }>> = {
  'a single update': { pipeline: '_none', isBulk: false },
  'a single update with a pipeline': { pipeline: 'p', isBulk: false },
  'an update of a bulk': { pipeline: '_none', isBulk: true },
};

for (const [name, { pipeline, isBulk }] of Object.entries(ways)) {
  const start = async (): Promise<Update> => {
    const app = await service(pipeline);
    if (!isBulk) return (id, body, params = '') => app('POST', `/i/_update/${id}?${params}`, body);
    return async (id, body, params = '') => {
      const lines = `${JSON.stringify({ update: { _id: id } })}\n${JSON.stringify(body)}\n`;
      const headers = { 'content-type': 'application/x-ndjson' };
      const answer = await apps[0]!.call('POST', `/i/_bulk?${params}`, { headers, body: lines });
      return answer.json<{ items: { update: Record<string, unknown> }[] }>().items[0]!.update;
    };
  };

  test(`${name} that makes no document says that there is none, and shows nothing of it`, async () => {
    const update = await start();
    const nothing = { upsert: { n: 5 }, scripted_upsert: true, script: "ctx.op = 'none'" };
    for (const params of ['', '_source=true', '_source=n']) {
      const answer = await update('2', nothing, params);
      expect(answer).toMatchObject({ _version: -1, result: 'noop', get: { found: false } });
      expect(answer).not.toHaveProperty('_seq_no');
      expect(answer.get).toEqual({ found: false });
    }
  });

  test(`${name} that deletes the document says where, and shows nothing of it`, async () => {
    const update = await start();
    expect(await update('1', { script: "ctx.op = 'delete'" }, '_source=true')).toMatchObject({
      result: 'deleted',
      get: { _seq_no: 1, _primary_term: 1, found: true },
    });
    await update('1', { doc: { n: 2 }, doc_as_upsert: true });
    const { get } = await update('1', { script: "ctx.op = 'delete'", _source: true });
    expect(get).toEqual({ _seq_no: 3, _primary_term: 1, found: true });
  });

  test.each(['_source', '_source=', '_source_includes=', '_source_excludes=,'])(
    `${name} shows the whole document where %s names nothing`,
    async (params) => {
      const update = await start();
      const { get } = await update('1', { doc: { n: 2 } }, params);
      expect(get).toMatchObject({ found: true, _source: { n: 2 } });
    },
  );
}
