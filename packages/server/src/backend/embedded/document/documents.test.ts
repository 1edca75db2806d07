import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
});

const ndjson = (...lines: readonly unknown[]) => ({
  headers: { 'content-type': 'application/x-ndjson' },
  body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
});

test('a new document is answered with 201 and its address, a changed one with 200', async () => {
  const created = await app.call('PUT', '/d1/_doc/%C3%A4%20b?routing=x%20y', { body: { a: 1 } });
  expect(created.status).toBe(201);
  expect(created.headers.location).toBe('/d1/_doc/%C3%A4+b?routing=x+y');
  expect(created.json()).toEqual({
    _index: 'd1',
    _id: 'ä b',
    _version: 1,
    result: 'created',
    _shards: { total: 2, successful: 1, failed: 0 },
    _seq_no: 0,
    _primary_term: 1,
  });
  const updated = await app.call('PUT', '/d1/_doc/%C3%A4%20b?routing=x%20y&refresh', { body: { a: 2 } });
  expect(updated.status).toBe(200);
  expect(updated.json()).toMatchObject({ _version: 2, result: 'updated', forced_refresh: true, _seq_no: 1 });
});

test('a document made without id gets one of 20 characters', async () => {
  const { status, json } = await app.call('POST', '/d1/_doc', { body: {} });
  expect(status).toBe(201);
  expect(json()._id).toMatch(/^[\w-]{20}$/);
});

test('get shows the stored text as it was sent, or the parts asked for', async () => {
  await app.call('PUT', '/d2/_doc/1', {
    body: '{"a" : 1.0, "b":{"c":[{"x":1},{"d":2}]}, "n":9007199254740993}',
  });
  const whole = await app.call('GET', '/d2/_doc/1');
  expect(whole.text).toContain('"_source":{"a" : 1.0, "b":{"c":[{"x":1},{"d":2}]}, "n":9007199254740993}');
  expect((await app.call('GET', '/d2/_doc/1?_source=b.c.d')).json()._source).toEqual({
    b: { c: [{ d: 2 }] },
  });
  expect((await app.call('GET', '/d2/_doc/1?_source_excludes=b,n')).text).toContain('"_source":{"a":1.0}');
  expect((await app.call('GET', '/d2/_doc/1?_source=false')).json()).not.toHaveProperty('_source');
  expect((await app.call('GET', '/d2/_source/1?_source_includes=b.c')).json()).toEqual({
    b: { c: [{ x: 1 }, { d: 2 }] },
  });
});

test('what is missing is 404: a document without envelope, an index with', async () => {
  const document = await app.call('GET', '/d2/_doc/nope');
  expect([document.status, document.json()]).toEqual([404, { _index: 'd2', _id: 'nope', found: false }]);
  const index = await app.call('GET', '/none/_doc/1');
  expect(index.status).toBe(404);
  expect(index.json().error).toMatchObject({
    type: 'index_not_found_exception',
    reason: 'no such index [none]',
    'resource.type': 'index_expression',
  });
  expect((await app.call('HEAD', '/d2/_doc/nope')).status).toBe(404);
  expect((await app.call('HEAD', '/d2/_doc/1')).status).toBe(200);
});

test('a version that no document can have is not asked for', async () => {
  await app.call('PUT', '/d31/_doc/1', { body: {} });
  const get = async (query: string) => {
    const answer = await app.call('GET', `/d31/_doc/1?${query}`);
    const { error } = answer.json<{ error?: { reason: string } }>();
    return [answer.status, error?.reason];
  };
  const illegal = (version: number, type: string) =>
    `Validation Failed: 1: illegal version value [${version}] for version type [${type}];`;
  expect(await get('version=0')).toEqual([400, illegal(0, 'INTERNAL')]);
  expect(await get('version=-1&version_type=external')).toEqual([400, illegal(-1, 'EXTERNAL')]);
  expect((await get('version=0&version_type=external'))[0]).toBe(409);
  expect(await get('version=1')).toEqual([200, undefined]);
  expect(await get('version=-3')).toEqual([200, undefined]);
});

