import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { withTook } from './search-answer.ts';
import { withDefaultTimeout } from './search-body.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.call('PUT', '/s', {
    body: { settings: { number_of_replicas: 0 }, aliases: { ones: { filter: { term: { a: 1 } } } } },
  });
  await app.call('PUT', '/s/_doc/1?routing=r', { body: '{"a": 1, "t":"hello world"}' });
  await app.call('PUT', '/s/_doc/2?refresh=true', { body: { a: 2, t: 'hello' } });
});
afterAll(async () => {
  await app.close();
});

type Answer = Record<string, unknown>;
const search = async (path: string, body?: object) =>
  (await app.call('POST', path, body === undefined ? {} : { body })).json<Answer>();
const ids = (answer: Answer) => (answer.hits as { hits: { _id: string }[] }).hits.map((hit) => hit._id);

test('a search gives hits with their stored text', async () => {
  const { text } = await app.call('GET', '/s/_search?sort=a');
  expect(text.replace(/"took":\d+/, '"took":0')).toBe(
    '{"took":0,"timed_out":false,"_shards":{"total":1,"successful":1,"skipped":0,"failed":0},"hits":{"total":{"value":2,"relation":"eq"},"max_score":null,"hits":[{"_index":"s","_id":"1","_score":null,"_routing":"r","_source":{"a": 1, "t":"hello world"},"sort":[1]},{"_index":"s","_id":"2","_score":null,"_source":{"a":2,"t":"hello"},"sort":[2]}]}}',
  );
});

test('parameters of the address go before the body', async () => {
  expect(ids(await search('/s/_search?size=1&sort=a:desc', { size: 5 }))).toEqual(['2']);
  expect(ids(await search('/s/_search?q=t:world'))).toEqual(['1']);
  expect(await search('/s/_search?size=0&rest_total_hits_as_int=true')).toMatchObject({
    hits: { total: 2, hits: [] },
  });
  expect(await search('/s/_search?size=0&track_total_hits=false')).toMatchObject({ hits: { hits: [] } });
  expect(await search('/s/_search?_source_includes=a&version=true&q=a:2')).toMatchObject({
    hits: { hits: [{ _id: '2', _version: 1, _source: { a: 2 } }] },
  });
});

test('orders of the address come behind those of the body', async () => {
  const sorted = async (sort: unknown) =>
    (await search('/s/_search?size=1&sort=a:desc,_doc', { sort })).hits as { hits: { sort: unknown[] }[] };
  const term = 't.keyword';
  expect((await sorted([{ [term]: 'desc' }])).hits).toMatchObject([{ sort: ['hello world', 1, 0] }]);
  expect((await sorted({ [term]: 'asc' })).hits).toMatchObject([{ sort: ['hello', 2, 1] }]);
  expect((await sorted(term)).hits).toMatchObject([{ sort: ['hello', 2, 1] }]);
  expect((await sorted([])).hits).toMatchObject([{ sort: [2, 1] }]);
  expect(await search('/s/_search?sort=a', { sort: null })).toMatchObject({ status: 400 });
});

test('_source_includes of the address goes before paths of _source', async () => {
  const source = async (params: string) =>
    ((await search(`/s/_search?q=a:2&${params}`)).hits as { hits: { _source: unknown }[] }).hits[0]?._source;
  expect(await source('_source=t&_source_includes=a')).toEqual({ a: 2 });
  expect(await source('_source=t&_source_includes=')).toEqual({ a: 2, t: 'hello' });
  expect(await source('_source=t,a&_source_excludes=a')).toEqual({ t: 'hello' });
  expect((await app.call('GET', '/s/_source/2?_source=t&_source_includes=a')).json()).toEqual({ a: 2 });
});

