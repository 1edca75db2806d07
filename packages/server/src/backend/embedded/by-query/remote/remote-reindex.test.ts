import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../testing/test-app.ts';
import {
  type HostAnswer,
  type HostCall,
  HostCallError,
  type HostOptions,
  type RemoteHosts,
} from '../../../../transport/outgoing-http.ts';

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

/** Another service: answers by what `answer` makes of a call, after `GET /`. */
class Remote implements RemoteHosts {
  readonly allowed = ['east:*', 'west:9200'];
  readonly calls: HostCall[] = [];
  opened: HostOptions | undefined;
  closed = 0;
  version = '7.10.2';
  answer: (call: HostCall) => Answer | Promise<Answer>;

  constructor(answer: Remote['answer']) {
    this.answer = answer;
  }

  readonly open: RemoteHosts['open'] = async (options) => {
    this.opened = options;
    return {
      send: (call) => this.#send(call),
      close: async () => {
        this.closed++;
      },
    };
  };

  async #send(call: HostCall): Promise<HostAnswer> {
    this.calls.push(call);
    const greeting: Answer = { body: JSON.stringify({ version: { number: this.version } }) };
    const answer = call.method === 'GET' ? greeting : await this.answer(call);
    const { status = 200, type = 'application/json; charset=UTF-8', body } = answer;
    return { status, contentType: type, body: Buffer.from(body) };
  }
}

const apps: TestApp[] = [];

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function service(remote: Remote): Promise<TestApp> {
  const app = await testApp({ remoteHosts: remote });
  apps.push(app);
  return app;
}

const page = (hits: readonly string[], total: number): Answer => ({
  body: `{"_scroll_id":"s1","timed_out":false,"_shards":{"failures":[]},"hits":{"total":{"value":${total}},"hits":[${hits}]}}`,
});
const hit = (id: string, source: string, more = ''): string =>
  `{"_index":"logs","_id":"${id}"${more},"_source":${source}}`;

/** Pages one after the other, then nothing. */
function pages(...all: readonly (readonly string[])[]): Remote['answer'] {
  const left = [...all];
  const total = all.flat().length;
  return ({ method }) => (method === 'DELETE' ? { body: '{}' } : page(left.shift() ?? [], total));
}

const source = { remote: { host: 'http://east:9200' }, index: ['logs', 'a b'] };

test('documents of another service are copied page by page, and its scroll is ended', async () => {
  const remote = new Remote(
    pages(
      [hit('1', '{"n": 9007199254740993, "d":1.0}', ',"_routing":"r"'), hit('2', '{"n":2}')],
      [hit('3', '{"n":3}')],
    ),
  );
  const app = await service(remote);
  const from = {
    ...source,
    remote: { host: 'http://east:9200/pre', username: 'u', password: 'p', headers: { 'X-A': 'b' } },
    size: 2,
    query: { unknown_here: { n: 1 } },
    _source: ['n', 'd'],
    sort: [{ n: 'desc' }, 'd'],
  };
  const body = { source: from, dest: { index: 'copy' } };
  const answer = await app.call('POST', '/_reindex?refresh=true', { body });
  expect(answer.json()).toMatchObject({ total: 3, created: 3, batches: 2, failures: [] });
  const found = await app.call('GET', '/copy/_doc/1?routing=r&filter_path=_routing,_source');
  expect(found.text).toBe('{"_routing":"r","_source":{"n": 9007199254740993, "d":1.0}}');
  const [greeting, first, second, third, last] = remote.calls;
  expect(greeting).toMatchObject({ method: 'GET', path: '/pre/' });
  const search =
    '/pre/logs,a%20b/_search?scroll=5m&sort=n%3Adesc%2Cd%3Aasc&size=2&allow_partial_search_results=false&version=false';
  expect(first).toMatchObject({ method: 'POST', path: search });
  expect(JSON.parse(first!.body!)).toEqual({ query: { unknown_here: { n: 1 } }, _source: ['n', 'd'] });
  expect(first!.headers).toEqual({
    accept: 'application/json',
    authorization: 'Basic dTpw',
    'content-type': 'application/json',
    'x-a': 'b',
  });
  expect(second).toMatchObject({ method: 'POST', path: '/pre/_search/scroll?scroll=5m' });
  expect(third).toMatchObject({ method: 'DELETE', body: '{"scroll_id":["s1"]}' });
  expect(last).toBeUndefined();
  expect(remote).toMatchObject({
    closed: 1,
    opened: { origin: 'http://east:9200', connectTimeoutMs: 30_000, socketTimeoutMs: 30_000 },
  });
});

test.each(['{"value":1,"relation":"gte"}', 'null'])(
  'where the other service does not say how many there are (%s), its scroll is read to the end',
  async (total) => {
    const each = pages([hit('1', '{}')], [hit('2', '{}')], [hit('3', '{}')]);
    const remote = new Remote(async (call) => {
      const { body } = await each(call);
      return { body: body.replace('{"value":3}', total) };
    });
    const app = await service(remote);
    const answer = await app.call('POST', '/_reindex', { body: { source, dest: { index: 'copy' } } });
    expect(answer.json()).toMatchObject({ total: 3, created: 3, batches: 3, failures: [] });
  },
);

