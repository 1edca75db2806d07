import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/a', {
    body: {
      settings: { number_of_shards: 5, number_of_replicas: 0 },
      aliases: {
        plain: {},
        x: { filter: { term: { k: 'x' } }, routing: '1' },
        some: { filter: { bool: { must_not: { exists: { field: 'q' } }, should: [{ match: { t: 'w' } }] } } },
        few: { filter: { range: { n: { gt: 3, lte: 9 } } } },
      },
      mappings: {
        properties: {
          k: { type: 'keyword', meta: { unit: 'ms' } },
          n: { type: 'long', index: false },
          o: { properties: { d: { type: 'date' } } },
        },
      },
    },
  });
  await app.call('PUT', '/b', {
    body: {
      settings: { number_of_replicas: 0 },
      mappings: { properties: { k: { type: 'text' }, n: { type: 'long' } } },
    },
  });
  await app.call('PUT', '/a/_doc/1?refresh=true', { body: { k: 'x', n: 5, o: { d: '2020-01-01' } } });
});
afterAll(async () => {
  await app.close();
});

type Body = Record<string, unknown>;
const send = async (path: string, body?: object) =>
  (await app.call('POST', path, body === undefined ? {} : { body })).json<Body>();
const shards = async (path: string, body?: object) => {
  const answer = (await send(path, body)) as { shards: { index: string; shard: number }[][] };
  return answer.shards.map(([copy]) => copy!.shard);
};

test('a search asks every shard, or those of its routing, its slice and its preference', async () => {
  expect(await shards('/a/_search_shards')).toEqual([0, 1, 2, 3, 4]);
  expect(await shards('/a/_search_shards?routing=foo')).toHaveLength(1);
  expect(await shards('/a/_search_shards', { slice: { id: 1, max: 3 } })).toEqual([1, 4]);
  expect(await shards('/a/_search_shards', { slice: { id: 7, max: 9 } })).toEqual([2]);
  expect(await shards('/a/_search_shards', { slice: {} })).toEqual([]);
  expect(await shards('/a/_search_shards', { slice: { id: 0 } })).toEqual([0, 1, 2, 3, 4]);
  expect(await shards('/a/_search_shards', { slice: { id: '1', max: 3 } })).toEqual([1, 4]);
  const nameless = await app.call('GET', '/a/_search_shards', { body: { slice: { field: '' } } });
  expect(nameless.json()).toMatchObject({
    error: { caused_by: { reason: 'field name is null or empty' } },
    status: 400,
  });
  expect(await shards('/a/_search_shards?preference=_shards:0,2,4', { slice: { id: 1, max: 2 } })).toEqual([
    2,
  ]);
  expect(await shards('/nothing/_search_shards')).toEqual([]);
  expect(await send('/a/_search_shards', { slice: { id: 3, max: 3 } })).toMatchObject({ status: 400 });
});

test('the shards of a closed index are told where it is named, or closed ones are asked for', async () => {
  await app.call('PUT', '/shut', { body: { settings: { number_of_replicas: 0 } } });
  await app.call('POST', '/shut/_close');
  const told = async (path: string) => {
    const { indices, shards } = await send(path);
    return [Object.keys(indices as object), (shards as unknown[]).length];
  };
  expect(await told('/shut/_search_shards')).toEqual([['shut'], 1]);
  expect(await told('/shu*/_search_shards')).toEqual([[], 0]);
  expect(await told('/shu*/_search_shards?expand_wildcards=all')).toEqual([['shut'], 1]);
  await app.call('DELETE', '/shut');
});

test.each([
  ['plain', { aliases: ['plain'] }],
  ['plain,x', { aliases: ['plain', 'x'] }],
  ['x', { aliases: ['x'], filter: { term: { k: { value: 'x', boost: 1 } } } }],
  [
    'few',
    {
      aliases: ['few'],
      filter: { range: { n: { from: 3, to: 9, include_lower: false, include_upper: true, boost: 1 } } },
    },
  ],
  [
    'some',
    {
      aliases: ['some'],
      filter: {
        bool: {
          must_not: [{ exists: { field: 'q', boost: 1 } }],
          should: [{ match: { t: { query: 'w', boost: 1 } } }],
          adjust_pure_negative: true,
          boost: 1,
        },
      },
    },
  ],
])('the shards of alias %s are shown with its filter written out', async (name, expected) => {
  expect((await send(`/${name}/_search_shards`)).indices).toEqual({ a: expected });
});