test('a search tells what its phases took where it is asked, or the cluster wants it', async () => {
  const phases = { dfs_pre_query: 0, fetch: expect.any(Number), dfs_query: 0, expand: 0, can_match: 0 };
  const told = { took: expect.any(Number), phase_took: { ...phases, query: expect.any(Number) } };
  expect(await search('/s/_search?phase_took=true')).toMatchObject(told);
  expect(Object.keys(await search('/s/_search?phase_took'))).toEqual(
    'took phase_took timed_out _shards hits'.split(' '),
  );
  expect(await search('/s/_search')).not.toHaveProperty('phase_took');
  const want = (value: boolean | null) =>
    app.call('PUT', '/_cluster/settings', { body: { transient: { 'search.phase_took_enabled': value } } });
  await want(true);
  expect(await search('/s/_search')).toMatchObject(told);
  expect(await search('/s/_search?phase_took=false')).not.toHaveProperty('phase_took');
  await want(null);
});

test('what phases took is told in no index, of searches by templates and of several, and of the first page of a scroll', async () => {
  const none = { dfs_pre_query: 0, query: 0, fetch: 0, dfs_query: 0, expand: 0, can_match: 0 };
  const told = { phase_took: expect.objectContaining({ can_match: 0 }) };
  expect(await search('/none*/_search?phase_took=true')).toMatchObject({ took: 0, phase_took: none });
  expect(await search('/none*/_search?phase_took=true&scroll=1m')).toMatchObject({ phase_took: none });
  expect(await search('/s/_search/template?phase_took=true', { source: { size: 0 } })).toMatchObject(told);
  const lines = '{"index":"s","phase_took":true}\n{"size":0}\n{"index":"s"}\n{"size":0}\n';
  const { responses } = (await app.call('POST', '/_msearch', { body: lines })).json<{
    responses: object[];
  }>();
  expect(responses[0]).toMatchObject(told);
  expect(responses[1]).not.toHaveProperty('phase_took');
  const first = await search('/s/_search?phase_took=true&scroll=1m&size=1');
  expect(first).toMatchObject(told);
  const page = { scroll_id: (first as unknown as { _scroll_id: string })._scroll_id };
  expect(await search('/_search/scroll', page)).not.toHaveProperty('phase_took');
});

test('one search of several may say how long it may take', async () => {
  const lines = ['0ms', 0, '1h', -1].map(
    (time) => `{"index":"s","cancel_after_time_interval":${JSON.stringify(time)}}\n{"size":1}\n`,
  );
  const answer = await search('/_msearch', lines.join('') as unknown as object);
  expect((answer.responses as { status: number }[]).map(({ status }) => status)).toEqual([
    500, 500, 200, 200,
  ]);
  const wrong = await app.call('POST', '/_msearch', {
    body: '{"index":"s","cancel_after_time_interval":"x"}\n{"size":0}\n',
  });
  expect(wrong.json()).toMatchObject({ error: { type: 'illegal_argument_exception' }, status: 400 });
});