test('an external version is that of the other service', async () => {
  const remote = new Remote(pages([hit('1', '{}', ',"_version":7')]));
  const app = await service(remote);
  const body = { source, dest: { index: 'copy', version_type: 'external' } };
  expect((await app.call('POST', '/_reindex', { body })).json()).toMatchObject({ created: 1 });
  expect(remote.calls[1]!.path).toContain('version=true');
  expect((await app.call('GET', '/copy/_doc/1')).json()).toMatchObject({ _version: 7 });
  remote.answer = pages([hit('2', '{}')]);
  const without = await app.call('POST', '/_reindex', { body });
  expect(without.json()).toMatchObject({
    error: { reason: 'Validation Failed: 1: illegal version value [-1] for version type [EXTERNAL];' },
  });
});

test('max_docs, a pipeline and a script are heeded', async () => {
  const remote = new Remote(pages([hit('1', '{"n":1}'), hit('2', '{"n":2}'), hit('3', '{"n":3}')]));
  const app = await service(remote);
  const processors = [{ set: { field: 'p', value: true } }];
  await app.call('PUT', '/_ingest/pipeline/p', { body: { processors } });
  const script = { source: 'ctx._source.n += 1' };
  const body = { source, dest: { index: 'copy', pipeline: 'p' }, script, max_docs: 2 };
  expect((await app.call('POST', '/_reindex?refresh=true', { body })).json()).toMatchObject({
    total: 2,
    created: 2,
  });
  const found = await app.call('GET', '/copy/_doc/2?filter_path=_source');
  expect(found.json()).toEqual({ _source: { n: 3, p: true } });
});

test.each([
  ['http://north:9200', '[north:9200] not allowlisted in reindex.remote.allowlist'],
  ['http://west:9201', '[west:9201] not allowlisted in reindex.remote.allowlist'],
  ['http://EAST:9200', '[EAST:9200] not allowlisted in reindex.remote.allowlist'],
  ['http://west:9200.evil:1', 'must be of the form'],
])('a host that the list does not name is not called: %s', async (host, why) => {
  const remote = new Remote(pages([]));
  const app = await service(remote);
  const body = { source: { remote: { host }, index: 'a' }, dest: { index: 'copy' } };
  const answer = await app.call('POST', '/_reindex', { body });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(why);
  expect(remote.calls).toEqual([]);
});

test('slices, and what does not reach the other side, are refused', async () => {
  const app = await service(new Remote(pages([])));
  const ask = async (path: string, more: object = {}): Promise<string> => {
    const body = { source: { ...source, ...more }, dest: { index: 'copy' } };
    const answer = await app.call('POST', path, { body });
    expect(answer.status).toBe(400);
    return answer.json<{ error: { reason: string } }>().error.reason;
  };
  expect(await ask('/_reindex?slices=2')).toContain("doesn't support slices > 1 but was [2]");
  expect(await ask('/_reindex?slices=auto')).toContain("doesn't support slices > 1 but was [0]");
  expect(await ask('/_reindex', { slice: { id: 0, max: 2 } })).toContain('[slice] is not supported');
  expect(await ask('/_reindex', { sort: [{ _geo_distance: { p: [1, 2] } }] })).toContain('Unsupported sort');
});

test.each<[string, Answer, number, object]>([
  [
    'an error keeps its status',
    { status: 404, body: '{"error":"no"}' },
    404,
    { type: 'status_exception', reason: 'body={"error":"no"}', caused_by: { type: 'response_exception' } },
  ],
  [
    'a redirect is not followed',
    { status: 302, body: 'moved' },
    500,
    { type: 'status_exception', reason: 'body=moved' },
  ],
  [
    'what is no JSON by its own account',
    { type: 'text/plain', body: '{}' },
    500,
    {
      type: 'exception',
      reason: "Response didn't include supported Content-Type, remote is likely not an OpenSearch instance",
    },
  ],
  [
    'what is no answer to a search',
    { body: '{"a":1}' },
    500,
    {
      type: 'exception',
      reason: 'Error parsing the response, remote is likely not an OpenSearch instance',
    },
  ],
  [
    'a document without a source',
    { body: '{"_shards":{},"hits":{"total":1,"hits":[{"_index":"q","_id":"1"}]}}' },
    400,
    { type: 'illegal_argument_exception', reason: "[q][1] didn't store _source" },
  ],
])('%s', async (_name, answer, status, error) => {
  const remote = new Remote(() => answer);
  const app = await service(remote);
  const body = { source, dest: { index: 'copy' } };
  const answered = await app.call('POST', '/_reindex', { body });
  expect(answered.status).toBe(status);
  expect(answered.json()).toMatchObject({ error });
  expect(remote.closed).toBe(1);
});

