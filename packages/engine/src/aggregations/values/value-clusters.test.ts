import { expect, test } from 'vitest';
import { WorkBudget } from '../../budget/work-budget.ts';
import { Meter } from './meter.ts';
import { ValueClusters } from './value-clusters.ts';

function clustersOf(values: readonly number[], buffer: number, clusters: number) {
  const meter = new Meter(new WorkBudget({ clock: { nanos: () => 0 } }), 'test');
  const found = new ValueClusters({ buffer, clusters }, meter);
  const known = values.map((value) => found.add(value));
  const all = found.finish();
  return { all, of: known.map((each) => all.findIndex(({ id }) => id === found.clusterOf(each))) };
}

test('the first values are cut into groups of one size, in their order', () => {
  const { all, of } = clustersOf([9, 1, 5, 2], 4, 3);
  expect(all.map(({ min, max, centroid, count }) => [min, max, centroid, count])).toEqual([
    [1, 2, 1.5, 2],
    [5, 9, 7, 2],
  ]);
  expect(of).toEqual([1, 0, 1, 0]);
});

test('a later value goes to the nearest cluster, or makes one of its own where that is far', () => {
  const { all, of } = clustersOf([1, 2, 3, 2.25, 100, -50, 99], 3, 4);
  expect(of).toEqual([0, 1, 2, 1, 3, 0, 3]);
  expect(all.map(({ centroid, count }) => [centroid, count])).toEqual([
    [-24.5, 2],
    [2.125, 2],
    [3, 1],
    [99.5, 2],
  ]);
});
