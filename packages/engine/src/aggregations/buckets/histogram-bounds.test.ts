import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../../testing/searchable.ts';

const days = ['2024-02-10', '2024-05-20', '2024-08-01', '2024-11-30'];
const shard = searchableShard({ properties: { d: { type: 'date' } }, segments: [days.map((d) => ({ d }))] });

function starts(options: Readonly<Record<string, unknown>>): readonly string[] {
  const date_histogram = { field: 'd', calendar_interval: 'quarter', format: 'yyyy-MM-dd', ...options };
  const { aggregations } = searchShards([shard], { size: 0, aggs: { h: { date_histogram } } });
  const { h } = JSON.parse(JSON.stringify(aggregations)) as { h: { buckets: { key_as_string: string }[] } };
  return h.buckets.map(({ key_as_string: start }) => start);
}

// As OpenSearch 3.6 answers.
test('the offset has no part in the rounding of extended bounds', () => {
  const extended_bounds = { min: '2023-10-01', max: '2025-01-01' };
  expect(starts({ offset: '+1d', extended_bounds })).toEqual([
    '2023-10-02',
    '2024-01-02',
    '2024-04-02',
    '2024-07-02',
    '2024-10-02',
    '2025-01-02',
  ]);
});

test('nor in that of hard bounds, which keys with the offset are held against', () => {
  const hard_bounds = { min: '2024-03-01', max: '2024-10-01' };
  expect(starts({ offset: '+1d', hard_bounds })).toEqual(['2024-01-02', '2024-04-02', '2024-07-02']);
  expect(starts({ offset: '-1d', hard_bounds })).toEqual(['2024-03-31', '2024-06-30', '2024-09-30']);
});