test('a write is refused where its conditions are not met', async () => {
  await app.call('PUT', '/d3/_doc/1', { body: {} });
  const reason = async (path: string, method = 'PUT') =>
    (await app.call(method, path, { body: {} })).json<{ error: { reason: string }; status: number }>();
  expect(await reason('/d3/_create/1')).toMatchObject({
    status: 409,
    error: { reason: '[1]: version conflict, document already exists (current version [1])' },
  });
  expect(await reason('/d3/_doc/1?if_seq_no=7&if_primary_term=1')).toMatchObject({ status: 409 });
  expect(await reason('/d3/_doc/1?version=1&version_type=external')).toMatchObject({ status: 409 });
  expect(await reason('/d3/_doc/1?if_seq_no=7')).toMatchObject({
    error: { reason: 'Validation Failed: 1: ifSeqNo is set, but primary term is [0];' },
  });
  expect(await reason('/d3/_doc/1?refresh=x')).toMatchObject({
    error: { reason: 'Unknown value for refresh: [x].' },
  });
  for (const [given, shown] of [
    ['2', '2'],
    ['all', 'ALL'],
  ]) {
    expect(await reason(`/d3/_doc/1?wait_for_active_shards=${given}&timeout=10ms`)).toMatchObject({
      status: 503,
      error: {
        reason: `[d3][0] Not enough active copies to meet shard count of [${shown}] (have 1, needed 2). Timeout: [10ms]`,
      },
    });
  }
  for (const path of ['/d3/_update/1', '/_bulk']) {
    const sent = { headers: { 'content-type': 'application/json' }, body: '{"doc":{}}\n' };
    expect((await app.call('POST', `${path}?wait_for_active_shards=x`, sent)).json()).toMatchObject({
      status: 400,
      error: { reason: 'cannot parse ActiveShardCount[x]' },
    });
  }
  expect(await reason('/d3/_create/1?op_type=CREATE')).toMatchObject({ status: 409 });
  expect(await reason('/d3/_create/1?op_type=Index')).toMatchObject({
    status: 400,
    error: { reason: "opType must be 'create', found: [Index]" },
  });
  expect(await reason('/d3/_doc/1?pipeline=p')).toMatchObject({
    error: { reason: 'pipeline with id [p] does not exist' },
  });
});

test('an update merges, gives the document back and knows when nothing changed', async () => {
  const post = async (body: object, query = '') =>
    (await app.call('POST', `/d4/_update/1${query}`, { body })).json<Record<string, unknown>>();
  expect(await post({ doc: { a: 1 } })).toMatchObject({ status: 404 });
  expect(await post({ doc: { a: 1 }, doc_as_upsert: true })).toMatchObject({
    result: 'created',
    _version: 1,
  });
  expect(await post({ doc: { b: { c: 1 } }, _source: true })).toMatchObject({
    result: 'updated',
    get: { found: true, _seq_no: 1, _source: { a: 1, b: { c: 1 } } },
  });
  expect(await post({ doc: { a: 1 } })).toMatchObject({
    result: 'noop',
    _version: 2,
    _shards: { total: 0, successful: 0, failed: 0 },
  });
  expect(await post({ doc: { a: 2 } }, '?_source_includes=b')).toMatchObject({
    get: { _source: { b: { c: 1 } } },
  });
});

test('delete tells what it found', async () => {
  await app.call('PUT', '/d5/_doc/1', { body: {} });
  const first = await app.call('DELETE', '/d5/_doc/1');
  expect([first.status, first.json().result]).toEqual([200, 'deleted']);
  const second = await app.call('DELETE', '/d5/_doc/1');
  expect([second.status, second.json().result, second.json()._version]).toEqual([404, 'not_found', 3]);
  expect((await app.call('DELETE', '/none/_doc/1')).status).toBe(404);
});

test('mget answers in order, with errors in their places', async () => {
  await app.call('PUT', '/d6/_doc/1?routing=r', { body: { a: 1, b: 2 } });
  const { json } = await app.call('POST', '/d6/_mget', {
    body: {
      docs: [
        { _id: '1', routing: 'r', _source: ['b'] },
        { _id: '2' },
        { _index: 'none', _id: '1' },
        { _id: '1', routing: 'r', version: 9 },
      ],
    },
  });
  expect(json().docs).toMatchObject([
    { _id: '1', found: true, _routing: 'r', _source: { b: 2 } },
    { _id: '2', found: false },
    { _index: 'none', error: { type: 'index_not_found_exception', root_cause: [{}] } },
    { _index: 'd6', error: { type: 'version_conflict_engine_exception' } },
  ]);
  const empty = await app.call('POST', '/_mget', { body: {} });
  expect(empty.text).toContain('Validation Failed: 1: no documents to get;');
});

