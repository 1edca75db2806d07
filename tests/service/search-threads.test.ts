import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, type Client, clientOf } from '../support/client.ts';
import { type Service, startService } from '../support/service.ts';

const docs = 20_000;
const body = {
  size: 5,
  sort: [{ n: 'desc' }],
  query: { match: { t: 'alpha w7' } },
  track_total_hits: true,
  aggs: { k: { terms: { field: 'k.keyword', size: 50 }, aggs: { s: { stats: { field: 'n' } } } } },
};

let service: Service;
let client: Client;

/** Without what a search took. */
const found = (answer: unknown): unknown => ({ ...(answer as object), took: 0 });

async function fill(index: string): Promise<void> {
  const words = ['alpha', 'beta', 'gamma', 'delta'];
  let lines = '';
  for (let n = 0; n < docs; n++) {
    lines += `{"index":{"_id":"${n}"}}\n{"n":${n},"k":"k${n % 50}","t":"${words[n % 4]} w${n % 97}"}\n`;
  }
  await client.call('POST', `/${index}/_bulk?refresh=true`, lines);
}

beforeAll(async () => {
  const args = ['size=2', 'inline_limit=0ms', 'divide_limit=0ms'].flatMap((setting) => [
    '-E',
    `thread_pool.search.${setting}`,
  ]);
  service = await startService({ security: false, args });
  client = clientOf(service.url);
  await fill('i');
});
afterAll(() => service.stop());

test('many searches at once over real threads answer as one does', async () => {
  const expected = found((await client.call('POST', '/i/_search', body)).body);
  expect(at(expected, 'hits.total.value')).toBeGreaterThan(docs / 4);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => client.call('POST', '/i/_search', body)),
  );
  for (const { body: answer } of answers) expect(found(answer)).toEqual(expected);
  const { text } = await client.call('GET', '/_cat/thread_pool/search?h=pool_size,active,queue,rejected');
  expect(text).toBe('3 0 0 0\n');
});

test('a filter of the answer, YAML, several searches and a count go the same way', async () => {
  const filtered = await client.call('POST', '/i/_search?filter_path=hits.total.value,hits.hits._id', body);
  expect(filtered.body).toEqual({
    hits: {
      total: { value: expect.any(Number) },
      hits: Array.from({ length: 5 }, () => ({ _id: expect.any(String) })),
    },
  });
  expect((await client.call('POST', '/i/_search?format=yaml', body)).text).toContain(
    '\n  total:\n    value: ',
  );
  const lines = `{"index":"i"}\n${JSON.stringify(body)}\n{"index":"missing"}\n{}\n{"index":"i"}\n{"size":1}\n`;
  const several = await client.call('POST', '/_msearch', lines);
  const { responses } = several.body as { readonly responses: readonly { readonly status: number }[] };
  expect(responses.map(({ status }) => status)).toEqual([200, 404, 200]);
  expect(Object.keys(responses[0]!).at(-1)).toBe('status');
  const counted = await client.call('POST', '/i/_count', { query: { term: { 'k.keyword': 'k1' } } });
  expect(at(counted.body, 'count')).toBe(docs / 50);
});

test('errors of a search come back from a thread as they are', async () => {
  const { status, body: answer } = await client.call('POST', '/i/_search', { query: { term: { n: 'x' } } });
  expect([status, at(answer, 'error.root_cause.0.type')]).toEqual([400, 'query_shard_exception']);
});

test('what was refreshed is seen by searches that are asked afterwards, in whatever thread', async () => {
  for (let round = 1; round <= 20; round++) {
    await client.call('PUT', `/fresh/_doc/${round}?refresh=true`, { round });
    const counts = await Promise.all(
      [1, 2, 3].map(() => client.call('POST', '/fresh/_search?filter_path=hits.total.value', {})),
    );
    for (const { body: answer } of counts) expect(at(answer, 'hits.total.value')).toBe(round);
  }
});

const completed = async (): Promise<number> => {
  const { text } = await client.call('GET', '/_cat/thread_pool/search?h=completed');
  return Number(text);
};

const nextOf = (answer: unknown, params = '') =>
  client.call('POST', `/_search/scroll${params}`, { scroll: '1m', scroll_id: at(answer, '_scroll_id') });

/** Ids of a whole scroll, page by page. */
async function walked(first: unknown, between?: (page: number) => Promise<unknown>): Promise<string[]> {
  const ids: string[] = [];
  let answer = first;
  for (let page = 1; ; page++) {
    const hits = at(answer, 'hits.hits') as readonly { readonly _id: string }[];
    if (hits.length === 0) return ids;
    ids.push(...hits.map(({ _id }) => _id));
    await between?.(page);
    answer = (await nextOf(answer)).body;
    expect(at(answer, '_shards.failed')).toBe(0);
  }
}

