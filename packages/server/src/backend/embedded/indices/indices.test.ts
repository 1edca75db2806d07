import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(async () => {
  await app.close();
});

type Answer = Record<string, unknown>;
const call = async (method: string, path: string, body?: object | string) => {
  const answer = await app.call(method, path, body === undefined ? {} : { body });
  return { status: answer.status, body: answer.text === '' ? {} : answer.json<Answer>(), answer };
};
const reason = async (method: string, path: string, body?: object) => {
  const { status, body: answer } = await call(method, path, body);
  const error = answer.error as { type: string; reason: string } | undefined;
  return `${status} ${error?.type}: ${error?.reason}`;
};

test('an index is made, shown, and cannot be made again', async () => {
  const made = await call('PUT', '/i1', {
    settings: { number_of_shards: 2, 'index.number_of_replicas': 0 },
    mappings: { properties: { n: { type: 'long' } } },
    aliases: { 'i1-alias': { filter: { term: { n: 1 } }, routing: 'r' } },
  });
  expect(made.body).toEqual({ acknowledged: true, shards_acknowledged: true, index: 'i1' });
  const { body } = await call('GET', '/i1');
  expect(body.i1).toMatchObject({
    aliases: { 'i1-alias': { filter: { term: { n: 1 } }, index_routing: 'r', search_routing: 'r' } },
    mappings: { properties: { n: { type: 'long' } } },
    settings: { index: { number_of_shards: '2', number_of_replicas: '0', provided_name: 'i1' } },
  });
  expect(await reason('PUT', '/i1')).toMatch(
    /^400 resource_already_exists_exception: index \[i1\/[\w-]{22}\] already exists$/,
  );
  expect(await reason('PUT', '/i1-alias')).toBe(
    '400 invalid_index_name_exception: Invalid index name [i1-alias], already exists as alias',
  );
});

test.each([
  ['/Upper', {}, 'invalid_index_name_exception: Invalid index name [Upper], must be lowercase'],
  ['/_x', {}, "invalid_index_name_exception: Invalid index name [_x], must not start with '_', '-', or '+'"],
  ['/a%23b', {}, "invalid_index_name_exception: Invalid index name [a#b], must not contain '#'"],
  ['/i2', { foo: {} }, 'parse_exception: unknown key [foo] for create index'],
  ['/i2', { settings: [] }, 'parse_exception: key [settings] must be an object'],
  [
    '/i2',
    { mappings: { properties: { x: { type: 'nope' } } } },
    'mapper_parsing_exception: Failed to parse mapping [_doc]: No handler for type [nope] declared on field [x]',
  ],
  [
    '/i2?wait_for_active_shards=5',
    {},
    'illegal_argument_exception: invalid wait_for_active_shards[5]: cannot be greater than number of shard copies [2]',
  ],
  [
    '/i2',
    { aliases: { q: { filter: { foo: {} } } } },
    'illegal_argument_exception: failed to parse filter for alias [q]',
  ],
])('PUT %s with %j is refused', async (path, body, expected) => {
  expect(await reason('PUT', path, body)).toBe(`400 ${expected}`);
});

test('settings are shown nested, flat, filtered and with defaults', async () => {
  await call('PUT', '/i3', { settings: { refresh_interval: '5s', 'blocks.write': true } });
  const flat = await call('GET', '/i3/_settings/index.refresh*?flat_settings=true&include_defaults=true');
  expect(flat.body).toEqual({ i3: { settings: { 'index.refresh_interval': '5s' }, defaults: {} } });
  expect((await call('GET', '/i3/_settings/index.blocks*')).body).toEqual({
    i3: { settings: { index: { blocks: { write: 'true' } } } },
  });
  expect((await call('GET', '/i3/_settings/index.nope')).body).toEqual({});
});