test('an item of mget may ask for its source beside stored fields', async () => {
  await app.call('PUT', '/d62/_doc/1', { body: { a: 1, b: 2 } });
  const sources = async (path: string, ...items: object[]): Promise<unknown[]> => {
    const docs = items.map((item) => ({ _id: '1', ...item }));
    const answer = (await app.call('POST', path, { body: { docs } })).json<{
      docs: { _source?: object }[];
    }>();
    return answer.docs.map(({ _source }) => _source);
  };
  const stored = { stored_fields: ['t'] };
  const asked = [
    { ...stored, _source: ['a'] },
    { ...stored, _source: true },
    { ...stored, _source: false },
  ];
  expect(await sources('/d62/_mget', ...asked, stored)).toEqual([
    { a: 1 },
    { a: 1, b: 2 },
    undefined,
    undefined,
  ]);
  expect(await sources('/d62/_mget?_source=a', stored, { _source: 'b' }, {})).toEqual([
    { a: 1 },
    { b: 2 },
    { a: 1 },
  ]);
});

test('mget holds no more than requests may, and counts of filtered documents what it shows', async () => {
  await app.call('PUT', '/d61/_doc/1', { body: { a: 1, long: 'x'.repeat(100_000) } });
  const limit = async (value: string | null) => {
    const settings = { persistent: { 'indices.breaker.request.limit': value } };
    expect((await app.call('PUT', '/_cluster/settings', { body: settings })).status).toBe(200);
  };
  await limit('8mb');
  const ids = Array<string>(200).fill('1');
  const whole = await app.call('POST', '/d61/_mget', { body: { ids } });
  expect([whole.status, whole.json<{ error: { type: string } }>().error.type]).toEqual([
    429,
    'circuit_breaking_exception',
  ]);
  const part = await app.call('POST', '/d61/_mget?_source=a', { body: { ids } });
  expect([part.status, part.json<{ docs: unknown[] }>().docs.length]).toEqual([200, 200]);
  expect((await app.call('POST', '/d61/_mget', { body: { ids: ids.slice(0, 60) } })).status).toBe(200);
  await limit(null);
});

test('a bulk request answers every operation in order, each with its own status', async () => {
  const { status, json } = await app.call(
    'POST',
    '/d7/_bulk?refresh=true',
    ndjson(
      { index: { _id: '1' } },
      { n: 1 },
      { create: { _id: '1' } },
      { n: 2 },
      { update: { _id: '1', _source: 'true' } },
      { doc: { n: 3 } },
      { update: { _id: '9' } },
      { doc: { n: 3 } },
      { delete: { _id: '1' } },
      { delete: { _index: 'none', _id: '1' } },
      { index: { _index: 'UP', _id: '1' } },
      { n: 1 },
      { index: { _index: 'd7-other' } },
      { n: 1 },
      { index: { _id: '6', require_alias: true } },
      { n: 1 },
    ),
  );
  expect(status).toBe(200);
  const body = json<{ errors: boolean; items: Record<string, Record<string, unknown>>[] }>();
  expect(body.errors).toBe(true);
  expect(
    body.items.map((item) =>
      Object.entries(item).map(([word, { status, result }]) => [word, status, result]),
    ),
  ).toEqual([
    [['index', 201, 'created']],
    [['create', 409, undefined]],
    [['update', 200, 'updated']],
    [['update', 404, undefined]],
    [['delete', 200, 'deleted']],
    [['delete', 404, undefined]],
    [['index', 400, undefined]],
    [['index', 201, 'created']],
    [['index', 404, undefined]],
  ]);
  expect(body.items[0]!.index).toEqual({
    _index: 'd7',
    _id: '1',
    _version: 1,
    result: 'created',
    forced_refresh: true,
    _shards: { total: 2, successful: 1, failed: 0 },
    _seq_no: 0,
    _primary_term: 1,
    status: 201,
  });
  expect(body.items[3]!.update!.error).toMatchObject({
    type: 'document_missing_exception',
    index: 'd7',
  });
});

test('a bulk of many slices over two indices loses and mixes up nothing', async () => {
  const count = 4500;
  const lines: object[] = [];
  for (let n = 0; n < count; n++) {
    lines.push(
      { index: { _index: n % 3 === 0 ? 'd8-a' : 'd8-b', _id: String(n) } },
      { n, pad: 'x'.repeat(n % 50) },
    );
  }
  const bulk = await app.call('POST', '/_bulk?refresh=true', ndjson(...lines));
  const { errors, items } = bulk.json<{
    errors: boolean;
    items: { index: { _id: string; _index: string } }[];
  }>();
  expect(errors).toBe(false);
  expect(items.map((item) => Number(item.index._id))).toEqual(Array.from({ length: count }, (_, n) => n));
  expect((await app.call('GET', '/d8-a/_count')).json().count).toBe(count / 3);
  expect((await app.call('GET', '/d8-b/_doc/4499')).json()._source).toEqual({
    n: 4499,
    pad: 'x'.repeat(49),
  });
});

