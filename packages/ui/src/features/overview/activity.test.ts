import { expect, test } from 'vitest';
import { activityPoints, type CounterSample, keptSamples, sampleOf, withSample } from './activity.ts';
import { parseNodeFigures } from './cluster-figures.ts';

const sample = (atMs: number, more: Partial<CounterSample> = {}): CounterSample => ({
  atMs,
  searches: 0,
  searchMs: 0,
  indexed: 0,
  indexMs: 0,
  ...more,
});

test('rates are differences of the counters per second', () => {
  const points = activityPoints([
    sample(0, { searches: 10, searchMs: 100, indexed: 5 }),
    sample(2000, { searches: 30, searchMs: 150, indexed: 25 }),
  ]);
  expect(points).toEqual([{ searchesPerSecond: 10, searchLatencyMs: 2.5, indexedPerSecond: 10 }]);
});

test('no search in between has a rate of zero and no latency', () => {
  expect(activityPoints([sample(0), sample(1000)])[0]).toEqual({
    searchesPerSecond: 0,
    searchLatencyMs: undefined,
    indexedPerSecond: 0,
  });
});

test('counters that went back after a restart are not a negative rate', () => {
  const points = activityPoints([sample(0, { searches: 9, indexed: 9 }), sample(1000)]);
  expect(points[0]).toEqual({
    searchesPerSecond: undefined,
    searchLatencyMs: undefined,
    indexedPerSecond: undefined,
  });
});

test('samples are kept in order of time and not without end', () => {
  let kept: readonly CounterSample[] = [];
  for (let second = 0; second < 300; second++) kept = withSample(kept, sample(second * 1000));
  expect(kept).toHaveLength(keptSamples);
  expect(withSample(kept, sample(1000))).toBe(kept);
});

test('the counters of all nodes are added up', () => {
  const node = (total: number) => ({
    name: 'n',
    indices: { search: { query_total: total, query_time_in_millis: 2 }, indexing: { index_total: 1 } },
  });
  const figures = parseNodeFigures({ nodes: { a: node(3), b: node(4) } });
  expect(sampleOf(figures, 7)).toMatchObject({ atMs: 7, searches: 7, searchMs: 4, indexed: 2, indexMs: 0 });
  expect(figures[0]!.heapUsed).toBeUndefined();
});
