import { SeededRandom } from '@sextant/base/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestAnswer, type TestApp, testApp } from '../../../testing/index.ts';

const password = 'a long enough secret';
const strong = 'Str0ng-Enough-Phrase!';
let app: TestApp;

function as(user: string, method: string, path: string, body?: object | string): Promise<TestAnswer> {
  const word = user === 'admin' ? password : strong;
  const authorization = `Basic ${Buffer.from(`${user}:${word}`).toString('base64')}`;
  return app.call(method, path, { headers: { authorization }, ...(body === undefined ? {} : { body }) });
}

const admin = (method: string, path: string, body?: object | string) => as('admin', method, path, body);

const mappings = {
  properties: {
    team: { type: 'keyword' },
    tag: { type: 'keyword' },
    n: { type: 'long' },
    text: { type: 'text' },
    when: { type: 'date' },
    rank: { type: 'rank_feature' },
    parts: { type: 'nested', properties: { k: { type: 'keyword' }, v: { type: 'long' } } },
  },
};
const teams = ['x', 'y', 'z'];

/** The same documents, all of them and those alone that `ann` may see, in several segments, some deleted. */
async function fill(): Promise<void> {
  const random = new SeededRandom(7);
  for (const index of ['all', 'seen']) {
    await admin('PUT', `/${index}`, { settings: { number_of_shards: 1, number_of_replicas: 0 }, mappings });
  }
  for (let round = 0; round < 5; round++) {
    const lines = { all: '', seen: '' };
    for (let i = 0; i < 60; i++) {
      const n = round * 60 + i;
      const team = teams[random.below(3)]!;
      const document = {
        team,
        tag: `t${random.below(8)}`,
        n,
        text: `word${random.below(5)} word${random.below(5)} only${team}`,
        when: 1_700_000_000_000 + n * 3_600_000,
        parts: Array.from({ length: random.below(3) }, () => ({
          k: `${team}${random.below(3)}`,
          v: random.below(50),
        })),
      };
      const line = `${JSON.stringify({ index: { _id: String(n) } })}\n${JSON.stringify(document)}\n`;
      lines.all += line;
      if (team === 'x') lines.seen += line;
    }
    await admin('POST', '/all/_bulk?refresh=true', lines.all);
    await admin('POST', '/seen/_bulk?refresh=true', lines.seen);
  }
  for (let n = 0; n < 300; n += 7) {
    await admin('DELETE', `/all/_doc/${n}`);
    await admin('DELETE', `/seen/_doc/${n}`);
  }
  await admin('POST', '/all,seen/_refresh');
}

beforeAll(async () => {
  app = await testApp({ settings: { 'security.enabled': 'true', 'security.admin_password': password } });
  await fill();
  const filter = '{"term":{"team":"\u0024{attr.internal.team}"}}';
  const role = { cluster: ['*'], indices: [{ names: ['all'], query: filter, privileges: ['*'] }] };
  expect((await admin('PUT', '/_security/role/some', role)).status).toBe(201);
  const user = { password: strong, roles: ['some'], attributes: { team: 'x' } };
  expect((await admin('PUT', '/_security/user/ann', user)).status).toBe(201);
});
afterAll(() => app.close());

type Any = Readonly<Record<string, unknown>>;

function randomQuery(random: SeededRandom, depth = 0): Any {
  switch (random.below(depth > 2 ? 7 : 9)) {
    case 0:
      return { match_all: {} };
    case 1:
      return { term: { tag: `t${random.below(9)}` } };
    case 2:
      return { range: { n: { gte: random.below(300), lt: random.below(400) } } };
    case 3:
      return { match: { text: `word${random.below(6)} only${teams[random.below(3)]}` } };
    case 4:
      return { term: { team: teams[random.below(3)]! } };
    case 5:
      return { nested: { path: 'parts', query: { range: { 'parts.v': { gte: random.below(50) } } } } };
    case 6:
      return { ids: { values: Array.from({ length: 5 }, () => String(random.below(300))) } };
    case 7:
      return { bool: { must_not: [randomQuery(random, depth + 1)] } };
    default:
      return { bool: { should: [randomQuery(random, depth + 1), randomQuery(random, depth + 1)] } };
  }
}

