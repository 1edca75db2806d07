import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

type Any = Readonly<Record<string, unknown>>;
interface Hit {
  readonly _id: string;
  readonly _source?: Any;
}
interface Found {
  readonly hits: { readonly hits: readonly Hit[]; readonly total: { readonly value: number } };
  readonly _scroll_id?: string;
  readonly profile?: unknown;
  readonly processor_results?: readonly Any[];
  readonly error?: { readonly reason: string; readonly type: string };
}

const documents: readonly Any[] = [
  { n: 1, t: 'one two', k: 'a', list: [3, 1, 2], csv: 'x,y,,z,,', half: 1.5, big: 9007199254740993n },
  { n: 2, t: 'two', k: 'b', csv: 'q' },
  { n: 3, t: 'two three', k: 'a' },
  { n: 4, t: 'four', k: 'c' },
];

const lineOf = (document: Any): string =>
  JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? `#${value}#` : value)).replace(
    /"#(\d+)#"/g,
    '$1',
  );

async function service() {
  const app = await testApp();
  apps.push(app);
  const call = async (method: string, path: string, body?: object | string) => {
    const answer = await app.call(method, path, body === undefined ? {} : { body });
    return { status: answer.status, text: answer.text, body: answer.json<Found & Any>() };
  };
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  const fill = async (index: string, pipeline?: string): Promise<void> => {
    const own = pipeline === undefined ? {} : { 'search.default_pipeline': pipeline };
    await call('PUT', `/${index}`, { settings: { ...settings, ...own } });
    const lines = documents.map((each, i) => `{"index":{"_id":"${i + 1}"}}\n${lineOf(each)}\n`);
    await call('POST', `/${index}/_bulk?refresh=true`, lines.join(''));
  };
  const search = async (path: string, body: object = {}) => call('POST', path, body);
  const ids = async (path: string, body: object = {}) => {
    const { body: found } = await search(path, body);
    return found.error?.reason ?? found.hits.hits.map(({ _id }) => _id).join(' ');
  };
  return { call, fill, search, ids };
}

const filter = (query: object) => ({ filter_query: { query } });
const two = { request_processors: [filter({ term: { t: 'two' } })] };
const over = {
  request_processors: [{ oversample: { sample_factor: 2 } }],
  response_processors: [{ truncate_hits: {} }],
};

test('search pipelines are kept as they were given, found by names and wildcards, and deleted', async () => {
  const { call } = await service();
  const given = { description: 'd', version: 3, ...two };
  expect((await call('PUT', '/_search/pipeline/two', given)).text).toBe('{"acknowledged":true}');
  await call('PUT', '/_search/pipeline/over', over);
  expect((await call('GET', '/_search/pipeline/two')).body).toEqual({ two: given });
  expect(Object.keys((await call('GET', '/_search/pipeline/t*,over,gone')).body)).toEqual(['over', 'two']);
  const state = await call('GET', '/_cluster/state/metadata?filter_path=metadata.search_pipeline');
  expect(state.body).toEqual({
    metadata: {
      search_pipeline: {
        pipeline: [
          { id: 'over', config: over },
          { id: 'two', config: given },
        ],
      },
    },
  });
  expect((await call('DELETE', '/_search/pipeline/t*')).status).toBe(200);
  expect((await call('DELETE', '/_search/pipeline/two')).body.error?.reason).toBe(
    'pipeline [two] is missing',
  );
  expect((await call('GET', '/_search/pipeline/two')).status).toBe(404);
  expect((await call('DELETE', '/_search/pipeline/*')).status).toBe(200);
  expect(await call('GET', '/_search/pipeline')).toMatchObject({ status: 404, text: '{}' });
});

test.each<[Any, string]>([
  [{ bla: 1 }, "pipeline [p] doesn't support one or more provided configuration parameters [bla]"],
  [{ request_processors: [{ nope: {} }] }, 'Invalid processor type nope'],
  [{ request_processors: [{ rename_field: {} }] }, 'Invalid processor type rename_field'],
  [{ phase_results_processors: [{ nope: {} }] }, 'Invalid processor type nope'],
  [
    { request_processors: [{ filter_query: {} }] },
    'Did not specify the query property in processor of type filter_query',
  ],
  [{ request_processors: [filter({ foo: {} })] }, 'unknown query [foo]'],
  [{ request_processors: [{ oversample: { sample_factor: 0.5 } }] }, '[sample_factor] Value must be >= 1.0'],
  [{ request_processors: [{ script: { source: 'foo(' } }] }, 'compile error'],
  [{ request_processors: [{ script: { id: 'no' } }] }, 'unable to find script [no] in cluster state'],
  [{ response_processors: [{ truncate_hits: { target_size: -1 } }] }, '[target_size] Value must be >= 0'],
  [
    { response_processors: [{ collapse: { field: 'a', x: 1 } }] },
    "processor [collapse] doesn't support one or more provided configuration parameters: [x]",
  ],
  [
    { response_processors: [{ sort: { field: 'a', order: 'up' } }] },
    '[order] Sort direction [up] not recognized. Valid values are: [asc, desc]',
  ],
])('a definition that cannot be a search pipeline is refused: %j', async (definition, reason) => {
  const { call } = await service();
  expect((await call('PUT', '/_search/pipeline/p', definition)).body.error?.reason).toBe(reason);
  expect((await call('GET', '/_search/pipeline/p')).status).toBe(404);
});

