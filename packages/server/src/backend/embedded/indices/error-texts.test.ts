import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const one = { body: { settings: { number_of_replicas: 0 }, aliases: { other: {} } } };
  expect((await app.call('PUT', '/i', one)).status).toBe(200);
  expect((await app.call('PUT', '/shut', { body: {} })).status).toBe(200);
  expect((await app.call('POST', '/shut/_close')).status).toBe(200);
});
afterAll(async () => {
  await app.close();
});

type Row = readonly [
  what: string,
  call: string,
  body: object | undefined,
  status: number,
  type: string,
  reason: string,
];
const unknownHelp =
  'please check that any required plugins are installed, or check the breaking changes documentation for removed settings';

/** What OpenSearch 3 answered to the same calls; UUID stands for that of an index. */
const rows: readonly Row[] = [
  ['a missing index', 'GET /x', undefined, 404, 'index_not_found_exception', 'no such index [x]'],
  [
    'the first of several missing',
    'GET /x,y',
    undefined,
    404,
    'index_not_found_exception',
    'no such index [x]',
  ],
  [
    'a wildcard without match',
    'GET /x*?allow_no_indices=false',
    undefined,
    404,
    'index_not_found_exception',
    'no such index [x*]',
  ],
  [
    'an index that is there',
    'PUT /i',
    {},
    400,
    'resource_already_exists_exception',
    'index [i/UUID] already exists',
  ],
  [
    'a name of an alias',
    'PUT /other',
    {},
    400,
    'invalid_index_name_exception',
    'Invalid index name [other], already exists as alias',
  ],
  ['an unknown key', 'PUT /n', { foo: 1 }, 400, 'parse_exception', 'unknown key [foo] for create index'],
  [
    'too many shards',
    'PUT /n',
    { settings: { number_of_shards: 2000 } },
    400,
    'illegal_argument_exception',
    'Failed to parse value [2000] for setting [index.number_of_shards] must be <= 1024',
  ],
  [
    'no shards',
    'PUT /n',
    { settings: { number_of_shards: 0 } },
    400,
    'illegal_argument_exception',
    'Failed to parse value [0] for setting [index.number_of_shards] must be >= 1',
  ],
  ['a read of a closed index', 'GET /shut/_search', undefined, 400, 'index_closed_exception', 'closed'],
  ['figures of a closed index', 'GET /shut/_stats', undefined, 400, 'index_closed_exception', 'closed'],
  [
    'closing nothing',
    'POST /_close',
    undefined,
    400,
    'action_request_validation_exception',
    'Validation Failed: 1: index is missing;',
  ],
  [
    'an unknown block',
    'PUT /i/_block/foo',
    undefined,
    400,
    'illegal_argument_exception',
    'No block found with name foo',
  ],
  [
    'a static setting of an open index',
    'PUT /i/_settings',
    { 'index.codec': 'default' },
    400,
    'illegal_argument_exception',
    "Can't update non dynamic settings [[index.codec]] for open indices [[i/UUID]]",
  ],
  [
    'a final setting of a closed index',
    'PUT /shut/_settings',
    { 'index.number_of_shards': 2 },
    400,
    'settings_exception',
    'final shut setting [index.number_of_shards], not updateable',
  ],
  [
    'an unknown setting',
    'PUT /i/_settings',
    { 'index.foo': 1 },
    400,
    'settings_exception',
    `unknown setting [index.foo] ${unknownHelp}`,
  ],
  [
    'a private setting',
    'PUT /i/_settings',
    { 'index.uuid': 'a' },
    400,
    'settings_exception',
    'can not update private setting [index.uuid]; this setting is managed by OpenSearch',
  ],
  [
    'no settings',
    'PUT /i/_settings',
    {},
    400,
    'action_request_validation_exception',
    'Validation Failed: 1: no settings to update;',
  ],
  ['no body of settings', 'PUT /i/_settings', undefined, 400, 'parse_exception', 'request body is required'],
  [
    'a bad boolean',
    'PUT /i/_settings',
    { 'index.blocks.write': 'x' },
    400,
    'illegal_argument_exception',
    'Failed to parse value [x] as only [true] or [false] are allowed.',
  ],
  [
    'a bad number',
    'PUT /i/_settings',
    { 'index.number_of_replicas': 'x' },
    400,
    'illegal_argument_exception',
    'Failed to parse value [x] for setting [index.number_of_replicas]',
  ],
  [
    'a number below the least',
    'PUT /i/_settings',
    { 'index.number_of_replicas': -1 },
    400,
    'illegal_argument_exception',
    'Failed to parse value [-1] for setting [index.number_of_replicas] must be >= 0',
  ],
  [
    'a bad durability',
    'PUT /i/_settings',
    { 'index.translog.durability': 'x' },
    400,
    'illegal_argument_exception',
    'No enum constant org.opensearch.index.translog.Translog.Durability.X',
  ],
  [
    'a bad allocation',
    'PUT /i/_settings',
    { 'index.routing.allocation.enable': 'x' },
    400,
    'illegal_argument_exception',
    'Illegal allocation.enable value [X]',
  ],
  [
    'a bad time of a setting',
    'PUT /i/_settings',
    { 'index.search.slowlog.threshold.query.warn': '5x' },
    400,
    'illegal_argument_exception',
    'failed to parse setting [index.search.slowlog.threshold.query.warn] with value [5x] as a time value: unit is missing or unrecognized',
  ],
  [
    'a bad time of a parameter',
    'POST /i/_close?timeout=5',
    undefined,
    400,
    'illegal_argument_exception',
    'failed to parse setting [timeout] with value [5] as a time value: unit is missing or unrecognized',
  ],
  [
    'a bad size',
    'PUT /i/_settings',
    { 'index.translog.flush_threshold_size': '10q' },
    400,
    'illegal_argument_exception',
    'failed to parse setting [index.translog.flush_threshold_size] with value [10q] as a size in bytes: unit is missing or unrecognized',
  ],
  [
    'a bad number of a parameter',
    'GET /i/_search?size=abc',
    undefined,
    400,
    'illegal_argument_exception',
    'Failed to parse int parameter [size] with value [abc]',
  ],
  [
    'a bad option of indices',
    'GET /i?allow_no_indices=nope',
    undefined,
    400,
    'illegal_argument_exception',
    'Could not convert [allow_no_indices] to boolean',
  ],
  [
    'an unknown parameter',
    'POST /i/_close?foo=1',
    undefined,
    400,
    'illegal_argument_exception',
    'request [/i/_close] contains unrecognized parameter: [foo]',
  ],
  [
    'several unknown parameters',
    'POST /i/_close?zz=1&qq=1',
    undefined,
    400,
    'illegal_argument_exception',
    'request [/i/_close] contains unrecognized parameters: [qq], [zz]',
  ],
  [
    'a bad expansion',
    'POST /i/_close?expand_wildcards=foo',
    undefined,
    400,
    'illegal_argument_exception',
    'No valid expand wildcard value [foo]',
  ],
  [
    'an unknown cluster setting',
    'PUT /_cluster/settings',
    { persistent: { 'foo.bar': null } },
    400,
    'settings_exception',
    'persistent setting [foo.bar], not recognized',
  ],
  [
    'a static cluster setting',
    'PUT /_cluster/settings',
    { transient: { 'node.name': 'x' } },
    400,
    'settings_exception',
    'transient setting [node.name], not dynamically updateable',
  ],
  [
    'no cluster settings',
    'PUT /_cluster/settings',
    {},
    400,
    'action_request_validation_exception',
    'Validation Failed: 1: no settings to update;',
  ],
  [
    'no body of cluster settings',
    'PUT /_cluster/settings',
    undefined,
    400,
    'parse_exception',
    'request body is required',
  ],
  [
    'a time below the least',
    'PUT /_cluster/settings',
    { transient: { 'cluster.info.update.interval': '1s' } },
    400,
    'illegal_argument_exception',
    'failed to parse value [1s] for setting [cluster.info.update.interval], must be >= [10s]',
  ],
  [
    'both names of a time-out',
    'POST /i/_close?master_timeout=1s&cluster_manager_timeout=1s',
    undefined,
    400,
    'parse_exception',
    'Please only use one of the request parameters [master_timeout, cluster_manager_timeout].',
  ],
  [
    'a shrink without a block, even of one shard',
    'PUT /i/_shrink/small',
    {},
    500,
    'illegal_state_exception',
    'index i must block write operations to resize index. use "index.blocks.write=true"',
  ],
  [
    'more copies than there are',
    'PUT /n?wait_for_active_shards=5',
    {},
    400,
    'illegal_argument_exception',
    'invalid wait_for_active_shards[5]: cannot be greater than number of shard copies [2]',
  ],
  [
    'copies that are no number',
    'POST /i/_open?wait_for_active_shards=x',
    undefined,
    400,
    'illegal_argument_exception',
    'cannot parse ActiveShardCount[x]',
  ],
];