test('capabilities of fields name the indices where they differ', async () => {
  const answer = await send('/a,b/_field_caps?fields=k,n,o*,missing');
  expect(answer).toEqual({
    indices: ['a', 'b'],
    fields: {
      k: {
        keyword: {
          type: 'keyword',
          searchable: true,
          aggregatable: true,
          indices: ['a'],
          meta: { unit: ['ms'] },
        },
        text: { type: 'text', searchable: true, aggregatable: false, indices: ['b'] },
      },
      n: { long: { type: 'long', searchable: false, aggregatable: true, non_searchable_indices: ['a'] } },
      o: { object: { type: 'object', searchable: false, aggregatable: false } },
      'o.d': { date: { type: 'date', searchable: true, aggregatable: true } },
    },
  });
  const { fields } = await send('/a,b/_field_caps?fields=o.d&include_unmapped=true');
  expect(fields).toHaveProperty(['o.d', 'unmapped'], {
    type: 'unmapped',
    searchable: false,
    aggregatable: false,
    indices: ['b'],
  });
});

test.each([
  ['{"index_filter":{"foo":{}}}', 'unknown query [foo]', 24],
  ['{"index_filter":{"term":{}}}', 'Failed to parse', 26],
  ['{"index_filter":[]}', '[_na] query malformed, must start with start_object', 17],
  ['{"index_filter":null}', '[_na] query malformed, must start with start_object', 17],
])('an index_filter that cannot be read is told with its place: %s', async (body, reason, col) => {
  const answer = (await app.call('POST', '/a,b/_field_caps?fields=k', { body })).json<object>();
  expect(answer).toMatchObject({ status: 400, error: { type: 'parsing_exception', reason, line: 1, col } });
});

test.each([
  [{ range: { 'o.d': { gte: '2019-01-01' } } }, ['a']],
  [{ range: { 'o.d': { lt: '2019-01-01' } } }, []],
  [{ term: { n: 77 } }, ['a', 'b']],
  [{ term: { missing: 1 } }, []],
  [{ bool: { filter: [{ match_all: {} }, { term: { 'o.d': '2030-01-01' } }] } }, ['a']],
  // Of values that do not fit, dates of ranges alone are read beforehand.
  [{ term: { n: 'abc' } }, ['a', 'b']],
  [{ range: { n: { gte: 'abc' } } }, ['a', 'b']],
  [{ bool: { filter: [{ match: { n: 'abc' } }] } }, ['a', 'b']],
  [{ bool: { filter: [{ term: { n: 'abc' } }, { term: { missing: 1 } }] } }, []],
  [{ term: { 'o.d': 'abc' } }, ['a']],
  [{ range: { 'o.d': { gte: 'abc' } } }, []],
  [{ bool: { must_not: [{ range: { 'o.d': { gte: 'abc' } } }] } }, ['b']],
  [{ query_string: { query: '(' } }, ['a', 'b']],
  [{ exists: { field: 'missing' } }, []],
  [{ exists: { field: 'o' } }, ['a']],
  // Of the values of an index those of dates alone are looked at.
  [{ range: { n: { gte: 77 } } }, ['a', 'b']],
  [{ range: { k: { gte: 'zzz' } } }, ['a', 'b']],
  [{ range: { missing: { gte: 77 } } }, []],
  [{ constant_score: { filter: { term: { missing: 1 } } } }, []],
  [{ constant_score: { filter: { range: { 'o.d': { gte: 'abc' } } } } }, []],
  [{ function_score: { query: { range: { 'o.d': { lt: '2019-01-01' } } } } }, []],
  [{ function_score: { functions: [{ weight: 2 }] } }, ['a', 'b']],
  [{ boosting: { positive: { term: { x: 1 } }, negative: { match_all: {} }, negative_boost: 1 } }, []],
])('index_filter %j keeps the indices where it could match', async (filter, expected) => {
  const answer = await send('/a,b/_field_caps?fields=k', { index_filter: filter });
  expect(answer.indices).toEqual(expected);
});