test('a search goes through the pipeline of the URL, else of its body, else of its index', async () => {
  const { call, fill, ids } = await service();
  await fill('i', 'two');
  await call('PUT', '/_search/pipeline/two', two);
  await call('PUT', '/_search/pipeline/c', { request_processors: [filter({ term: { k: 'c' } })] });
  expect(await ids('/i/_search')).toBe('1 2 3');
  expect(await ids('/i/_search', { search_pipeline: 'c' })).toBe('4');
  expect(await ids('/i/_search?search_pipeline=_none', { search_pipeline: 'c' })).toBe('1 2 3 4');
  const adHoc = { search_pipeline: { request_processors: [filter({ term: { n: 2 } })] } };
  expect(await ids('/i/_search', adHoc)).toBe('2');
  expect(await ids('/i/_search?search_pipeline=c', adHoc)).toMatch(/^Both named and inline/);
  expect(await ids('/i/_search?search_pipeline=no')).toBe('Pipeline no is not defined');
  expect(await ids('/no/_search?search_pipeline=no')).toBe('Pipeline no is not defined');
  expect(await ids('/no/_search?search_pipeline=two')).toBe('no such index [no]');
  expect((await call('GET', '/i/_count')).body.count).toBe(3);
  // A search that names no index has no pipeline of any.
  expect(await ids('/_search')).toBe('1 2 3 4');
  await call('PUT', '/i/_settings', { 'index.search.default_pipeline': '_none' });
  expect(await ids('/i/_search')).toBe('1 2 3 4');
});

test('indices whose pipelines differ are searched through none, those that set none are no matter', async () => {
  const { call, fill, ids } = await service();
  for (const [index, own] of [['a', 'two'], ['b', 'two'], ['c', 'c'], ['d']] as const) await fill(index, own);
  await call('PUT', '/_search/pipeline/two', two);
  await call('POST', '/_aliases', {
    actions: ['a', 'd'].map((index) => ({ add: { index, alias: 'some' } })),
  });
  expect(await ids('/some/_search')).toBe('1 2 3 1 2 3');
  expect(await ids('/a,b/_search')).toBe('1 2 3 1 2 3');
  expect(await ids('/a,c/_search')).toBe('1 2 3 4 1 2 3 4');
  expect(await ids('/c/_search')).toBe('Pipeline c is not defined');
  await call('DELETE', '/c');
  expect(await ids('/_all/_search')).toBe('1 2 3 1 2 3 1 2 3');
});

test('more hits are searched than are shown, and later pages of a scroll are as they were searched', async () => {
  const { call, fill, search, ids } = await service();
  await fill('i');
  await call('PUT', '/_search/pipeline/over', over);
  const { body: found } = await search('/i/_search?search_pipeline=over&scroll=1m', { size: 1 });
  expect(found.hits.hits.map(({ _id }) => _id)).toEqual(['1']);
  expect(found.profile).toEqual({ shards: [] });
  const next = await call('POST', '/_search/scroll', { scroll: '1m', scroll_id: found._scroll_id });
  expect(next.body.hits.hits.map(({ _id }) => _id)).toEqual(['3', '4']);
  const alone = { search_pipeline: { response_processors: [{ truncate_hits: {} }] } };
  expect(await ids('/i/_search', alone)).toMatch(/^Must specify target_size/);
  const script = { source: "ctx.request_context['original_size'] = 1" };
  const scripted = { request_processors: [{ script }], response_processors: [{ truncate_hits: {} }] };
  expect(await ids('/i/_search', { search_pipeline: scripted })).toBe('1');
});

