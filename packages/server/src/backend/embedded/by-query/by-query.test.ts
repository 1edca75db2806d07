import { FakeClock } from '@sextant/base/testing';
import { afterEach, expect, test } from 'vitest';
import type { Gate } from '../../../http/authenticator.ts';
import { accessOf } from '../../../security/access.ts';
import type { Role } from '../../../security/roles.ts';
import type { Task } from '../../../tasks/task.ts';
import { type TestApp, type TestAppOptions, testApp } from '../../../testing/test-app.ts';
import { Throttle } from './throttle.ts';

const apps: TestApp[] = [];

async function filled(docs: number, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await testApp(options);
  apps.push(app);
  await app.call('PUT', '/s', { body: { settings: { number_of_shards: 2, number_of_replicas: 0 } } });
  const lines = Array.from({ length: docs }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n}}\n`);
  const headers = { 'content-type': 'application/x-ndjson' };
  await app.call('POST', '/s/_bulk?refresh=true', { body: lines.join(''), headers });
  return app;
}

afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

interface Shown {
  readonly completed: boolean;
  readonly task: { readonly status: Record<string, unknown>; readonly description: string };
  readonly response?: Record<string, unknown>;
}

async function begin(app: TestApp, path: string, body?: object): Promise<string> {
  const answer = await app.call('POST', path, body === undefined ? {} : { body });
  return answer.json<{ task: string }>().task;
}

const look = async (app: TestApp, task: string): Promise<Shown> =>
  (await app.call('GET', `/_tasks/${task}`)).json<Shown>();

async function until(app: TestApp, task: string, isSo: (shown: Shown) => boolean): Promise<Shown> {
  for (;;) {
    const shown = await look(app, task);
    if (isSo(shown)) return shown;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const total = async (app: TestApp, path: string): Promise<number> =>
  (await app.call('GET', `${path}/_count`)).json<{ count: number }>().count;

test.each(['', '&slices=3', '&slices=auto'])(
  'every document is copied once, page by page%s',
  async (slices) => {
    const app = await filled(730);
    const body = { source: { index: 's', size: 100 }, dest: { index: 'd', op_type: 'create' } };
    const answer = await app.call('POST', `/_reindex?refresh=true${slices}`, { body });
    expect(answer.json()).toMatchObject({ total: 730, created: 730, version_conflicts: 0, failures: [] });
    expect(await total(app, '/d')).toBe(730);
    const stats = await app.call('GET', '/_stats/search?filter_path=_all.total.search.open_contexts');
    expect(stats.json()).toEqual({ _all: { total: { search: { open_contexts: 0 } } } });
  },
);

test('a script deletes nothing where documents are only created', async () => {
  const app = await filled(3);
  await app.call('PUT', '/d/_doc/1?refresh=true', { body: { old: true } });
  const dest = { index: 'd', op_type: 'create' };
  const body = {
    conflicts: 'proceed',
    source: { index: 's' },
    dest,
    script: { source: "ctx.op = 'delete'" },
  };
  const answer = await app.call('POST', '/_reindex?refresh=true', { body });
  expect(answer.json()).toMatchObject({ total: 3, deleted: 2, version_conflicts: 1 });
  expect(await total(app, '/d')).toBe(1);
});

// As OpenSearch 3.6 answers.
test('no index is made for documents that a script deletes', async () => {
  const app = await filled(3);
  const script = { source: "ctx.op = ctx._source.n == 1 && params.keeps ? 'index' : 'delete'" };
  const body = {
    source: { index: 's' },
    dest: { index: 'd' },
    script: { ...script, params: { keeps: false } },
  };
  const answer = await app.call('POST', '/_reindex', { body });
  expect(answer).toMatchObject({ status: 404 });
  const cause = { type: 'index_not_found_exception' };
  expect(answer.json()).toMatchObject({ total: 3, deleted: 0, failures: [{ cause }, { cause }, { cause }] });
  expect((await app.call('HEAD', '/d')).status).toBe(404);
  const some = { ...body, script: { ...script, params: { keeps: true } } };
  expect((await app.call('POST', '/_reindex?refresh=true', { body: some })).json()).toMatchObject({
    created: 1,
    deleted: 2,
  });
  expect(await total(app, '/d')).toBe(1);
});

test('the pace of a task is kept, shown and changed while it runs; its result is kept', async () => {
  const app = await filled(5);
  const task = await begin(
    app,
    '/s/_update_by_query?requests_per_second=1&scroll_size=1&wait_for_completion=false',
  );
  const first = await until(app, task, ({ task: { status } }) => status.throttled_until_millis === 1000);
  expect(first).toMatchObject({
    completed: false,
    task: {
      description: 'update-by-query [s]',
      status: { total: 5, updated: 1, batches: 1, requests_per_second: 1 },
    },
  });
  app.clock.advance(400);
  const path = `/_update_by_query/${task}/_rethrottle`;
  const changed = await app.call('POST', `${path}?requests_per_second=2`);
  expect(changed.json()).toMatchObject({
    nodes: { [task.split(':')[0]!]: { tasks: { [task]: { status: { throttled_until_millis: 300 } } } } },
  });
  app.clock.advance(300);
  await until(app, task, ({ task: { status } }) => status.updated === 2);
  await app.call('POST', `${path}?requests_per_second=-1`);
  const end = await until(app, task, ({ completed }) => completed);
  expect(end.response).toMatchObject({ updated: 5, batches: 5, throttled_millis: 700, failures: [] });
});

test('a cancelled task ends in its pause and says so', async () => {
  const app = await filled(5);
  const body = { source: { index: 's', size: 1 }, dest: { index: 'd' } };
  const task = await begin(app, '/_reindex?requests_per_second=1&wait_for_completion=false', body);
  await until(app, task, ({ task: { status } }) => status.throttled_until_millis === 1000);
  await app.call('POST', `/_tasks/${task}/_cancel`);
  const end = await until(app, task, ({ completed }) => completed);
  expect(end.response).toMatchObject({ created: 1, canceled: 'by user request', failures: [] });
});

test('work over an index that is deleted meanwhile ends, and says what it could not read', async () => {
  const app = await filled(5);
  const body = { source: { index: 's', size: 1 }, dest: { index: 'd' } };
  const task = await begin(app, '/_reindex?requests_per_second=1&wait_for_completion=false', body);
  await until(app, task, ({ task: { status } }) => status.throttled_until_millis === 1000);
  await app.call('DELETE', '/s');
  await app.call('POST', `/_reindex/${task}/_rethrottle?requests_per_second=-1`);
  const end = await until(app, task, ({ completed }) => completed);
  expect(end.response?.failures).toMatchObject([{ reason: { type: 'search_context_missing_exception' } }]);
});

test('a copy keeps routings, or drops them, or gives another', async () => {
  const app = await filled(0);
  await app.call('PUT', '/s/_doc/a?routing=x&refresh=true', { body: { n: 1 } });
  for (const [routing, expected] of [
    ['keep', 'x'],
    ['discard', undefined],
    ['=y', 'y'],
  ] as const) {
    await app.call('DELETE', '/d');
    await app.call('POST', '/_reindex?refresh=true', {
      body: { source: { index: 's' }, dest: { index: 'd', routing } },
    });
    const found = await app.call('GET', '/d/_search?filter_path=hits.hits._routing');
    const hit = expected === undefined ? {} : { hits: { hits: [{ _routing: expected }] } };
    expect(found.json()).toEqual(hit);
  }
});

test('a script that does what it may not fails the work, and other hosts are refused', async () => {
  const app = await filled(1);
  const script = { source: "ctx.op = 'foo'" };
  const parts = { source: { index: 's' }, dest: { index: 'd' } };
  for (const [path, body, reason] of [
    ['/s/_update_by_query', { script }, 'Operation type [foo] not allowed'],
    ['/_reindex', { ...parts, script }, 'Operation type [foo] not allowed'],
    [
      '/_reindex',
      { ...parts, source: { index: 's', remote: { host: 'http://h:1' } } },
      '[h:1] not allowlisted',
    ],
  ] as const) {
    const answer = await app.call('POST', path, { body });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(reason)]);
  }
});

const defined: Record<string, Role> = {
  root: { description: '', cluster: ['*'], indices: [{ names: ['*'], privileges: ['*'] }] },
  writer: {
    description: '',
    cluster: ['indices:data/write/reindex'],
    indices: [
      { names: ['s'], privileges: ['indices:data/write*'] },
      { names: ['d'], privileges: ['*'] },
    ],
  },
  reader: {
    description: '',
    cluster: ['indices:data/write/reindex'],
    indices: [{ names: ['s'], privileges: ['indices:data/read*', 'indices:data/write/*/byquery'] }],
  },
};

/** Everybody has the role that he names. */
const gate: Gate = {
  authenticate: async ({ authorization: role = 'root' }) => {
    return { id: role, username: role, roles: [role], kind: 'basic' };
  },
  access: (principal) => accessOf(principal, { defined }),
};

test.each(['writer', 'reader'])(
  'a %s needs both rights: to read what is found and to write',
  async (authorization) => {
    const app = await filled(3, { gate });
    const headers = { authorization };
    const copy = { source: { index: 's' }, dest: { index: authorization === 'writer' ? 'd' : 'e' } };
    for (const [path, body] of [
      ['/s/_delete_by_query', { query: { match_all: {} } }],
      ['/s/_update_by_query', {}],
      ['/_reindex', copy],
    ] as const) {
      expect([path, (await app.call('POST', path, { headers, body })).status]).toEqual([path, 403]);
    }
    expect(await total(app, '/s')).toBe(3);
  },
);

test('a script changes, deletes and leaves documents, and sends copies elsewhere', async () => {
  const app = await filled(3);
  const source =
    "if (ctx._source.n == 0) { ctx.op = 'delete' } else if (ctx._source.n == 1) { ctx.op = 'noop' } else { ctx._source.n = 20 }";
  const updated = await app.call('POST', '/s/_update_by_query?refresh', { body: { script: { source } } });
  expect(updated.json()).toMatchObject({ total: 3, updated: 1, deleted: 1, noops: 1, failures: [] });
  const elsewhere = { source: "ctx._index = 'e'; ctx._id = 'x' + ctx._source.n" };
  const parts = { source: { index: 's' }, dest: { index: 'd' }, script: elsewhere };
  const copied = await app.call('POST', '/_reindex?refresh', { body: parts });
  expect(copied.json()).toMatchObject({ total: 2, created: 2 });
  expect((await app.call('GET', '/e/_doc/x20')).json()).toMatchObject({ found: true, _source: { n: 20 } });
});

/** Three documents of one shard, and what becomes of them where a page is one of them. */
async function pageByPage(source: string) {
  const app = await testApp();
  apps.push(app);
  await app.call('PUT', '/o', { body: { mappings: { properties: { n: { type: 'long' } } } } });
  for (let n = 0; n < 3; n++) await app.call('PUT', `/o/_doc/${n}?refresh=true`, { body: { n } });
  const path = '/o/_update_by_query?scroll_size=1';
  const answer = await app.call('POST', path, { body: { script: { source } } });
  await app.call('POST', '/o/_refresh');
  const versions = await app.call('GET', '/o/_search?version=true&filter_path=hits.hits._version&sort=n');
  const { hits } = versions.json<{ hits: { hits: { _version: number }[] } }>().hits;
  return { answer, versions: hits.map(({ _version }) => _version) };
}

test('pages before one of which a script fails are written', async () => {
  const { answer, versions } = await pageByPage('if (ctx._source.n == 2) { ctx._source.gone.x = 1 }');
  expect([answer.status, versions]).toEqual([400, [2, 2, 1]]);
  expect(answer.json()).toMatchObject({ error: { type: 'script_exception' } });
});

test('the work ends at a page that cannot be written, whatever a script makes of the next one', async () => {
  const source = "if (ctx._source.n == 0) { ctx._source.n = 'none' } else { ctx._source.gone.x = 1 }";
  const { answer, versions } = await pageByPage(source);
  expect([answer.status, versions]).toEqual([400, [1, 1, 1]]);
  expect(answer.json()).toMatchObject({
    batches: 1,
    failures: [{ cause: { type: 'mapper_parsing_exception' } }],
  });
});

test('parameters of scripts that write keep all digits of long numbers', async () => {
  const app = await filled(1);
  await app.call('PUT', '/_scripts/unused', { body: { script: { lang: 'painless', source: '1' } } });
  const script = `{"source":"ctx._source.big = params.a + 1","params":{"a":9007199254740992}}`;
  const options = (body: string) => ({ body, headers: { 'content-type': 'application/json' } });
  await app.call('POST', '/s/_update_by_query?refresh', options(`{"script":${script}}`));
  expect((await app.call('GET', '/s/_source/0')).text).toContain('"big":9007199254740993');
  const exact = script.replace('740992', '740993');
  const copy = `{"source":{"index":"s"},"dest":{"index":"d"},"script":${exact}}`;
  await app.call('POST', '/_reindex?refresh', options(copy));
  expect((await app.call('GET', '/d/_source/0')).text).toContain('"big":9007199254740994');
  const source = 'ctx._source.big = params.a + 1';
  await app.call('PUT', '/_scripts/kept', { body: { script: { lang: 'painless', source } } });
  const upsert = `{"script":{"id":"kept","params":{"a":9007199254740993}},"upsert":{"big":9007199254740995}}`;
  await app.call('POST', '/s/_update/new', options(upsert));
  expect((await app.call('GET', '/s/_source/new')).text).toBe('{"big":9007199254740995}');
  await app.call('POST', '/s/_update/0', options(upsert));
  expect((await app.call('GET', '/s/_source/0')).text).toContain('"big":9007199254740994');
});

test('what is copied or written anew goes through pipelines, and may be dropped, fail or go elsewhere', async () => {
  const app = await filled(3);
  const pipeline = async (id: string, ...processors: object[]) =>
    app.call('PUT', `/_ingest/pipeline/${id}`, { body: { processors } });
  await pipeline('mark', { set: { field: 'mark', value: '{{n}}' } });
  await pipeline('drop', { drop: { if: 'ctx.n == 1' } });
  await pipeline('move', { set: { field: '_index', value: 'elsewhere', if: 'ctx.n == 0' } });
  const copy = async (index: string, name: string) =>
    app.call('POST', '/_reindex?refresh=true', {
      body: { source: { index: 's' }, dest: { index, pipeline: name } },
    });
  expect((await copy('a', 'mark')).json()).toMatchObject({ created: 3, failures: [] });
  const { json } = await app.call('GET', '/a/_doc/2?filter_path=_source');
  expect(json()).toEqual({ _source: { n: 2, mark: '2' } });
  await copy('b', 'drop');
  expect(await total(app, '/b')).toBe(2);
  await copy('c', 'move');
  expect([await total(app, '/c'), await total(app, '/elsewhere')]).toEqual([2, 1]);
  expect((await copy('d', 'none')).json()).toMatchObject({
    created: 0,
    failures: [
      { cause: { reason: 'pipeline with id [none] does not exist' } },
      { cause: { type: 'illegal_argument_exception' } },
      { cause: { type: 'illegal_argument_exception' } },
    ],
  });
  const moved = await app.call('POST', '/s/_update_by_query?pipeline=move&refresh=true');
  expect(moved.json()).toMatchObject({
    updated: 2,
    failures: [
      { cause: { reason: 'a pipeline of an update by query may change neither [_index] nor [_id]' } },
    ],
  });
});

test.each(['/_update_by_query', '/_update_by_query?slices=2'])(
  '%s ends at documents that were not stored',
  async (path) => {
    const app = await testApp();
    apps.push(app);
    await app.call('PUT', '/u', { body: { mappings: { _source: { enabled: false } } } });
    await app.call('PUT', '/u/_doc/1?refresh=true', { body: { a: 1 } });
    const answer = await app.call('POST', `/u${path}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { reason: "[u][1] didn't store _source" } });
  },
);