test('fields of the system can be searched and aggregated as in OpenSearch', async () => {
  const { fields } = (await send('/a/_field_caps?fields=_*')) as {
    fields: Record<string, Record<string, { searchable: boolean; aggregatable: boolean }>>;
  };
  const told = Object.entries(fields).flatMap(([name, types]) =>
    Object.values(types).map(({ searchable, aggregatable }) => [name, searchable, aggregatable]),
  );
  expect(told.filter(([, ...can]) => can.includes(true))).toEqual([
    ['_field_names', true, false],
    ['_id', true, true],
    ['_ignored', true, false],
    ['_index', true, true],
    ['_nested_path', true, false],
    ['_routing', true, false],
    ['_seq_no', true, true],
  ]);
});

test('the fields can stand in the body, as clients of Elasticsearch send them', async () => {
  expect(await send('/a,b/_field_caps', { fields: ['k'] })).toEqual(await send('/a,b/_field_caps?fields=k'));
  expect(await send('/a,b/_field_caps', { fields: 'k' })).toHaveProperty('fields.k');
  const twice = await send('/a/_field_caps?fields=k', { fields: ['k'] });
  expect(twice).toHaveProperty('error.reason', expect.stringContaining('not in both'));
  expect(await send('/a/_field_caps', { fields: [1] })).toHaveProperty('error.type', 'parsing_exception');
});

test('capabilities without fields or with another key are refused', async () => {
  expect(await send('/a/_field_caps')).toHaveProperty(
    'error.reason',
    "specified fields can't be null or empty",
  );
  expect(await send('/a/_field_caps?fields=k', { x: 1 })).toHaveProperty(
    'error.reason',
    'request does not support [x]',
  );
});

test('a field with whole numbers here and fractions there is sorted and shown by value', async () => {
  for (const [index, type, value] of [
    ['whole', 'long', 5],
    ['parts', 'double', 4.5],
    ['big', 'unsigned_long', 6],
  ] as const) {
    await app.call('PUT', `/${index}`, { body: { mappings: { properties: { c: { type } } } } });
    await app.call('PUT', `/${index}/_doc/1?refresh=true`, { body: { c: value } });
  }
  const { hits } = (await send('/whole,parts/_search', { sort: ['c'] })) as { hits: { hits: Body[] } };
  expect(hits.hits.map(({ sort }) => sort)).toEqual([[4.5], [5]]);
  expect(await send('/whole,big/_search', { sort: ['c'] })).toHaveProperty(
    'error.caused_by.reason',
    "Can't do sort across indices, as a field has [unsigned_long] type in one index, and different type in another index!",
  );
});

test('multi_match of type bool_prefix takes the last word as a prefix in every field', async () => {
  await app.call('PUT', '/words', { body: { mappings: { properties: { s: { type: 'keyword' } } } } });
  const texts = ['quick brown fox', 'brown bread', 'red'];
  for (const [id, t] of texts.entries()) await app.call('PUT', `/words/_doc/${id}`, { body: { t, s: t } });
  await app.call('POST', '/words/_refresh');
  const ids = async (query: object) => {
    const answer = (await send('/words/_search', { query })) as { hits: { hits: { _id: string }[] } };
    return answer.hits.hits.map(({ _id }) => _id).sort();
  };
  const bool = { type: 'bool_prefix', fields: ['t', 's'] };
  expect(await ids({ multi_match: { ...bool, query: 'brown f', operator: 'and' } })).toEqual(['0']);
  expect(await ids({ multi_match: { ...bool, query: 'brown br', operator: 'and' } })).toEqual(['0', '1']);
  expect(await ids({ multi_match: { ...bool, query: 'brwn zz', fuzziness: 1 } })).toEqual(['0', '1']);
  expect(await ids({ match_bool_prefix: { s: 'brown br' } })).toEqual(['1']);
  const refused = await send('/words/_search', { query: { multi_match: { ...bool, query: 'x', slop: 1 } } });
  expect(refused).toHaveProperty('error.root_cause[0].reason', '[slop] not allowed for type [bool_prefix]');
});