test('answers are changed after each other by all processors, and numbers of documents stay what they were', async () => {
  const { fill, search } = await service();
  await fill('i');
  const response_processors = [
    { rename_field: { field: 'k', target_field: 'kind' } },
    { sort: { field: 'list', order: 'desc', target_field: 'sorted' } },
    { split: { field: 'csv', separator: ',', preserve_trailing: true } },
  ];
  const query = { ids: { values: ['1'] } };
  const { text } = await search('/i/_search', {
    query,
    fields: ['k'],
    search_pipeline: { response_processors },
  });
  expect(text).toContain('"big":9007199254740993');
  const [hit] = (JSON.parse(text) as Found).hits.hits;
  expect(hit).toMatchObject({
    _source: { kind: 'a', list: [3, 1, 2], sorted: [3, 2, 1], csv: ['x', 'y', '', 'z', '', ''], half: 1.5 },
    fields: { kind: ['a'] },
  });
  expect(hit!._source).not.toHaveProperty('k');
});

test('what a processor cannot do fails the search, or is passed over where that is said', async () => {
  const { fill, search, ids } = await service();
  await fill('i');
  const rename = (more: object) => ({
    search_pipeline: { response_processors: [{ rename_field: { field: 'no', target_field: 'x', ...more } }] },
  });
  const missing = await search('/i/_search', rename({}));
  expect([missing.status, missing.body.error?.reason]).toEqual([
    400,
    'Document with id 1 is missing field no',
  ]);
  expect(await ids('/i/_search', rename({ ignore_failure: true }))).toBe('1 2 3 4');
  const collapse = { search_pipeline: { response_processors: [{ collapse: { field: 'k' } }] } };
  expect(await ids('/i/_search', collapse)).toBe('1 2 4');
  const twice = { ...collapse, collapse: { field: 'k.keyword' } };
  expect(await ids('/i/_search', twice)).toBe('Cannot collapse on k. Results already collapsed on k.keyword');
});