test('settings change, keep what exists when asked to, and are removed with null', async () => {
  await call('PUT', '/i4');
  const shown = async () =>
    (await call('GET', '/i4/_settings?flat_settings=true')).body.i4 as { settings: Answer };
  expect((await call('PUT', '/i4/_settings', { index: { refresh_interval: '7s' } })).body).toEqual({
    acknowledged: true,
  });
  await call('PUT', '/i4/_settings?preserve_existing=true', { refresh_interval: '9s', max_result_window: 5 });
  expect((await shown()).settings).toMatchObject({
    'index.refresh_interval': '7s',
    'index.max_result_window': '5',
  });
  await call('PUT', '/i4/_settings', { refresh_interval: null });
  expect((await shown()).settings).not.toHaveProperty('index.refresh_interval');
  await call('PUT', '/i4/_settings', { number_of_replicas: 0 });
  expect((await shown()).settings['index.number_of_replicas']).toBe('0');
  await call('PUT', '/i4/_settings', { number_of_replicas: null });
  expect((await shown()).settings['index.number_of_replicas']).toBe('1');
  await call('PUT', '/i4/_settings', { number_of_replicas: 0 });
  await call('PUT', '/i4/_settings', { 'index.number*': null });
  expect((await shown()).settings['index.number_of_replicas']).toBe('1');
  expect(await reason('PUT', '/i4/_settings', {})).toBe(
    '400 action_request_validation_exception: Validation Failed: 1: no settings to update;',
  );
});

test('a closed index is not written, read or counted until it is opened again', async () => {
  await call('PUT', '/i5/_doc/1', {});
  expect((await call('POST', '/i5/_close')).body).toEqual({
    acknowledged: true,
    shards_acknowledged: true,
    indices: { i5: { closed: true } },
  });
  expect((await call('POST', '/i5/_close')).body).toEqual({
    acknowledged: true,
    shards_acknowledged: false,
    indices: {},
  });
  for (const [method, path] of [
    ['GET', '/i5/_doc/1'],
    ['PUT', '/i5/_doc/1'],
    ['GET', '/i5/_search'],
    ['GET', '/i5/_stats'],
  ]) {
    expect(await reason(method!, path!, method === 'PUT' ? {} : undefined)).toBe(
      '400 index_closed_exception: closed',
    );
  }
  expect((await call('GET', '/i5/_mapping')).status).toBe(200);
  expect((await call('POST', '/i5/_open')).body).toEqual({ acknowledged: true, shards_acknowledged: true });
  expect((await call('GET', '/i5/_doc/1')).status).toBe(200);
});

test('blocks forbid what they say and can be lifted', async () => {
  await call('PUT', '/i6');
  expect((await call('PUT', '/i6/_block/write')).body).toEqual({
    acknowledged: true,
    shards_acknowledged: true,
    indices: [{ name: 'i6', blocked: true }],
  });
  const write = () => reason('PUT', '/i6/_doc/1', {});
  expect(await write()).toBe(
    '403 cluster_block_exception: index [i6] blocked by: [FORBIDDEN/8/index write (api)];',
  );
  await call('PUT', '/i6/_settings', { 'blocks.write': null, 'blocks.read_only_allow_delete': true });
  expect(await write()).toMatch(/^429 cluster_block_exception: .*TOO_MANY_REQUESTS\/12/);
  expect(await reason('PUT', '/i6/_settings', { refresh_interval: '1s' })).toMatch(
    /^429 cluster_block_exception/,
  );
  expect((await call('PUT', '/i6/_settings', { 'blocks.read_only_allow_delete': null })).status).toBe(200);
  expect((await call('PUT', '/i6/_doc/1', {})).status).toBe(201);
  await call('PUT', '/i6/_block/metadata');
  expect(await reason('GET', '/i6/_settings')).toMatch(/^403 cluster_block_exception/);
  expect((await call('PUT', '/i6/_settings', { 'blocks.metadata': false })).status).toBe(200);
  expect(await reason('PUT', '/i6/_block/foo')).toBe(
    '400 illegal_argument_exception: No block found with name foo',
  );
});