const aggregations: readonly Any[] = [
  { global: {} },
  { terms: { field: 'tag', size: 3 } },
  { terms: { field: 'team' } },
  { terms: { field: 'parts.k' } },
  { cardinality: { field: 'team' } },
  { stats: { field: 'n' } },
  { value_count: { field: 'tag' } },
  { histogram: { field: 'n', interval: 50 } },
  { date_histogram: { field: 'when', calendar_interval: 'day' } },
  { filter: { term: { team: 'y' } } },
  { missing: { field: 'parts' } },
  { nested: { path: 'parts' } },
  { percentiles: { field: 'n' } },
  { composite: { sources: [{ team: { terms: { field: 'team' } } }] } },
  { rare_terms: { field: 'tag', max_doc_count: 20 } },
  { top_hits: { size: 3, sort: [{ n: 'desc' }] } },
];
const leaves = new Set(['cardinality', 'stats', 'value_count', 'percentiles', 'top_hits', 'composite']);

function randomAggregation(random: SeededRandom, depth = 0): Any {
  const own = aggregations[random.below(aggregations.length)]!;
  const [kind = ''] = Object.keys(own);
  if (['global', 'composite'].includes(kind) && depth > 0) return randomAggregation(random, depth);
  if (leaves.has(kind) || depth > 1) return own;
  const below = kind === 'nested' ? { stats: { field: 'parts.v' } } : randomAggregation(random, depth + 1);
  return { ...own, aggs: { below } };
}

/** What does not depend on which index it is. */
function comparable(answer: TestAnswer): unknown {
  const text = answer.text
    .replaceAll(/"took":\d+/g, '"took":0')
    .replaceAll('index":"seen"', 'index":"all"')
    .replaceAll(/"_seq_no":\d+/g, '');
  return [answer.status, JSON.parse(text)];
}

/** More of them, with a seed that nobody tried, for a longer proof. */
const rounds = Number(process.env.SEXTANT_DOCUMENT_SECURITY_ROUNDS ?? 400);
test('rankings are judged by the documents that the caller may see', async () => {
  const ask = async (user: string, index: string, path: string): Promise<string> => {
    const ratings = Array.from({ length: 40 }, (_, n) => ({ _index: index, _id: String(n), rating: n % 3 }));
    // Scores tell how many documents have a word, hidden ones among them.
    const request = { query: { match: { text: 'word1' } }, sort: ['n'] };
    const body = { requests: [{ id: 'a', request, ratings }], metric: { dcg: { k: 20, normalize: true } } };
    const { details, failures } = (await as(user, 'POST', path, body)).json<Any>();
    expect(failures).toEqual({});
    return JSON.stringify(details).replaceAll(`"${index}"`, '""');
  };
  const expected = await ask('admin', 'seen', '/seen/_rank_eval');
  expect(await ask('ann', 'all', '/all/_rank_eval')).toBe(expected);
  expect(await ask('ann', 'all', '/_rank_eval')).toBe(expected);
  expect(await ask('admin', 'all', '/all/_rank_eval')).not.toBe(expected);
});

const seed = Number(process.env.SEXTANT_DOCUMENT_SECURITY_SEED ?? 20_261_123);

test(
  'whatever is asked, the answer is that of an index with the seen documents alone',
  async () => {
    const random = new SeededRandom(seed);
    for (let round = 0; round < rounds; round++) {
      const sort = [['n'], ['tag', 'n'], [{ n: 'desc' }]][random.below(3)]!;
      const body = {
        size: random.below(30),
        track_total_hits: true,
        query: { constant_score: { filter: randomQuery(random) } },
        sort,
        aggs: { one: randomAggregation(random), two: randomAggregation(random) },
      };
      const [hidden, seen] = [
        await as('ann', 'POST', '/all/_search', body),
        await admin('POST', '/seen/_search', body),
      ];
      expect([seed, round, body, comparable(hidden)]).toEqual([seed, round, body, comparable(seen)]);
      const { query } = body;
      const counts = [
        await as('ann', 'POST', '/all/_count', { query }),
        await admin('POST', '/seen/_count', { query }),
      ];
      expect(comparable(counts[0]!)).toEqual(comparable(counts[1]!));
    }
  },
  Math.max(120_000, rounds * 100),
);