test('several searches and templates go through pipelines, too', async () => {
  const { call, fill, ids } = await service();
  await fill('i', 'two');
  await call('PUT', '/_search/pipeline/two', two);
  const lines = [
    ...[{ index: 'i' }, {}],
    ...[{ index: 'i' }, { search_pipeline: '_none' }],
    ...[{ index: 'i' }, { search_pipeline: 'no' }],
  ];
  const several = await call('POST', '/_msearch', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const responses = several.body.responses as readonly Found[];
  expect(responses.map((each) => each.error?.reason ?? each.hits.total.value)).toEqual([
    3,
    4,
    'Pipeline no is not defined',
  ]);
  // As in OpenSearch: the text that a template becomes names none.
  expect(await ids('/i/_search/template', { source: { search_pipeline: '_none' } })).toBe('1 2 3');
  expect(await ids('/i/_search/template?search_pipeline=_none', { source: {} })).toBe('1 2 3 4');
  const adHoc = { search_pipeline: { request_processors: [filter({ term: { n: 4 } })] } };
  expect(await ids('/i/_search/template', { source: adHoc })).toBe('4');
});

test('work by query finds its documents through the pipeline of the index', async () => {
  const { call, fill } = await service();
  await fill('i', 'two');
  await call('PUT', '/_search/pipeline/two', two);
  const copied = await call('POST', '/_reindex', { source: { index: 'i' }, dest: { index: 'j' } });
  expect(copied.body.created).toBe(3);
  const named = await call('POST', '/i/_delete_by_query?search_pipeline=no', { query: { match_all: {} } });
  expect(named.body.error?.reason).toBe('Pipeline no is not defined');
  const deleted = await call('POST', '/i/_delete_by_query', { query: { match_all: {} } });
  expect(deleted.body.deleted).toBe(3);
});

test('who wants to know is told what each processor was given and has made', async () => {
  const { call, fill, search } = await service();
  await fill('i');
  await call('PUT', '/_search/pipeline/over', over);
  const body = { size: 1, _source: false, query: { term: { t: 'two' } } };
  const { body: found } = await search('/i/_search?search_pipeline=over&verbose_pipeline=true', body);
  const shown = (size: number) => ({
    verbose_pipeline: true,
    size,
    query: { term: { t: { value: 'two', boost: 1 } } },
    _source: false,
  });
  const [first, second] = found.processor_results!;
  expect(first).toMatchObject({
    processor_name: 'oversample',
    status: 'success',
    input_data: shown(1),
    output_data: shown(2),
  });
  expect(second).toMatchObject({ processor_name: 'truncate_hits', status: 'success' });
  expect([(second!.input_data as Any[]).length, (second!.output_data as Any[]).length]).toEqual([2, 1]);
  const failing = { response_processors: [{ truncate_hits: { tag: 't' } }] };
  const failed = await search('/i/_search', { verbose_pipeline: true, search_pipeline: failing });
  expect(failed.body.hits.hits.length).toBe(4);
  expect(failed.body.processor_results).toMatchObject([{ tag: 't', status: 'fail', output_data: null }]);
  const none = await search('/i/_search?verbose_pipeline=true');
  expect(none.body.error?.reason).toMatch(/requires a search pipeline to be defined/);
});

test('nodes count what goes through each pipeline, its sides and its processors, also where it is changed', async () => {
  const { call, fill, ids } = await service();
  await fill('i');
  const script = { source: "throw new IllegalArgumentException('x')", ignore_failure: true, tag: 'a' };
  await call('PUT', '/_search/pipeline/p', { request_processors: [{ script }, ...over.request_processors] });
  await ids('/i/_search?search_pipeline=p');
  await ids('/i/_search', { search_pipeline: { response_processors: [{ truncate_hits: {} }] } });
  await call('PUT', '/_search/pipeline/p', { request_processors: [{ script }] });
  const stats = await call('GET', '/_nodes/stats/search_pipeline');
  const [node] = Object.values(stats.body.nodes as Record<string, { search_pipeline: Any }>);
  const counted = (count: number, failed = 0) => expect.objectContaining({ count, failed, current: 0 });
  expect(node!.search_pipeline).toMatchObject({
    total_request: counted(1),
    total_response: counted(1, 1),
    pipelines: {
      p: {
        request: counted(1),
        response: counted(0),
        request_processors: [{ 'script:a': { type: 'script', stats: counted(1, 1) } }],
        response_processors: [],
      },
    },
  });
});

test('a pipeline has an end: of its processors, of what its scripts do, of what it makes of an answer', async () => {
  const { call, fill, ids, search } = await service();
  await fill('i');
  const many = Array.from({ length: 101 }, () => ({ truncate_hits: { target_size: 1 } }));
  const refused = await search('/i/_search', { search_pipeline: { response_processors: many } });
  expect(refused.body.error?.reason).toBe('a search pipeline has more than [100] processors');
  const source = 'for (int i = 0; i < 900000; i++) { ctx.request_context.a = i }';
  const busy = Array.from({ length: 100 }, () => ({ script: { source } }));
  const ended = await search('/i/_search', { search_pipeline: { request_processors: busy } });
  expect(ended.body.error).toMatchObject({
    type: 'script_exception',
    caused_by: { reason: 'The scripts of the request take more operations than they may together.' },
  });
  await call('PUT', '/_cluster/settings', { persistent: { 'indices.breaker.request.limit': '2mb' } });
  await call('POST', '/i/_doc/9?refresh=true', { csv: ','.repeat(50_000) });
  const split = (target: number) => ({
    split: { field: 'csv', separator: ',', preserve_trailing: true, target_field: `s${target}` },
  });
  const growing = { response_processors: Array.from({ length: 60 }, (_, i) => split(i)) };
  const grown = await search('/i/_search', { search_pipeline: growing });
  expect(grown.body.error?.type).toBe('circuit_breaking_exception');
  expect(await ids('/i/_search')).toBe('1 2 3 4 9');
});

test('routings come of the queries that name them, wherever these stand', async () => {
  const { call, search } = await service();
  await call('PUT', '/five', { settings: { number_of_shards: 5, number_of_replicas: 0 } });
  const shards = async (processor: object, query: object): Promise<unknown> => {
    const { body } = await search('/five/_search', {
      query,
      search_pipeline: { request_processors: [processor] },
    });
    return (body._shards as Any).total;
  };
  const term = { term: { p: '/a/b/c' } };
  const all = { match_all: {} };
  const acl = { acl_routing_search: { acl_field: 'p' } };
  const path = { hierarchical_routing_search: { path_field: 'p' } };
  const days = { temporal_routing_search: { timestamp_field: 't', granularity: 'day' } };
  const boosting = { positive: all, negative: term, negative_boost: 0.5 };
  expect(await shards(acl, { boosting })).toBe(1);
  expect(await shards(path, { boosting })).toBe(5);
  expect(await shards(path, { script_score: { query: term, script: { source: '1' } } })).toBe(1);
  expect(await shards(path, { bool: { should: [term] } })).toBe(5);
  expect(await shards(path, { bool: { filter: [term] } })).toBe(1);
  expect(await shards(days, { range: { t: { gte: '2024-01-01' } } })).toBe(1);
  expect(await shards(days, { range: { t: { gte: 'now-1d' } } })).toBe(5);
});

test('hits are not cut to a number below 0 that a script has set', async () => {
  const { fill, search } = await service();
  await fill('i');
  const script = { source: 'ctx.request_context.original_size = -1' };
  const search_pipeline = {
    request_processors: [{ script }],
    response_processors: [{ truncate_hits: {} }],
  };
  const { status, body } = await search('/i/_search', { search_pipeline });
  expect([status, body.error?.type]).toEqual([500, 'negative_array_size_exception']);
});