async function turnsWhile(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

test('many searches of several that fail at once leave others their turns', async () => {
  const body = '{"index":"none"}\n{}\n'.repeat(3000);
  const turns = await turnsWhile(async () => {
    const answer = await app.call('POST', '/_msearch?max_concurrent_searches=1', { body });
    expect(answer.json<{ responses: unknown[] }>().responses.length).toBe(3000);
  });
  expect(turns).toBeGreaterThan(30);
});

test.each([
  ['_msearch', '{"size":0}'],
  ['_msearch/template', '{"source":"{}"}'],
])('others have their turns while many searches of a %s are read', async (path, search) => {
  // None is searched, as the last one cannot be read.
  const body = `{}\n${search}\n`.repeat(3000).concat('{}\n[]\n');
  const turns = await turnsWhile(async () => {
    expect((await app.call('POST', `/${path}`, { body })).status).toBe(400);
  });
  expect(turns).toBeGreaterThan(30);
});

test('an answer that was kept tells the times of now', () => {
  const view = { nodeId: 'n', documentType: false, totalAsInt: false, bare: false, phaseTook: true };
  const kept = Buffer.from('{"took":90,"phase_took":{"query":90},"timed_out":false}');
  expect(JSON.parse(Buffer.from(withTook(kept, 1, view)).toString())).toEqual({
    took: 1,
    phase_took: { dfs_pre_query: 0, query: 1, fetch: 0, dfs_query: 0, expand: 0, can_match: 0 },
    timed_out: false,
  });
});

test('an alias narrows a search by its filter, unless the index is named too', async () => {
  expect(ids(await search('/ones/_search'))).toEqual(['1']);
  expect(ids(await search('/ones,s/_search?sort=a'))).toEqual(['1', '2']);
  expect(await search('/ones/_count')).toMatchObject({ count: 1 });
});

test('a routing value leaves the other shards out, in the address as in an alias', async () => {
  const aliases = { mine: { routing: 'r' } };
  await app.call('PUT', '/s5', {
    body: { settings: { number_of_shards: 5, number_of_replicas: 0 }, aliases },
  });
  for (const id of ['1', '2', '3']) await app.call('PUT', `/mine/_doc/${id}?refresh=true`, { body: {} });
  expect(await search('/s5/_search')).toMatchObject({ _shards: { total: 5 }, hits: { total: { value: 3 } } });
  expect(await search('/s5/_search?routing=r')).toMatchObject({
    _shards: { total: 1 },
    hits: { total: { value: 3 } },
  });
  expect(await search('/mine/_count')).toMatchObject({ _shards: { total: 1 }, count: 3 });
  expect((await app.call('GET', '/mine/_doc/2')).json()).toMatchObject({ found: true, _routing: 'r' });
  const other = await app.call('PUT', '/mine/_doc/4?routing=q', { body: {} });
  expect(other.text).toContain('Alias [mine] has index routing associated with it [r]');
  const read = await app.call('GET', '/mine/_doc/2?routing=q');
  expect(read.status).toBe(400);
  expect(read.text).toContain('Alias [mine] has index routing associated with it [r]');
});

test('a search in nothing finds nothing', async () => {
  expect(await search('/nope*/_search')).toMatchObject({
    _shards: { total: 0 },
    hits: { total: { value: 0 }, hits: [] },
  });
  expect(await search('/nope/_search')).toMatchObject({ status: 404 });
  expect(await search('/nope/_count?ignore_unavailable=true')).toMatchObject({
    count: 0,
    _shards: { total: 0 },
  });
});

test('aggregations carry their types when asked', async () => {
  const body = { size: 0, aggs: { high: { max: { field: 'a' } } } };
  expect(await search('/s/_search', body)).toMatchObject({ aggregations: { high: { value: 2 } } });
  expect(await search('/s/_search?typed_keys=true', body)).toMatchObject({
    aggregations: { 'max#high': { value: 2 } },
  });
});

test.each([
  ['/s/_search?search_type=foo', {}, 'No search type for [foo]'],
  ['/s/_search?preference=_foo', {}, 'no Preference for [_foo]'],
  ['/s/_search?size=-1', {}, '[size] parameter cannot be negative, found [-1]'],
  [
    '/s/_search?rest_total_hits_as_int=true',
    { track_total_hits: 5 },
    '[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got 5',
  ],
  ['/s/_search', { foo: 1 }, 'Unknown key for a VALUE_NUMBER in [foo].'],
  ['/s/_search', [], 'Expected [START_OBJECT] but found [START_ARRAY]'],
  ['/s/_count', { size: 1 }, 'request does not support [size]'],
])('%s with %j is refused', async (path, body, expected) => {
  expect(await search(path, body)).toMatchObject({ status: 400, error: { reason: expected } });
});

const msearch = async (lines: readonly object[]): Promise<Record<string, unknown>> => {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const headers = { 'content-type': 'application/x-ndjson' };
  return (await app.call('POST', '/s/_msearch', { body, headers })).json();
};

test('msearch answers each search, errors in their places', async () => {
  const lines = [
    {},
    { size: 0 },
    { index: 'nope' },
    {},
    { index: 'ones' },
    { size: 1 },
    {},
    { query: { range: { a: { gte: 'x' } } } },
  ];
  expect((await msearch(lines)).responses).toMatchObject([
    { status: 200, hits: { total: { value: 2 } } },
    { status: 404, error: { type: 'index_not_found_exception' } },
    { status: 200, hits: { hits: [{ _id: '1' }] } },
    { status: 400, error: { type: 'search_phase_execution_exception' } },
  ]);
});

test('msearch answers in the order of its searches, however many are done at a time', async () => {
  const asked = Array.from({ length: 200 }, (_, n) => (n % 3 === 0 ? 3 : 1 + (n % 2)));
  const lines = asked.map((a) => `{"index":"s"}\n${JSON.stringify({ query: { term: { a } } })}\n`).join('');
  const headers = { 'content-type': 'application/x-ndjson' };
  for (const params of [
    '',
    '?max_concurrent_searches=1',
    '?max_concurrent_searches=7',
    '?max_concurrent_searches=1000',
  ]) {
    const answer = (await app.call('POST', `/_msearch${params}`, { body: lines, headers })).json<{
      readonly responses: readonly Answer[];
    }>();
    expect(answer.responses.map((each) => ids(each)[0])).toEqual(
      asked.map((a) => (a === 3 ? undefined : String(a))),
    );
  }
});

test.each([
  ['a header', (deep: string) => `{"routing":${deep}}\n{}\n`],
  ['a body', (deep: string) => `{}\n{"size":0,"aggs":{"x":{"terms":{"field":"n"},"meta":${deep}}}}\n`],
])('msearch refuses %s that is nested as no body may be', async (_, lines) => {
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const headers = { 'content-type': 'application/x-ndjson' };
  const answer = await app.call('POST', '/s/_msearch', { body: lines(deep), headers });
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ error: { type: 'stream_constraints_exception' } });
});