test('blocks of the cluster forbid writes and changes, with the way out left open', async () => {
  await call('PUT', '/i12');
  const set = (blocks: object) => call('PUT', '/_cluster/settings', { transient: { cluster: { blocks } } });
  await set({ create_index: true });
  expect(await reason('PUT', '/i12-b')).toBe(
    '403 index_create_block_exception: blocked by: [FORBIDDEN/10/cluster create-index blocked (api)];',
  );
  await set({ create_index: null, read_only_allow_delete: true });
  const text = 'blocked by: [FORBIDDEN/13/cluster read-only / allow delete (api)];';
  expect(await reason('PUT', '/i12/_doc/1', {})).toBe(`403 cluster_block_exception: ${text}`);
  expect(await reason('PUT', '/i12-new/_doc/1', {})).toBe(`403 cluster_block_exception: ${text}`);
  expect(await reason('PUT', '/i12-b')).toBe(`403 cluster_block_exception: index [i12-b] ${text}`);
  expect(await reason('PUT', '/i12/_settings', { 'blocks.read_only': null })).toBe(
    `403 cluster_block_exception: ${text}`,
  );
  expect((await call('DELETE', '/i12')).status).toBe(200);
  await set({ read_only_allow_delete: null });
  expect((await call('PUT', '/i12')).status).toBe(200);
});

test('several blocks that forbid changes are set and lifted one after the other', async () => {
  await call('PUT', '/i22', { settings: { 'blocks.read_only': true } });
  const set = async (settings: object) => (await call('PUT', '/i22/_settings', settings)).status;
  expect(await set({ 'index.blocks.read_only_allow_delete': true })).toBe(200);
  expect((await call('PUT', '/i22/_block/metadata')).status).toBe(200);
  expect((await call('PUT', '/i22/_block/write')).status).toBe(403);
  expect(await set({ 'index.blocks.write': true })).toBe(403);
  expect(await set({ 'index.blocks.read_only': null, 'index.refresh_interval': '3s' })).toBe(403);
  for (const block of ['read_only', 'metadata', 'read_only_allow_delete']) {
    expect(await set({ [`index.blocks.${block}`]: null })).toBe(200);
  }
  expect(await set({ 'index.refresh_interval': '3s' })).toBe(200);
});

test('aliases are added and removed at once, or not at all', async () => {
  await call('PUT', '/i7-a');
  await call('PUT', '/i7-b');
  const actions = [
    { add: { index: 'i7-*', alias: 'i7' } },
    { add: { index: 'i7-a', alias: 'i7-w', is_write_index: true } },
  ];
  expect((await call('POST', '/_aliases', { actions })).body).toEqual({ acknowledged: true });
  expect((await call('GET', '/i7-a/_alias')).body).toEqual({
    'i7-a': { aliases: { i7: {}, 'i7-w': { is_write_index: true } } },
  });
  const half = [{ remove: { index: 'i7-a', alias: 'i7' } }, { add: { index: 'none', alias: 'x' } }];
  expect((await call('POST', '/_aliases', { actions: half })).status).toBe(404);
  expect((await call('GET', '/i7-a/_alias/i7')).status).toBe(200);
  expect((await call('GET', '/_alias/i7-w,i7-none')).body).toEqual({
    error: 'alias [i7-none] missing',
    status: 404,
    'i7-a': { aliases: { 'i7-w': { is_write_index: true } } },
  });
  expect(
    await reason('POST', '/_aliases', {
      actions: [{ add: { index: 'i7-b', alias: 'i7-w', is_write_index: true } }],
    }),
  ).toBe('500 illegal_state_exception: alias [i7-w] has more than one write index [i7-a,i7-b]');
  expect(await reason('DELETE', '/i7-a/_alias/nope')).toBe(
    '404 aliases_not_found_exception: aliases [nope] missing',
  );
  expect(await reason('PUT', '/i7-a/_alias/i7-b')).toMatch(
    /an index exists with the same name as the alias$/,
  );
  expect(await reason('DELETE', '/i7')).toMatch(
    /matches an alias, specify the corresponding concrete indices instead\.$/,
  );
});

test('wildcards delete what they match', async () => {
  await call('PUT', '/i8-a');
  await call('PUT', '/i8-b');
  expect((await call('DELETE', '/i8-*')).body).toEqual({ acknowledged: true });
  expect((await call('HEAD', '/i8-a')).status).toBe(404);
  expect((await call('DELETE', '/i8-*')).status).toBe(200);
  expect((await call('DELETE', '/i8-*?allow_no_indices=false')).status).toBe(404);
});