test('the next page of a scroll is made while nobody has asked for it, from the second on', async () => {
  const before = await completed();
  const { body: first } = await client.call('POST', '/i/_search?scroll=1m&size=100&sort=_doc', {});
  const { body: second } = await nextOf(first);
  while ((await completed()) < before + 3) await new Promise((resolve) => setTimeout(resolve, 5));
  const { body: third } = await nextOf(second);
  while ((await completed()) < before + 4) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(at(third, 'hits.hits.0._id')).toBe('200');
  // Asked for in another form, it is made anew.
  const { body: fourth } = await nextOf(third, '?rest_total_hits_as_int=true');
  expect([at(fourth, 'hits.total'), at(fourth, 'hits.hits.0._id')]).toEqual([docs, '300']);
  const scroll = { scroll_id: at(fourth, '_scroll_id') };
  expect((await client.call('DELETE', '/_search/scroll', scroll)).body).toMatchObject({ num_freed: 1 });
  expect((await nextOf(fourth)).status).toBe(404);
});

test.each(['_doc', 'n:desc', '_score'])(
  'a scroll in the order of %s gives each document once while others write, though pages are made ahead',
  async (sort) => {
    const index = `walk-${sort.replace(':', '-')}`;
    await fill(index);
    const path = `/${index}/_search?scroll=1m&size=700&sort=${sort}&_source=false`;
    const ids = await walked((await client.call('POST', path, {})).body, async (page) => {
      await client.call('DELETE', `/${index}/_doc/${page * 900}?refresh=true`);
      await client.call('PUT', `/${index}/_doc/more${page}?refresh=true`, { n: -page });
    });
    expect([ids.length, new Set(ids).size]).toEqual([docs, docs]);
    if (sort !== '_score') expect(ids[0]).toBe(sort === '_doc' ? '0' : String(docs - 1));
  },
);

test.each(['_doc', 'n:desc', '_score'])(
  'an index that is deleted under a scroll in the order of %s takes its hits with it, also those found ahead',
  async (sort) => {
    for (const gone of ['gone-a', 'gone-z']) {
      for (const name of [gone, 'gone-stays']) await fill(name);
      const path = `/${gone},gone-stays/_search?scroll=1m&size=1500&sort=${sort}`;
      let answer = (await client.call('POST', path, {})).body;
      const ids: string[] = [];
      for (let page = 1; ; page++) {
        const hits = at(answer, 'hits.hits') as readonly { readonly _id: string; readonly _index: string }[];
        if (hits.length === 0) break;
        ids.push(...hits.filter(({ _index }) => _index === 'gone-stays').map(({ _id }) => _id));
        if (page === 11) await client.call('DELETE', `/${gone}`);
        if (page > 11) expect(hits.every(({ _index }) => _index === 'gone-stays')).toBe(true);
        answer = (await nextOf(answer)).body;
        expect([at(answer, '_shards.total'), at(answer, '_shards.failed')]).toEqual([2, page < 11 ? 0 : 1]);
      }
      expect([gone, ids.length, new Set(ids).size]).toEqual([gone, docs, docs]);
      await client.call('DELETE', '/gone-stays');
    }
  },
);

test('indices are deleted, made anew, closed and opened under searches, and no answer is wrong', async () => {
  let ended = false;
  const seen = new Set<string>();
  const searching = Array.from({ length: 4 }, async () => {
    while (!ended) {
      const { status, body: answer } = await client.call('POST', '/moving/_search', body);
      if (status === 200) expect([0, 5]).toContain((at(answer, 'hits.hits') as readonly unknown[]).length);
      seen.add(status === 200 ? 'found' : String(at(answer, 'error.type')));
    }
  });
  for (let round = 0; round < 3; round++) {
    await fill('moving');
    await client.call('POST', '/moving/_close');
    await client.call('POST', '/moving/_open');
    await client.call('POST', '/moving/_forcemerge?max_num_segments=1');
    await client.call('DELETE', '/moving');
  }
  ended = true;
  await Promise.all(searching);
  seen.delete('found');
  // Between an opening and its first publication no shard is there to be searched.
  const allowed = ['index_not_found_exception', 'index_closed_exception', 'search_phase_execution_exception'];
  for (const type of seen) expect(allowed).toContain(type);
  expect((await client.call('GET', '/_cluster/health')).status).toBe(200);
});

test('a stop while threads search ends in good order', async () => {
  const other = await startService({ security: false, args: ['-E', 'thread_pool.search.inline_limit=0ms'] });
  const asking = clientOf(other.url);
  await asking.call('PUT', '/i/_doc/1?refresh=true', { n: 1 });
  const searches = Array.from({ length: 30 }, () =>
    asking.call('POST', '/i/_search', body).catch(() => undefined),
  );
  await searches[0];
  expect(await other.stop()).toBe(0);
  await Promise.all(searches);
});
