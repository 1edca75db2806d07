import { afterEach, expect, test } from 'vitest';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { ShardTime } from '../search/shard-time.ts';
import { batchOf } from '../testing/engine-harness.ts';
import { seeded } from '../testing/random-search.ts';
import { renderShown, Threads } from '../testing/search-threads.ts';

interface Limits {
  maxBytes: number;
  maxSize: number;
}

const running: Threads[] = [];
const counted = { size: 0, track_total_hits: true };

/** `shortMs` infinite: everything is searched in the asking thread. */
async function started(limits: Partial<Limits> = {}, shortMs = Number.POSITIVE_INFINITY): Promise<Threads> {
  const { maxBytes, maxSize } = { maxBytes: 1_000_000, maxSize: 0, ...limits };
  const requestCache = { maxBytes: () => maxBytes, maxSize: () => maxSize, render: renderShown };
  const threads = await Threads.start({ shortMs }, { requestCache });
  running.push(threads);
  await threads.create('i');
  await threads.fill('i', 0, 20);
  return threads;
}

afterEach(async () => {
  for (const threads of running.splice(0)) await threads.engine.close();
});

function ask(threads: Threads, body: SearchOptions['body'], more: Partial<SearchOptions> = {}) {
  return threads.engine.search({ indices: ['i'], maxBuckets: 10_000, rendering: 'x', body, ...more });
}

/** What is not kept comes from the asking thread as it was found. */
function written(result: SearchResult): Record<string, unknown> {
  const bytes = result.rendered ?? renderShown(result, 'x');
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
}

async function figures(threads: Threads, index = 'i') {
  const [shards] = await threads.engine.stats([index]);
  return shards!.map(({ requestCache }) => requestCache);
}

test.each([
  ['the asking thread', Number.POSITIVE_INFINITY],
  ['another thread', 0],
])('what %s found is given again, as it was', async (_, shortMs) => {
  const threads = await started({}, shortMs);
  const body = { size: 0, aggs: { k: { terms: { field: 'k.keyword' } } } };
  const first = await ask(threads, body);
  const second = await ask(threads, structuredClone(body));
  expect([first.cached, second.cached]).toEqual([undefined, true]);
  expect(written(second)).toEqual(written(first));
  expect(written(second)).toMatchObject({ total: { value: 20 }, rendering: 'x' });
  const [shard] = await figures(threads);
  expect(shard).toMatchObject({ hits: 1, misses: 1, evictions: 0 });
  expect(shard!.bytes).toBeGreaterThan(first.rendered!.length);
});

test('a refresh that shows something new ends what was kept; one that shows nothing new does not', async () => {
  const threads = await started();
  await ask(threads, counted);
  await threads.engine.refresh('i');
  expect((await ask(threads, counted)).cached).toBe(true);
  await threads.fill('i', 20, 25);
  const after = await ask(threads, counted);
  expect([after.cached, written(after)]).toMatchObject([undefined, { total: { value: 25 } }]);
});

test('a delete ends what was kept', async () => {
  const threads = await started();
  await ask(threads, counted);
  await threads.engine.write(batchOf('i', [{ kind: 'delete', id: '3' }], { refresh: 'true' }));
  expect(written(await ask(threads, counted))).toMatchObject({ total: { value: 19 } });
});

test('an index of the same name as one that was deleted is another one', async () => {
  const threads = await started();
  await ask(threads, counted);
  await threads.engine.deleteIndex('i');
  await threads.create('i');
  expect(written(await ask(threads, counted))).toMatchObject({ total: { value: 0 } });
  expect(await figures(threads)).toMatchObject([{ hits: 0, misses: 1 }]);
});

test('a closed index is not answered for', async () => {
  const threads = await started();
  await ask(threads, counted);
  await threads.engine.closeIndex('i');
  await expect(ask(threads, counted)).rejects.toMatchObject({ error: { type: 'index_closed_exception' } });
});

test('a change of settings or mapping ends what was kept', async () => {
  const threads = await started();
  await ask(threads, counted);
  const settings = { 'index.max_result_window': '77' };
  await threads.engine.updateMetadata(new Map([['i', { settings }]]));
  expect((await ask(threads, counted)).cached).toBeUndefined();
});