test.each(rows)(
  '%s is told in the words of OpenSearch: %s',
  async (_what, call, body, status, type, reason) => {
    const [method, path] = call.split(' ') as ['GET' | 'POST' | 'PUT', string];
    const answer = await app.call(method, path, body === undefined ? {} : { body });
    const { error } = answer.json<{ error: { type: string; reason: string } }>();
    const shown = error.reason.replaceAll(/\/[\w-]{22}\]/g, '/UUID]');
    expect([answer.status, error.type, shown]).toEqual([status, type, reason]);
  },
);

test('a setting that is nearly one of those that there are is told with them', async () => {
  const answer = await app.call('PUT', '/i/_settings', { body: { 'index.number_of_replica': 1 } });
  const { error } = answer.json<{ error: { reason: string } }>();
  expect(error.reason).toMatch(
    /^unknown setting \[index\.number_of_replica\] did you mean .*index\.number_of_replicas/,
  );
});

test('closing and wildcards can be forbidden, and shards be limited', async () => {
  const set = async (settings: object) =>
    expect((await app.call('PUT', '/_cluster/settings', { body: { transient: settings } })).status).toBe(200);
  const reason = async (method: 'POST' | 'PUT' | 'DELETE', path: string) => {
    const answer = await app.call(method, path, method === 'PUT' ? { body: {} } : {});
    const { type, reason: text } = answer.json<{ error: { type: string; reason: string } }>().error;
    return [answer.status, type, text];
  };
  await set({ 'cluster.indices.close.enable': false });
  expect(await reason('POST', '/i/_close')).toEqual([
    500,
    'illegal_state_exception',
    'closing indices is disabled - set [cluster.indices.close.enable: true] to enable it. NOTE: closed indices still consume a significant amount of diskspace',
  ]);
  await set({ 'cluster.indices.close.enable': null, 'action.destructive_requires_name': true });
  const wild = [400, 'illegal_argument_exception', 'Wildcard expressions or all indices are not allowed'];
  expect(await reason('DELETE', '/i*')).toEqual(wild);
  expect(await reason('POST', '/_all/_close')).toEqual(wild);
  expect(await reason('PUT', '/*/_block/write')).toEqual(wild);
  await set({ 'action.destructive_requires_name': null, 'cluster.max_shards_per_node': 1 });
  expect(await reason('PUT', '/n')).toEqual([
    400,
    'validation_exception',
    'Validation Failed: 1: this action would add [2] total LOCAL_ONLY shards, but this cluster currently has [1]/[1] maximum LOCAL_ONLY shards open;',
  ]);
  await set({ 'cluster.max_shards_per_node': null });
});