test('filter_path works on a bulk answer', async () => {
  const call = ndjson({ index: { _id: '1' } }, {});
  expect((await app.call('POST', '/d9/_bulk?filter_path=errors,items.*._id', call)).json()).toEqual({
    errors: false,
    items: [{ index: { _id: '1' } }],
  });
});

test('clients of Elasticsearch 7 get a type and their own paths', async () => {
  const headers = { 'user-agent': 'elasticsearch-java/7.17.0' };
  const created = await app.call('PUT', '/d10/_doc/1/_create', { body: {}, headers });
  expect([created.status, created.json()._type]).toEqual([201, '_doc']);
  expect((await app.call('GET', '/d10/_doc/1', { headers })).json()._type).toBe('_doc');
  expect((await app.call('GET', '/d10/_doc/1/_source', { headers })).json()).toEqual({});
  const bulk = await app.call('POST', '/d10/_bulk', {
    ...ndjson({ index: { _type: '_doc', _id: '2' } }, {}),
  });
  expect(bulk.headers.warning).toContain('[types removal]');
});

test('an index of the service itself is out of reach', async () => {
  expect((await app.call('PUT', '/.sextant-x/_doc/1', { body: {} })).status).toBe(403);
  const { json } = await app.call(
    'POST',
    '/_bulk',
    ndjson({ index: { _index: '.sextant-x', _id: '1' } }, {}),
  );
  expect(json()).toMatchObject({ errors: true, items: [{ index: { status: 403 } }] });
});

test('a creation may say the version of a document that is not there, as clients in Java do', async () => {
  const create = (id: string, version: number) =>
    app.call('PUT', `/absent/_create/${id}?version=${version}`, { body: {} });
  expect((await create('1', -4)).status).toBe(201);
  expect((await create('1', -4)).status).toBe(409);
  expect((await create('2', -3)).status).toBe(201);
  expect((await create('3', 1)).status).toBe(400);
});

test('a version that no document can have is told beside the type of versions that takes none', async () => {
  const written = await app.call('PUT', '/absent/_doc/1?version=0', { body: {} });
  expect([written.status, written.json<{ error: { reason: string } }>().error.reason]).toEqual([
    400,
    'Validation Failed: 1: illegal version value [0] for version type [INTERNAL];2: internal versioning can not be used ' +
      'for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead;',
  ]);
});

test('items of a bulk have stack traces where error_trace asks for them', async () => {
  const lines = [
    '{"update":{"_index":"traced","_id":"1"}}',
    '{"doc":{"k":1}}',
    '{"index":{"_index":"UP"}}',
    '{}',
  ];
  const bulk = async (query: string) => {
    const answer = await app.call('POST', `/_bulk${query}`, { body: `${lines.join('\n')}\n` });
    const { items } = answer.json<{ items: Record<string, { error: Record<string, unknown> }>[] }>();
    return items.map((item) => Object.values(item)[0]!.error.stack_trace);
  };
  const [missing, badName] = await bulk('?error_trace=true');
  expect(missing).toMatch(
    /^\[traced\/[\w-]{22}\]\[\[traced\]\[0\]\] DocumentMissingException\[\[1\]: document missing\]$/,
  );
  expect(badName).toMatch(
    /^\[UP.*\] InvalidIndexNameException\[Invalid index name \[UP\], must be lowercase\]$/,
  );
  expect(await bulk('?error_trace=false')).toEqual([undefined, undefined]);
});

test('a line without a document in a bulk fails alone', async () => {
  const body = '{"index":{"_id":"1"}}\n\n{"create":{"_id":"2"}}\r\n\r\n{"index":{"_id":"3"}}\n{}\n';
  const answer = (
    await app.call('POST', '/d11/_bulk?filter_path=items.*.status,items.*.error', { body })
  ).json();
  const error = { type: 'mapper_parsing_exception', reason: 'failed to parse, document is empty' };
  expect(answer).toEqual({
    items: [
      { index: { status: 400, error } },
      { create: { status: 400, error } },
      { index: { status: 201 } },
    ],
  });
});