test('what was found while something changed is not kept', async () => {
  const threads = await started({}, 0);
  const search = ask(threads, counted);
  await threads.fill('i', 20, 30);
  await search;
  const after = await ask(threads, counted);
  expect([after.cached, written(after)]).toMatchObject([undefined, { total: { value: 30 } }]);
});

test('answers to other views of the index are not given', async () => {
  const threads = await started();
  const filtered = (k: string) => ({ aliasFilters: new Map([['i', { term: { 'k.keyword': k } }]]) });
  const totals: unknown[] = [];
  for (const more of [{}, filtered('k1'), filtered('k6'), {}, filtered('k1'), filtered('k6')]) {
    totals.push(written(await ask(threads, counted, more)).total);
  }
  const values = totals.map((total) => (total as { value: number }).value);
  expect(values).toEqual([20, 3, 2, 20, 3, 2]);
  expect(await figures(threads)).toMatchObject([{ hits: 3, misses: 3 }]);
});

test.each<[string, SearchOptions['body'], Partial<SearchOptions>, boolean]>([
  ['without hits', { size: 0 }, {}, true],
  ['with hits', { size: 1 }, {}, false],
  ['with the hits that are asked for where nothing is said', {}, {}, false],
  ['with hits that is to be kept', { size: 1 }, { requestCache: true }, true],
  ['that is not to be kept', { size: 0 }, { requestCache: false }, false],
  ['that only counts', {}, { countOnly: true }, true],
  ['whose answer nobody writes', { size: 0 }, { rendering: undefined }, false],
  ['of the present', { size: 0, query: { range: { n: { gte: 'now-1d' } } } }, {}, false],
])('a search %s', async (_, body, more, kept) => {
  const threads = await started();
  const mapping = { properties: { at: { type: 'date' } } };
  await threads.engine.updateMetadata(new Map([['i', { mapping }]]));
  const asked = JSON.parse(JSON.stringify(body).replace('"n"', '"at"')) as SearchOptions['body'];
  await ask(threads, asked, more);
  expect((await ask(threads, asked, more)).cached ?? false).toBe(kept);
  expect(await figures(threads)).toMatchObject([{ hits: kept ? 1 : 0, misses: kept ? 1 : 0 }]);
});

test('hits are kept up to the size that is allowed', async () => {
  const threads = await started({ maxSize: 5 });
  for (const size of [5, 5, 6, 6]) await ask(threads, { size });
  expect(await figures(threads)).toMatchObject([{ hits: 1, misses: 1 }]);
});

test('an index that keeps nothing keeps what asks for it', async () => {
  const threads = await started();
  await threads.create('j', { 'index.requests.cache.enable': 'false' });
  for (const requestCache of [undefined, undefined, true, true]) {
    const more = requestCache === undefined ? {} : { requestCache };
    await ask(threads, counted, { indices: ['j'], ...more });
  }
  expect(await figures(threads, 'j')).toMatchObject([{ hits: 1, misses: 1 }]);
  await ask(threads, counted, { indices: ['i', 'j'] });
  expect(await figures(threads)).toMatchObject([{ hits: 0, misses: 0 }]);
});

test('a search of several shards counts in each; their parts are all that is held', async () => {
  const threads = await started();
  await threads.create('j', { 'index.number_of_shards': '3' });
  const both = { indices: ['i', 'j'] };
  await ask(threads, counted, both);
  await ask(threads, counted, both);
  const shards = [...(await figures(threads)), ...(await figures(threads, 'j'))];
  expect(shards).toMatchObject(Array.from({ length: 4 }, () => ({ hits: 1, misses: 1 })));
  threads.engine.clearRequestCache('i');
  const left = [...(await figures(threads)), ...(await figures(threads, 'j'))];
  expect(left.map(({ bytes }) => bytes)).toEqual([0, 0, 0, 0]);
});