test('fields and docvalue_fields refuse formats where a field has none, in the shards that have documents', async () => {
  const reason = async (body: object) => {
    const { _shards, hits } = (await send('/a/_search', body)) as {
      _shards: { failures: { reason: { reason: string } }[] };
      hits: { hits: unknown[] };
    };
    expect(_shards).toMatchObject({ total: 5, successful: 4, failed: 1 });
    expect(hits.hits).toEqual([]);
    return _shards.failures[0]?.reason;
  };
  expect(await reason({ fields: [{ field: 'k', format: 'yyyy' }] })).toHaveProperty(
    'reason',
    "Field [k] of type [keyword] doesn't support formats.",
  );
  expect(await reason({ docvalue_fields: [{ field: 'k', format: 'yyyy' }] })).toHaveProperty(
    'reason',
    'Field [k] of type [keyword] does not support custom formats',
  );
  const answer = await send('/a/_search', { docvalue_fields: [{ field: 'n', format: 'use_field_mapping' }] });
  expect(answer).toHaveProperty('hits.hits[0].fields.n', [5]);
});

test('a scaled float is searched and shown by its steps', async () => {
  const scaled = { type: 'scaled_float', scaling_factor: 10 };
  await app.call('PUT', '/scaled', { body: { mappings: { properties: { s: scaled } } } });
  for (const s of [1, 1.1, 1.2, 1.34, '1.44', -0.55]) await app.call('POST', '/scaled/_doc', { body: { s } });
  await app.call('POST', '/scaled/_refresh');
  const found = async (query: object) => {
    const body = { query, sort: ['s'], _source: false };
    const answer = (await send('/scaled/_search', body)) as { hits: { hits: { sort: number[] }[] } };
    return answer.hits.hits.map(({ sort }) => sort[0]);
  };
  const [a, b, c, d] = [1.1, 12 * 0.1, 1.3, 14 * 0.1];
  expect(await found({ match_all: {} })).toEqual([-0.5, 1, a, b, c, d]);
  expect(await found({ term: { s: 1.14 } })).toEqual([a]);
  expect(await found({ term: { s: '1.16' } })).toEqual([b]);
  expect(await found({ range: { s: { gt: 1.14 } } })).toEqual([b, c, d]);
  expect(await found({ range: { s: { gte: 1.14, lt: 1.24 } } })).toEqual([a]);
  expect(await found({ range: { s: { gt: 1.05, lte: 1.16 } } })).toEqual([b]);
  expect(await send('/scaled/_search', { fields: ['s'], query: { term: { s: 1.2 } } })).toHaveProperty(
    'hits.hits[0].fields.s',
    [1.2],
  );
});

test.each([
  [{}, 'Field [scaling_factor] is required'],
  [{ scaling_factor: 0 }, '[scaling_factor] must be a positive number, got [0.0]'],
])('a scaled float with %j is refused', async (parameters, expected) => {
  const mappings = { properties: { s: { type: 'scaled_float', ...parameters } } };
  const answer = await app.call('PUT', '/unscaled', { body: { mappings } });
  expect(answer.json<Body>()).toHaveProperty('error.reason', `Failed to parse mapping [_doc]: ${expected}`);
});