test('a mapping, settings or aliases for several indices change all of them or none', async () => {
  await call('PUT', '/all-1');
  await call('PUT', '/all-2', { mappings: { properties: { n: { type: 'long' } } } });
  const before = (await call('GET', '/all-*')).body;
  const mapping = { properties: { n: { type: 'text' } } };
  expect(await call('PUT', '/all-1,all-2/_mapping', mapping)).toMatchObject({
    status: 400,
    body: { error: { reason: 'mapper [n] cannot be changed from type [long] to [text]' } },
  });
  expect((await call('GET', '/all-*')).body).toEqual(before);
  await call('PUT', '/all-1,all-2/_mapping', { properties: { k: { type: 'keyword' } } });
  await call('PUT', '/all-*/_settings', { index: { refresh_interval: '9s' } });
  await call('POST', '/_aliases', { actions: [{ add: { indices: ['all-1', 'all-2'], alias: 'all' } }] });
  const after = (await call('GET', '/all-*')).body;
  for (const name of ['all-1', 'all-2']) {
    expect(after[name]).toMatchObject({
      aliases: { all: {} },
      mappings: { properties: { k: { type: 'keyword' } } },
      settings: { index: { refresh_interval: '9s' } },
    });
  }
});

test('mappings are shown by the path of clients of Elasticsearch 7, too', async () => {
  await call('PUT', '/typed', { mappings: { properties: { n: { type: 'long' } } } });
  const shown = await call('GET', '/typed/_mapping');
  expect(shown.body).toMatchObject({ typed: {} });
  expect((await call('GET', '/typed/_mapping/_all')).body).toEqual(shown.body);
  expect((await call('GET', '/_mapping/_all')).body).toMatchObject(shown.body);
});

test('mappings grow, and single fields are shown by wildcard', async () => {
  await call('PUT', '/i9', {
    mappings: { properties: { t: { type: 'text', fields: { raw: { type: 'keyword' } } } } },
  });
  await call('PUT', '/i9/_mapping', { properties: { o: { properties: { n: { type: 'long' } } } } });
  expect((await call('GET', '/i9/_mapping/field/t*,o.n')).body).toEqual({
    i9: {
      mappings: {
        'o.n': { full_name: 'o.n', mapping: { n: { type: 'long' } } },
        t: { full_name: 't', mapping: { t: { type: 'text', fields: { raw: { type: 'keyword' } } } } },
        't.raw': { full_name: 't.raw', mapping: { raw: { type: 'keyword' } } },
      },
    },
  });
  expect((await call('PUT', '/i9/_mapping', { properties: { t: { type: 'long' } } })).status).toBe(400);
});

test('the fields that every index has are shown, with what the mapping says of them', async () => {
  await call('PUT', '/system-fields', { mappings: { _routing: { required: true } } });
  expect((await call('GET', '/system-fields/_mapping/field/_r*,_id,none')).body).toEqual({
    'system-fields': {
      mappings: {
        _id: { full_name: '_id', mapping: {} },
        _routing: { full_name: '_routing', mapping: { _routing: { required: true } } },
      },
    },
  });
});

test('figures are those of what was done', async () => {
  await call('PUT', '/i10', { settings: { number_of_replicas: 0 } });
  await call('PUT', '/i10/_doc/1?refresh=true', { a: 1 });
  await call('GET', '/i10/_doc/1');
  const { body } = await call('GET', '/i10/_stats/docs,indexing,get?level=shards');
  expect(body._shards).toEqual({ total: 1, successful: 1, failed: 0 });
  expect(body._all).toMatchObject({
    primaries: { docs: { count: 1 }, indexing: { index_total: 1 }, get: { exists_total: 1 } },
  });
  expect(body.indices).toMatchObject({
    i10: { shards: { '0': [{ routing: { primary: true }, seq_no: { max_seq_no: 0 } }] } },
  });
  expect(await reason('GET', '/i10/_stats/foo')).toBe(
    '400 illegal_argument_exception: request [/i10/_stats/foo] contains unrecognized metric: [foo]',
  );
});