test('beyond its size the cache forgets what was asked for longest ago', async () => {
  const threads = await started({ maxBytes: 4000 });
  const term = (n: number) => ({ size: 0, query: { term: { n } } });
  for (const n of [0, 1, 2]) await ask(threads, term(n));
  const [three] = await figures(threads);
  expect(three).toMatchObject({ misses: 3, evictions: 0 });
  await ask(threads, term(0));
  for (const n of [3, 4]) await ask(threads, term(n));
  const [full] = await figures(threads);
  expect(full!.bytes).toBeLessThanOrEqual(4000);
  expect(full!.evictions).toBeGreaterThan(0);
  expect((await ask(threads, term(0))).cached).toBe(true);
  expect((await ask(threads, term(1))).cached).toBeUndefined();
});

test('what was asked for counts with the room that its letters take', async () => {
  const threads = await started();
  const bytes: number[] = [];
  for (const letter of ['ä', 'ж']) {
    threads.engine.clearRequestCache('i');
    await ask(threads, { ...counted, query: { term: { k: letter.repeat(100) } } });
    bytes.push((await figures(threads))[0]!.bytes);
  }
  expect(bytes[1]! - bytes[0]!).toBeGreaterThan(100);
});

test('an answer larger than the cache is not kept', async () => {
  const threads = await started({ maxBytes: 100 });
  await ask(threads, counted);
  await ask(threads, counted);
  expect(await figures(threads)).toMatchObject([{ bytes: 0, evictions: 0, hits: 0, misses: 2 }]);
});

test('a search that fails, or whose time is up, is not kept', async () => {
  const threads = await started();
  const wrong = { size: 0, aggs: { a: { avg: { field: 'k.keyword' } } } };
  await expect(ask(threads, wrong)).rejects.toThrow();
  await expect(ask(threads, wrong)).rejects.toThrow();
  expect(await figures(threads)).toMatchObject([{ hits: 0, misses: 0, bytes: 0 }]);
});

test('who wants to know of shards is told of them, also when the answer is given again', async () => {
  const threads = await started();
  const told: ShardTime[] = [];
  const onShard = (time: ShardTime): void => void told.push(time);
  await ask(threads, counted);
  expect((await ask(threads, counted, { onShard })).cached).toBeUndefined();
  expect((await ask(threads, counted, { onShard })).cached).toBe(true);
  expect(told).toMatchObject([{ hits: 20 }, { hits: 20, queryNanos: 0 }]);
  expect((await ask(threads, counted)).cached).toBe(true);
});

test('searches count as such though their answers were there', async () => {
  const threads = await started();
  const grouped = { ...counted, stats: ['g'] };
  for (let i = 0; i < 3; i++) await ask(threads, grouped);
  const [shards] = await threads.engine.stats(['i']);
  expect(shards![0]!.search).toMatchObject({ queryTotal: 3, groups: { g: { queryTotal: 3 } } });
});

test.each([
  ['the asking thread', Number.POSITIVE_INFINITY],
  ['another thread', 0],
])(
  'random searches between random writes in %s find what they find without the cache',
  async (_, shortMs) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = seeded(seed);
    const whole = (below: number): number => Math.floor(random() * below);
    const threads = await started({ maxBytes: 20_000 }, shortMs);
    await threads.create('j', { 'index.number_of_shards': '2' });
    let hits = 0;
    for (let round = 0; round < 300; round++) {
      const index = whole(2) === 0 ? 'i' : 'j';
      const chance = whole(12);
      if (chance === 0) await threads.fill(index, whole(50), 50);
      else if (chance === 1) {
        const operation = { kind: 'delete', id: String(whole(50)) } as const;
        await threads.engine.write(
          batchOf(index, [operation], { refresh: whole(2) === 0 ? 'true' : 'false' }),
        );
      } else if (chance === 2) await threads.engine.refresh(index);
      else if (chance === 3) await threads.engine.forceMerge(index, { maxNumSegments: 1 });
      const query = whole(2) === 0 ? { term: { 'k.keyword': `k${whole(4)}` } } : { match_all: {} };
      const body = { size: 0, track_total_hits: true, query, aggs: { s: { sum: { field: 'n' } } } };
      const indices = whole(3) === 0 ? ['i', 'j'] : [index];
      const kept = await ask(threads, body, { indices });
      const fresh = await ask(threads, body, { indices, requestCache: false });
      expect(written(kept), `seed ${seed}, round ${round}`).toEqual(written(fresh));
      if (kept.cached === true) hits++;
    }
    expect(hits, `seed ${seed}`).toBeGreaterThan(10);
  },
);