test('a document that is hidden is not there, by id, by ids, by lookup, and before it is refreshed', async () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '8', '9', '10', '11', '12']) {
    const there = (await admin('GET', `/seen/_doc/${id}`)).status;
    for (const path of ['_doc', '_source']) {
      const answer = await as('ann', 'GET', `/all/${path}/${id}`);
      expect([id, path, answer.status]).toEqual([id, path, there]);
      expect(answer.text).not.toMatch(/only[yz]/);
    }
    expect((await as('ann', 'HEAD', `/all/_doc/${id}`)).status).toBe(there);
  }
  const many = await as('ann', 'POST', '/all/_mget', {
    ids: Array.from({ length: 300 }, (_, i) => String(i)),
  });
  const found = many.json<{ docs: { found: boolean; _source?: { team: string } }[] }>().docs;
  const shown = found.filter((each) => each.found).map(({ _source }) => _source?.team);
  expect([shown.length > 50, new Set(shown)]).toEqual([true, new Set(['x'])]);
  const hiddenId = String(
    (await admin('POST', '/all/_search', { query: { term: { team: 'y' } }, size: 1 })).json<{
      hits: { hits: { _id: string }[] };
    }>().hits.hits[0]?._id,
  );
  const lookup = { terms: { team: { index: 'all', id: hiddenId, path: 'team' } } };
  expect((await as('ann', 'POST', '/all/_count', { query: lookup })).json().count).toBe(0);
  const visibleId = '4000';
  await admin('PUT', `/all/_doc/${visibleId}?refresh=true`, { team: 'x', text: 'first' });
  await admin('PUT', `/all/_doc/${visibleId}`, { team: 'y', text: 'onlyy secret' });
  expect((await as('ann', 'GET', `/all/_doc/${visibleId}`)).text).not.toContain('secret');
  await admin('POST', '/all/_refresh');
  expect((await as('ann', 'GET', `/all/_doc/${visibleId}`)).status).toBe(404);
  await admin('DELETE', `/all/_doc/${visibleId}?refresh=true`);
});

test('scrolls, points in time, several searches at once and kept answers show no more', async () => {
  const all = { size: 20, sort: ['n'], track_total_hits: true };
  const total = (await admin('POST', '/seen/_count')).json<{ count: number }>().count;
  type Page = {
    _scroll_id: string;
    hits: { total: { value: number }; hits: { _source: { team: string } }[] };
  };
  let page = (await as('ann', 'POST', '/all/_search?scroll=1m', all)).json<Page>();
  let count = 0;
  while (page.hits.hits.length > 0) {
    expect(new Set(page.hits.hits.map(({ _source }) => _source.team))).toEqual(new Set(['x']));
    count += page.hits.hits.length;
    const body = { scroll_id: page._scroll_id, scroll: '1m' };
    page = (await as('ann', 'POST', '/_search/scroll', body)).json<Page>();
  }
  expect(count).toBe(total);
  const pit = (await as('ann', 'POST', '/all/_search/point_in_time?keep_alive=1m')).json<{
    pit_id: string;
  }>();
  const inPit = await as('ann', 'POST', '/_search', { ...all, pit: { id: pit.pit_id } });
  expect(inPit.json<Page>().hits.total.value).toBe(total);
  const lines =
    '{"index":"all"}\n{"size":0,"track_total_hits":true}\n{"index":"a*"}\n{"size":0,"track_total_hits":true}\n';
  const several = (await as('ann', 'POST', '/_msearch', lines)).json<{ responses: Page[] }>().responses;
  expect(several.map(({ hits }) => hits.total.value)).toEqual([total, total]);
  const cached = '/all/_search?request_cache=true&size=0';
  const body = { aggs: { teams: { terms: { field: 'team' } } } };
  const counts = [];
  for (const user of ['admin', 'ann', 'admin', 'ann'])
    counts.push((await as(user, 'POST', cached, body)).text);
  expect(counts.map((text) => text.includes('"key":"y"'))).toEqual([true, false, true, false]);
});