test.each<[HostCallError['kind'], object]>([
  [
    'unreachable',
    { type: 'http_host_connect_exception', reason: 'Connect to http://east:9200 failed: CODE' },
  ],
  ['silent', { type: 'socket_timeout_exception', reason: '30000 MILLISECONDS' }],
  ['too long', { type: 'illegal_argument_exception', caused_by: { type: 'content_too_long_exception' } }],
  ['broken', { type: 'connection_closed_exception' }],
])('a call that is %s says so', async (kind, error) => {
  const remote = new Remote(() => Promise.reject(new HostCallError(kind, 'CODE', undefined)));
  const app = await service(remote);
  const body = { source, dest: { index: 'copy' } };
  expect((await app.call('POST', '/_reindex', { body })).json()).toMatchObject({ error });
});

test('shards that the other service could not read are told, with its names', async () => {
  const failures =
    '[{"index":"q","shard":2,"node":"n1","reason":{"type":"a_exception","reason":"why"}},{"reason":"text"}]';
  const remote = new Remote(() => ({
    body: `{"_shards":{"failures":${failures}},"hits":{"total":1,"hits":[]}}`,
  }));
  const app = await service(remote);
  const answer = await app.call('POST', '/_reindex', { body: { source, dest: { index: 'copy' } } });
  expect(answer.json<{ failures: unknown }>().failures).toEqual([
    {
      index: 'q',
      shard: 2,
      node: 'n1',
      status: 500,
      reason: { type: 'runtime_exception', reason: 'a_exception: why' },
    },
    {
      status: 500,
      reason: {
        type: 'runtime_exception',
        reason: 'Unknown remote exception with reason=[text]',
      },
    },
  ]);
});

test.each([
  ['2.4.6', undefined],
  ['6.2.4', false],
  ['6.3.0', true],
  ['8.19.1', true],
])('the other service is asked as its version %s understands', async (version, mayRefuseParts) => {
  const remote = new Remote(pages([]));
  remote.version = version;
  const app = await service(remote);
  const answer = await app.call('POST', '/_reindex', { body: { source, dest: { index: 'copy' } } });
  expect(answer.status).toBe(mayRefuseParts === undefined ? 400 : 200);
  const path = remote.calls[1]?.path;
  expect(path?.includes('allow_partial_search_results=false')).toBe(mayRefuseParts);
});

interface Shown {
  readonly completed: boolean;
  readonly task: { readonly description: string; readonly status: object };
  readonly response?: object;
}

/** Looks until it is so. */
async function until(app: TestApp, task: string, isSo: (shown: Shown) => boolean): Promise<Shown> {
  for (;;) {
    const shown = (await app.call('GET', `/_tasks/${task}`)).json<Shown>();
    if (isSo(shown)) return shown;
    app.clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function begin(app: TestApp, from: object = source, pace = ''): Promise<string> {
  const body = { source: from, dest: { index: 'copy' } };
  const answer = await app.call('POST', `/_reindex?wait_for_completion=false${pace}`, { body });
  return answer.json<{ task: string }>().task;
}

test('what the other service refuses for now is asked again, and counted', async () => {
  const rest = pages([hit('1', '{}')]);
  let refused = 0;
  const remote = new Remote((call) => (refused++ < 2 ? { status: 429, body: '{}' } : rest(call)));
  const app = await service(remote);
  const shown = await until(app, await begin(app), ({ completed }) => completed);
  expect(shown.response).toMatchObject({ created: 1, retries: { bulk: 0, search: 2 } });
});

test('a task tells whom it reads without the password, and a cancel ends the call that it waits for', async () => {
  const remote = new Remote(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal!.addEventListener('abort', () => reject(signal!.reason as Error));
      }),
  );
  const app = await service(remote);
  const task = await begin(app, {
    ...source,
    remote: { host: 'http://east:9200', username: 'u', password: 'hush' },
    query: { match: { a: 'b' } },
  });
  const { description } = (await until(app, task, () => remote.calls.length === 2)).task;
  expect(description).toBe(
    'reindex from [host=east port=9200 query={\n  "match" : {\n    "a" : "b"\n  }\n} username=u password=<<>>]' +
      '[logs, a b] to [copy]',
  );
  await app.call('POST', `/_tasks/${task}/_cancel`);
  const shown = await until(app, task, ({ completed }) => completed);
  expect(shown.response).toMatchObject({ total: 0, canceled: 'by user request' });
  expect(JSON.stringify(app.log)).not.toContain('hush');
});

test('the other service keeps its scroll for as long as a pause takes', async () => {
  const remote = new Remote(pages([hit('1', '{}')], [hit('2', '{}')]));
  const app = await service(remote);
  const task = await begin(app, { ...source, size: 1 }, '&requests_per_second=0.01');
  const shown = await until(app, task, ({ completed }) => completed);
  expect(shown.response).toMatchObject({ created: 2, throttled_millis: 200_000 });
  expect(remote.calls[1]!.path).toContain('scroll=400s');
});
