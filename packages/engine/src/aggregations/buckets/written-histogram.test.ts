import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { aggregate, shardOf } from '../../testing/run-aggregations.ts';
import { testField } from '../../testing/segments.ts';

const random = new SeededRandom(11);
const next = (limit: number): number => Math.floor(random.float() * limit);
const DAY_MS = 86_400_000;

const fields = [
  testField('n', 'long'),
  testField('d', 'double'),
  testField('k', 'keyword'),
  testField('flag', 'boolean'),
  testField('date', 'date', { format: 'strict_date_optional_time||epoch_millis' }),
  testField('far', 'date', { format: 'strict_date_optional_time||epoch_millis' }),
  testField('never', 'date'),
];
const documents = Array.from({ length: 600 }, () => ({
  ...(next(10) > 0 && { n: (next(120) - 20) * 10 ** next(12) }),
  ...(next(10) > 0 && { d: (next(1000) - 300) * 10 ** (next(10) - 5) }),
  ...(next(10) > 0 && { k: `term-${next(4)}` }),
  ...(next(10) > 0 && { flag: next(2) > 0 }),
  ...(next(10) > 0 && { date: Date.parse('2023-11-20') + next(140 * DAY_MS) * (next(40) > 0 ? 1 : -1) }),
  far: (next(200) - 100) * 1e12,
}));
const shards = [
  shardOf(fields, [documents.slice(0, 100), documents.slice(100, 350)]),
  shardOf(fields, [documents.slice(350)]),
];

const byDay = { field: 'date', calendar_interval: 'day' };
const bodies = [
  { date_histogram: byDay },
  { date_histogram: { ...byDay, min_doc_count: 1 } },
  { date_histogram: { ...byDay, order: { _count: 'desc' }, min_doc_count: 3 } },
  { date_histogram: { ...byDay, order: { _key: 'desc' } } },
  { date_histogram: { ...byDay, keyed: true } },
  { date_histogram: { ...byDay, format: 'yyyy-MM-dd' } },
  { date_histogram: { ...byDay, format: `"'é' EEEE` } },
  { date_histogram: { ...byDay, format: 'epoch_second' } },
  { date_histogram: { ...byDay, time_zone: 'Europe/Berlin' } },
  { date_histogram: { ...byDay, time_zone: 'UTC' } },
  { date_histogram: { ...byDay, time_zone: '-03:30', offset: '+90m' } },
  { date_histogram: { field: 'date', fixed_interval: '3601s' } },
  { date_histogram: { field: 'date', fixed_interval: '7777ms', min_doc_count: 1 } },
  { date_histogram: { field: 'far', calendar_interval: 'year', min_doc_count: 1 } },
  { date_histogram: { field: 'never', calendar_interval: 'day' } },
  {
    date_histogram: {
      ...byDay,
      extended_bounds: { min: '2023-10-31', max: '2024-07-01' },
    },
  },
  { date_histogram: byDay, aggs: { k: { terms: { field: 'k' } } } },
  {
    date_histogram: { field: 'date', calendar_interval: 'month' },
    aggs: { s: { sum: { field: 'n' } }, c: { cumulative_sum: { buckets_path: 's' } } },
  },
  { terms: { field: 'k' }, aggs: { h: { date_histogram: { ...byDay, min_doc_count: 1 } } } },
  { histogram: { field: 'n', interval: 1000, min_doc_count: 1 } },
  { histogram: { field: 'n', interval: 5_000_000, offset: -5_000_000, min_doc_count: 1 } },
  { histogram: { field: 'n', interval: 1e10, min_doc_count: 1, format: '0.0#' } },
  { histogram: { field: 'd', interval: 0.5, min_doc_count: 1 } },
  { histogram: { field: 'd', interval: 2000 } },
  { histogram: { field: 'd', interval: 50, min_doc_count: 1, keyed: true } },
  { histogram: { field: 'flag', interval: 1 } },
];

test('buckets that are written at once stand in the answer as they would by a tree', () => {
  for (const a of bodies) {
    const name = JSON.stringify(a);
    const tree = aggregate(shards, { a });
    expect([name, aggregate(shards, { a }, { isWritten: true })]).toEqual([name, tree]);
    expect(() => JSON.parse(tree)).not.toThrow();
  }
});

test('numbers of any length, and so many buckets that there is no room left for long texts', () => {
  const whole = [0, 1, 9, 10, 999, 1e9 - 1, 1e9, 1e9 + 1, 1e12 - 1, 1e12, 9_007_199_254_740_000, 2 ** 53];
  const values = [...whole, ...whole.map((value) => -value)];
  for (const type of ['long', 'date']) {
    const field = testField('v', type, type === 'date' ? { format: 'epoch_millis' } : {});
    const shard = shardOf([field], [values.map((v) => ({ v }))]);
    for (const kept of [values, values.filter((value) => Math.abs(value) < 1e7)]) {
      const matches = (doc: number): boolean => kept.includes(values[doc]!);
      for (const format of [undefined, `"${'x'.repeat(300)}"`]) {
        const shown = format === undefined || type === 'date' ? {} : { format };
        const a =
          type === 'date'
            ? { date_histogram: { field: 'v', fixed_interval: '1ms', min_doc_count: 1, ...shown } }
            : { histogram: { field: 'v', interval: 1, min_doc_count: 1, ...shown } };
        const tree = aggregate([shard], { a }, { matches });
        expect(aggregate([shard], { a }, { matches, isWritten: true })).toBe(tree);
      }
    }
  }
});