test('what would tell of hidden documents in another way is refused', async () => {
  const refusedBodies = [
    { suggest: { s: { text: 'onlyz', term: { field: 'text' } } } },
    { explain: true },
    { explain: 'true' },
    { collapse: { field: 'team', inner_hits: { name: 'x', explain: true } } },
    { collapse: { field: 'team', inner_hits: [{ name: 'x', explain: 'true' }] } },
    { profile: true, query: { prefix: { team: 'z' } } },
    { aggs: { a: { terms: { field: 'team', min_doc_count: 0 } } } },
    { aggs: { a: { terms: { field: 'team', min_doc_count: 0.4 } } } },
    { aggs: { a: { terms: { field: 'team', min_doc_count: '0.4' } } } },
    { aggs: { a: { filter: { match_all: {} }, aggs: { b: { significant_terms: { field: 'team' } } } } } },
    { aggs: { a: { significant_text: { field: 'text' } } } },
    { query: { rank_feature: { field: 'rank' } } },
    { query: { bool: { should: [{ rank_feature: { field: 'rank', saturation: {} } }, { match_all: {} }] } } },
  ];
  for (const body of refusedBodies) {
    expect([body, (await as('ann', 'POST', '/all/_search', body)).status]).toEqual([body, 403]);
    expect((await admin('POST', '/all/_search', body)).status).toBe(200);
  }
  const pivot = { query: { rank_feature: { field: 'rank', saturation: { pivot: 3 } } } };
  expect((await as('ann', 'POST', '/all/_search', pivot)).status).toBe(200);
  const others: readonly [string, string, object?][] = [
    ['POST', '/all/_update/1?_source=true', { doc: { n: 1 } }],
    ['GET', '/all/_explain/1', { query: { match_all: {} } }],
    ['PUT', '/all/_clone/copy'],
  ];
  for (const [method, path, body] of others) {
    const answer = await as('ann', method, path, body);
    expect([path, answer.status, answer.text]).toEqual([
      path,
      403,
      expect.stringContaining('no permissions for'),
    ]);
  }
  const bulk = await as('ann', 'POST', '/_bulk', '{"update":{"_index":"all","_id":"1"}}\n{"doc":{"n":1}}\n');
  expect(bulk.text).toContain('security_exception');
});

test('copies are made of the seen documents alone, and a filter that no index understands shows nothing', async () => {
  const copied = await as('ann', 'POST', '/_reindex?refresh=true', {
    source: { index: 'all' },
    dest: { index: 'all' },
  });
  expect(copied.status).toBe(400);
  await admin('PATCH', '/_security/role/some', [
    { op: 'add', path: '/indices/-', value: { names: ['copy'], privileges: ['*'] } },
  ]);
  const body = { source: { index: 'all' }, dest: { index: 'copy' } };
  expect((await as('ann', 'POST', '/_reindex?refresh=true', body)).status).toBe(200);
  const hidden = { query: { terms: { team: ['y', 'z'] } } };
  expect((await admin('POST', '/copy/_count', hidden)).json().count).toBe(0);
  expect((await admin('POST', '/copy/_count')).json<{ count: number }>().count).toBeGreaterThan(50);

  const broken = [{ op: 'replace', path: '/indices/0/query', value: '{"no_such_query":{}}' }];
  expect((await admin('PATCH', '/_security/role/some', broken)).status).toBe(200);
  const answer = await as('ann', 'POST', '/all/_search', {});
  expect([answer.status, answer.text.includes('_source')]).toEqual([400, false]);
  const unknown = [
    { op: 'replace', path: '/indices/0/query', value: '{"term":{"team":"\u0024{attr.internal.no}"}}' },
  ];
  await admin('PATCH', '/_security/role/some', unknown);
  expect((await as('ann', 'POST', '/all/_count')).json().count).toBe(0);
  for (const query of ['x', '[]', '{}', '{"a":{},"b":{}}']) {
    const bad = await admin('PUT', '/_security/role/bad', {
      indices: [{ names: ['a'], query, privileges: [] }],
    });
    expect([query, bad.status]).toEqual([query, 400]);
  }
});