test('analyze uses analyzers by name, by field and put together', async () => {
  await call('PUT', '/i11', {
    settings: {
      analysis: { analyzer: { mine: { type: 'custom', tokenizer: 'whitespace', filter: ['lowercase'] } } },
    },
    mappings: { properties: { t: { type: 'text', analyzer: 'mine' }, n: { type: 'long' } } },
  });
  const tokens = async (path: string, body: object) =>
    ((await call('POST', path, body)).body.tokens as { token: string }[]).map((each) => each.token);
  expect(await tokens('/_analyze', { text: 'The Quick-Fox' })).toEqual(['the', 'quick', 'fox']);
  expect(await tokens('/i11/_analyze', { text: 'The Quick-Fox', field: 't' })).toEqual(['the', 'quick-fox']);
  expect(await tokens('/_analyze', { text: 'A b', tokenizer: 'keyword', filter: ['lowercase'] })).toEqual([
    'a b',
  ]);
  expect(await reason('POST', '/i11/_analyze', { text: 'x', field: 'n' })).toBe(
    "400 illegal_argument_exception: Can't process field [n], Analysis requests are only supported on tokenized fields",
  );
});

test('an index is opened as a task where nobody waits for it', async () => {
  await call('PUT', '/later');
  await call('POST', '/later/_close');
  const { body } = await call('POST', '/later/_open?wait_for_completion=false');
  const task = await call('GET', `/_tasks/${String(body.task)}?wait_for_completion=true`);
  expect(task.body).toMatchObject({
    completed: true,
    task: { action: 'indices:admin/open', description: 'open indices [later]' },
    response: { acknowledged: true },
  });
  expect((await call('GET', '/_cat/indices/later?h=status&format=json')).answer.text).toContain('open');
});

test('parts of ids that cannot be shared out to all shards alike are refused', async () => {
  const refused = (shards: number, parts: number) =>
    reason('PUT', '/i', { settings: { number_of_shards: shards, number_of_routing_shards: parts } });
  expect(await refused(2, 3)).toContain('the number of source shards [2] must be a factor of [3]');
  expect(await refused(4, 3)).toContain(
    'index.number_of_routing_shards [3] must be >= index.number_of_shards [4]',
  );
});

test('fields of closed indices are not told of, whoever names them', async () => {
  await call('PUT', '/i', { mappings: { properties: { a: { type: 'long' } } } });
  await call('PUT', '/shut', { mappings: { properties: { b: { type: 'long' } } } });
  await call('POST', '/shut/_close');
  expect((await call('GET', '/i,shut/_field_caps?fields=a,b')).body).toMatchObject({ indices: ['i'] });
  expect((await call('GET', '/shut/_field_caps?fields=b')).body).toEqual({ indices: [], fields: {} });
});

test('a name that begins with an underscore is that of no index, also where missing ones are ignored', async () => {
  expect(await reason('GET', '/_x,i/_count?ignore_unavailable=true')).toContain(
    "Invalid index name [_x], must not start with '_'.",
  );
});

test('fields of no index are not found', async () => {
  const { status, body } = await call('GET', '/none*/_mapping/field/a');
  expect([status, body]).toEqual([404, {}]);
});

test('a query is tried out where its names mean something', async () => {
  const validate = (path: string) => call('GET', `/${path}`, { query: { match_all: {} } });
  expect((await validate('none*/_validate/query')).status).toBe(404);
  expect((await validate('_validate/query?expand_wildcards=quark')).status).toBe(400);
  expect((await validate('none*/_validate/query?allow_no_indices=true')).body).toMatchObject({ valid: true });
  expect((await call('GET', '/none*/_validate/query', { query: { quark: {} } })).body).toEqual({
    valid: false,
  });
});

test('a query whose script fails for a document is a query all the same', async () => {
  await call('PUT', '/scripted/_doc/1?refresh=true', { other: 1 });
  await call('PUT', '/scripted/_mapping', { properties: { a: { type: 'long' } } });
  const script = (source: string) =>
    call('GET', '/scripted/_validate/query', { query: { script: { script: { source } } } });
  expect((await script("doc['a'].value > 1")).body).toMatchObject({ valid: true });
  expect((await script("doc['a'].value >")).body).toMatchObject({ valid: false });
});

test('a cluster without indices says so', async () => {
  expect(await reason('GET', '/_search?allow_no_indices=false&expand_wildcards=none')).toContain(
    'no such index [_all] and no indices exist',
  );
});