test('a task that pauses after many pages has one listener for its end', async () => {
  const task = new TaskStub();
  const clock = new FakeClock();
  const throttle = new Throttle(clock, 1);
  for (let page = 0; page < 5; page++) {
    const pause = throttle.pauseAfter(1, clock.now(), task as unknown as Task);
    clock.advance(1000);
    await pause;
  }
  expect(task.listeners).toBe(1);
});

test('a delete by query may say that it needs no source', async () => {
  const app = await filled(3);
  const body = { query: { match_all: {} }, _source: false };
  const answer = await app.call('POST', '/s/_delete_by_query', { body });
  expect(answer.json()).toMatchObject({ deleted: 3 });
  expect((await app.call('POST', '/s/_update_by_query', { body })).status).toBe(400);
});

class TaskStub {
  readonly cancelReason = undefined;
  listeners = 0;

  onCancel(): void {
    this.listeners++;
  }
}

test('where some shards cannot be searched nothing is done, and their error is the answer', async () => {
  const app = await filled(3);
  await app.call('PUT', '/other', { body: { mappings: { properties: { o: { type: 'nested' } } } } });
  const query = { nested: { path: 'o', query: { match_all: {} } } };
  for (const path of ['/other,s/_update_by_query', '/other,s/_delete_by_query?slices=2']) {
    const answer = await app.call('POST', path, { body: { query } });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({
      error: { type: 'search_phase_execution_exception', reason: 'Partial shards failure' },
    });
  }
});
