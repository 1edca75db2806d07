import { isObject } from '@sextant/contract';
import { expect, test } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { Trends, trendEveryMs } from './trends.ts';

interface Shown {
  readonly interval_in_millis: number;
  readonly timestamps: readonly number[];
  readonly series: Readonly<Record<string, readonly (number | null)[]>>;
}

function node(counts: { indexed: number; indexMs: number; rejected?: number; load?: number }) {
  return {
    os: { cpu: { percent: 10, load_average: { '1m': counts.load ?? 1 } } },
    jvm: { mem: { heap_used_in_bytes: 100, heap_used_percent: 5 } },
    thread_pool: {
      write: { queue: 2, rejected: counts.rejected ?? 0 },
      search: { queue: 0, rejected: 0 },
    },
    indices: {
      indexing: { index_total: counts.indexed, index_time_in_millis: counts.indexMs },
      search: { query_total: 0, query_time_in_millis: 0 },
    },
  };
}

/** Trends over nodes that a test describes. */
function trendsOver() {
  const state: { now: number; nodes: readonly unknown[] | undefined } = { now: 0, nodes: [] };
  const trends = new Trends(
    async () => {
      if (state.nodes === undefined) throw new Error('nobody is there');
      return {
        status: 200,
        body: { nodes: Object.fromEntries(state.nodes.map((each, i) => [`n${i}`, each])) },
      };
    },
    () => state.now,
  );
  const take = async (now: number, nodes: readonly unknown[] | undefined): Promise<void> => {
    state.now = now;
    state.nodes = nodes;
    await trends.sample();
  };
  const shown = async (since?: number): Promise<Shown> => {
    const params = since === undefined ? {} : { since };
    const answer = await trends.handlers().trends({ params } as never);
    if (answer.kind !== 'json' || !isObject(answer.body)) throw new Error('no JSON');
    return JSON.parse(
      JSON.stringify(answer.body, (_, value) =>
        value?.constructor?.name === 'Double' ? value.value : value,
      ),
    );
  };
  return { take, shown };
}

test('rates and latencies are those of the time between two rows, over all nodes', async () => {
  const { take, shown } = trendsOver();
  await take(10_000, [node({ indexed: 100, indexMs: 50 }), node({ indexed: 0, indexMs: 0, load: 2 })]);
  await take(20_000, [
    node({ indexed: 150, indexMs: 60, rejected: 3 }),
    node({ indexed: 50, indexMs: 15, load: 2 }),
  ]);
  await take(30_000, [node({ indexed: 0, indexMs: 0 })]);
  const { timestamps, series } = await shown();
  expect(timestamps).toEqual([10_000, 20_000, 30_000]);
  expect(series).toMatchObject({
    load_1m: [1.5, 1.5, 1],
    heap_used_in_bytes: [200, 200, 100],
    heap_used_percent: [5, 5, 5],
    write_queue: [4, 4, 2],
    indexing_rate: [null, 10, 0],
    indexing_latency_in_millis: [null, 0.25, null],
    write_rejected: [null, 3, 0],
    search_latency_in_millis: [null, null, null],
  });
  expect((await shown(20_000)).timestamps).toEqual([30_000]);
});

test('while nobody answers there are no rows, and no more than those of an hour are kept', async () => {
  const { take, shown } = trendsOver();
  await take(0, undefined);
  expect((await shown()).timestamps).toEqual([]);
  for (let i = 1; i <= 400; i++) await take(i * trendEveryMs, [node({ indexed: i, indexMs: i })]);
  const { timestamps } = await shown();
  expect(timestamps).toHaveLength(360);
  expect(timestamps.at(-1)! - timestamps[0]!).toBe(3_590_000);
});

test('the service samples itself, and answers whoever may monitor it', async () => {
  const app = await testApp();
  try {
    await app.call('PUT', '/a/_doc/1?refresh', { body: {} });
    const before = await app.call('GET', '/_nodes/usage');
    let shown: Shown;
    do {
      app.clock.advance(trendEveryMs);
      shown = (await app.call('GET', '/_trends')).json<never>();
    } while (shown.timestamps.length < 2);
    expect(shown.interval_in_millis).toBe(trendEveryMs);
    for (const values of Object.values(shown.series)) expect(values).toHaveLength(shown.timestamps.length);
    expect(shown.series.indexing_rate?.[1]).toBe(0);
    // What the service asks itself is nobody's use of it.
    expect((await app.call('GET', '/_nodes/usage')).text).not.toContain('nodes_stats_action');
    expect(before.status).toBe(200);
    expect((await app.call('GET', '/_trends?since=x')).status).toBe(400);
  } finally {
    await app.close();
  }
});