test('msearch with a body that cannot be read is refused as a whole', async () => {
  expect(await msearch([{}, { size: 0 }, {}, { query: { foo: {} } }])).toMatchObject({
    status: 400,
    error: { type: 'parsing_exception', reason: 'unknown query [foo]' },
  });
});

test('an empty line is no search of an msearch before the first header, a header without names later, and never a body', async () => {
  const headers = { 'content-type': 'application/x-ndjson' };
  const raw = async (body: string) =>
    (await app.call('POST', '/s/_msearch', { body, headers })).json<Answer>();
  expect((await raw('\n{}\n{"size":0}\n')).responses).toHaveLength(1);
  expect((await raw('{}\n{"size":0}\n\n{"size":0}\n')).responses).toHaveLength(2);
  expect(await raw('\n\n')).toMatchObject({ error: { reason: 'Validation Failed: 1: no requests added;' } });
  expect(await raw('{}\n\n')).toMatchObject({
    status: 400,
    error: { type: 'parsing_exception', reason: 'Expected [START_OBJECT] but found [null]' },
  });
});

test.each([
  [{ search_type: 'quark' }, 'No search type for [quark]'],
  [{ expand_wildcards: 'quark' }, 'No valid expand wildcard value [quark]'],
  [{ ignore_unavailable: 'quark' }, 'Could not convert [ignore_unavailable] to boolean'],
  [{ requestCache: 'quark' }, 'Could not convert [request_cache] to boolean'],
])('msearch with the header %j is refused as a whole', async (header, reason) => {
  expect(await msearch([{}, { size: 0 }, header, { size: 0 }])).toMatchObject({
    status: 400,
    error: { type: 'illegal_argument_exception', reason },
  });
});

test('validate says whether a query can be run, and why not', async () => {
  expect(await search('/s/_validate/query', { query: { term: { a: 1 } } })).toMatchObject({ valid: true });
  expect(await search('/s/_validate/query?explain=true', { query: { term: { a: 'x' } } })).toMatchObject({
    valid: false,
    explanations: [{ index: 's', valid: false, error: expect.stringContaining('For input string: "x"') }],
  });
  expect(await search('/s/_validate/query', { query: { foo: {} } })).toEqual({ valid: false });
});