test('a search, a count and a get ask the shards that are preferred alone', async () => {
  const total = async (path: string) => {
    const { _shards, hits, count } = (await app.call('GET', path)).json<{
      _shards: { total: number };
      hits?: { total: { value: number }; max_score: number | null };
      count?: number;
    }>();
    return [_shards.total, hits?.total.value ?? count];
  };
  const counted = async (prefix: string) => {
    const found = await Promise.all(
      [0, 1, 2, 3, 4].map((shard) => total(`${prefix}preference=_shards:${shard}`)),
    );
    return found.map(([, value]) => value).sort();
  };
  expect(await counted('/a/_search?')).toEqual([0, 0, 0, 0, 1]);
  expect(await counted('/a/_count?')).toEqual([0, 0, 0, 0, 1]);
  expect(await total('/a/_search?preference=_shards:0,2,9')).toEqual([2, expect.any(Number)]);
  expect(await total('/a/_search?preference=_shards:0%7C_local')).toEqual([1, expect.any(Number)]);
  expect(await total('/a/_search?preference=_shards:0%7C')).toEqual([1, expect.any(Number)]);
  expect(await total('/a/_search?preference=_local:here')).toEqual([5, 1]);
  expect(await total('/a/_search?preference=_only_nodes:test-node')).toEqual([5, 1]);
  expect(await total('/a/_search?preference=_prefer_nodes:nobody')).toEqual([5, 1]);
  for (const none of ['9', '']) {
    expect((await app.call('GET', `/a/_search?preference=_shards:${none}`)).json()).toMatchObject({
      _shards: { total: 0, successful: 0, skipped: 0, failed: 0 },
      hits: { total: { value: 0, relation: 'eq' }, max_score: 0, hits: [] },
    });
    expect(await total(`/a/_count?preference=_shards:${none}`)).toEqual([0, 0]);
    expect(await shards(`/a/_search_shards?preference=_shards:${none}`)).toEqual([]);
  }
  const gets = await Promise.all(
    [0, 1, 2, 3, 4].map(
      async (shard) => (await app.call('GET', `/a/_doc/1?preference=_shards:${shard}`)).status,
    ),
  );
  expect(gets.sort()).toEqual([200, 400, 400, 400, 400]);
  const many = await Promise.all(
    [0, 1, 2, 3, 4].map(async (shard) => {
      const answer = await send(`/a/_mget?preference=_shards:${shard}`, { ids: ['1'] });
      return 'error' in (answer.docs as Body[])[0]!;
    }),
  );
  expect(many.filter((failed) => failed)).toHaveLength(4);
});

test.each([
  ['_shards:a', 'For input string: "a"'],
  ['_shards:99999999999', 'For input string: "99999999999"'],
  ['_shards:0%7C_quark', 'no Preference for [_quark]'],
  ['_shards:0%7Cquark', 'no Preference for [quark]'],
  ['_shards:0%7C_shards:1', 'unknown preference [SHARDS]'],
  ['_only_nodes:', 'no data nodes with criteria [] found for shard: [a][0]'],
  ['_quark', 'no Preference for [_quark]'],
  ['_only_nodes:quark', 'no data nodes with criteria [quark] found for shard: [a][0]'],
])('the preference %s is refused', async (preference, reason) => {
  for (const call of ['_search', '_count', '_search_shards', '_doc/1']) {
    const answer = await app.call('GET', `/a/${call}?preference=${preference}`);
    expect([call, answer.status, answer.json<{ error: { reason: string } }>().error.reason]).toEqual([
      call,
      400,
      reason,
    ]);
  }
});

test('a search that may take no time is one that is measured by a slow clock, as in OpenSearch', async () => {
  for (const timeout of ['0', '0ms', 0]) {
    expect(await send('/a/_search', { timeout })).toMatchObject({
      timed_out: false,
      hits: { total: { value: 1 } },
    });
  }
  expect((await app.call('GET', '/a/_search?timeout=0')).json()).toMatchObject({ timed_out: false });
});

test('failures of one index with one cause are told once, and counted each', async () => {
  const partly = (await send('/a,b/_search', { sort: ['o.d'] })) as {
    _shards: { failed: number; failures: { index: string; shard: number }[] };
  };
  expect(partly._shards).toMatchObject({ total: 6, failed: 1, failures: [{ index: 'b', shard: 0 }] });
  const others = (await send('/a,b/_search', { sort: [{ k: { numeric_type: 'long' } }] })) as {
    error: { failed_shards: { index: string; reason: { type: string; reason: string } }[] };
  };
  expect(others.error.failed_shards.map(({ index, reason }) => [index, reason.reason])).toEqual([
    ['a', '[numeric_type] option cannot be set on a non-numeric field, got keyword'],
    ['b', expect.stringMatching(/^Text fields are not optimised/)],
  ]);
  await app.call('PUT', '/wide', { body: { settings: { number_of_shards: 3, number_of_replicas: 0 } } });
  const { _shards } = (await send('/a,wide/_search', { sort: ['n'] })) as {
    _shards: { failed: number; failures: { index: string; shard: number }[] };
  };
  expect([_shards.failed, _shards.failures.map(({ index, shard }) => [index, shard])]).toEqual([
    3,
    [['wide', 0]],
  ]);
});