test('validation explains the query of each index, or of each shard', async () => {
  const everything = 'ApproximateScoreQuery(originalQuery=*:*, approximationQuery=Approximate(*:*))';
  expect(await search('/s/_validate/query?explain=true', { query: { match_all: {} } })).toMatchObject({
    valid: true,
    explanations: [{ index: 's', valid: true, explanation: everything }],
  });
  const query = { bool: { must: [{ match: { t: 'hello dog' } }], must_not: [{ term: { nope: 1 } }] } };
  expect(await search('/s/_validate/query?rewrite=true', { query })).toMatchObject({
    explanations: [{ index: 's', valid: true, explanation: expect.stringContaining('+(t:hello t:dog)') }],
  });
  const all = { query: { match_all: {} } };
  const { _shards: shards, explanations } = (await search('/s/_validate/query?all_shards=true', all)) as {
    _shards: { total: number };
    explanations: { shard: number }[];
  };
  expect(explanations.map(({ shard }) => shard)).toEqual(Array.from({ length: shards.total }, (_, i) => i));
});

// As OpenSearch 3.6 answers.
test('validation of a query_string that is too long names the class of its error', async () => {
  const query = { query_string: { query: 'a'.repeat(32_001), default_field: 't' } };
  const reason =
    'Query string length exceeds max allowed length 32000 (search.query.max_query_string_length)';
  const told = `;; org.apache.lucene.queryparser.classic.ParseException: ${reason}; actual length: 32001`;
  expect(await search('/s/_validate/query?explain=true', { query })).toMatchObject({
    explanations: [{ index: 's', valid: false, error: expect.stringContaining(told) }],
  });
});

test('validation of a script that cannot be compiled tells at which index, with all that lies around', async () => {
  const query = { script: { script: { lang: 'expression', source: 'foo' } } };
  const own = 'ParseException[Unknown variable [foo]]';
  const told = [
    `QueryShardException[failed to create query: link error]; nested: ScriptException[link error]; nested: ${own}`,
    `ScriptException[link error]; nested: ${own}`,
    'java.text.ParseException: Unknown variable [foo]',
  ];
  expect(await search('/s/_validate/query?explain=true', { query })).toMatchObject({
    valid: false,
    explanations: [{ index: 's', valid: false, error: expect.stringContaining(told.join(';; ')) }],
  });
});

test('the default timeout of the cluster holds where a search names none', () => {
  expect(withDefaultTimeout({ size: 1 }, 5000)).toEqual({ size: 1, timeout: '5000ms' });
  expect(withDefaultTimeout({ timeout: '1s' }, 5000)).toEqual({ timeout: '1s' });
  expect(withDefaultTimeout({ size: 1 }, -1)).toEqual({ size: 1 });
});

test('a wildcard of a query in the URL is in the case of its terms', async () => {
  expect(ids(await search('/s/_search?q=t:HEL*&analyze_wildcard=false&size=100'))).not.toEqual([]);
});

test('a search is cancelled after the time that it is given', async () => {
  const answer = await search('/s/_search?cancel_after_time_interval=0');
  expect(answer).toMatchObject({ status: 500 });
  expect(JSON.stringify(answer)).toContain('Cancellation timeout of 0s is expired');
  expect(ids(await search('/s/_search?cancel_after_time_interval=-1&sort=a'))).toEqual(['1', '2']);
  expect(ids(await search('/s/_search?cancel_after_time_interval=1m&sort=a'))).toEqual(['1', '2']);
});

test.each([
  { function_score: { query: { match: { t: 'hello' } }, weight: 2 } },
  {
    boosting: { positive: { match: { t: 'hello' } }, negative: { term: { t: 'zzz' } }, negative_boost: 0.5 },
  },
])('words of a query whose scores are changed are marked: %j', async (query) => {
  await app.call('PUT', '/marked/_doc/1?refresh=true', { body: { t: 'hello there' } });
  const { text } = await app.call('POST', '/marked/_search', {
    body: { query, highlight: { fields: { t: {} } } },
  });
  expect(text).toContain('<em>hello</em> there');
});
