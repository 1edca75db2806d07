import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { TestMemory } from '../testing/memory-account.ts';
import { testBudget } from '../testing/query-context.ts';
import { aggregate, shardOf } from '../testing/run-aggregations.ts';
import { testField } from '../testing/segments.ts';

const fields = [
  testField('n', 'long'),
  testField('d', 'double'),
  testField('date', 'date', { format: 'strict_date_optional_time||epoch_millis' }),
  testField('k', 'keyword'),
];

const bodies = [
  { a: { histogram: { field: 'n', interval: 7, offset: 2, min_doc_count: 1 } } },
  { a: { histogram: { field: 'd', interval: 0.1, min_doc_count: 1 } } },
  { a: { date_histogram: { field: 'date', calendar_interval: 'month', time_zone: 'Europe/Berlin' } } },
  { a: { date_histogram: { field: 'date', fixed_interval: '36h', min_doc_count: 1 } } },
  { a: { range: { field: 'n', ranges: [{ to: 5 }, { from: 5, to: 40 }, { from: 30 }] } } },
  { a: { terms: { field: 'n', size: 20 } } },
  { a: { terms: { field: 'd', size: 20 } } },
  { a: { terms: { field: 'k' } } },
  { a: { min: { field: 'd' } }, b: { max: { field: 'n' } }, c: { value_count: { field: 'k' } } },
  { a: { cardinality: { field: 'k' } } },
];

test('answers from statistics equal those from documents', () => {
  const seed = 7;
  const random = new SeededRandom(seed);
  const next = (limit: number): number => Math.floor(random.float() * limit);
  const documents = Array.from({ length: 700 }, () => ({
    ...(next(10) > 0 && { n: next(120) - 20 }),
    ...(next(10) > 0 && { d: next(1000) / 100 - 3 }),
    ...(next(10) > 0 && { date: 1_580_000_000_000 + next(100_000) * 86_399 }),
    ...(next(10) > 0 && { k: `term-${next(12)}` }),
  }));
  const shard = shardOf(fields, [documents.slice(0, 300), documents.slice(300)]);
  for (const body of bodies) {
    const name = `seed ${seed} ${JSON.stringify(body)}`;
    expect([name, aggregate([shard], body)]).toEqual([name, aggregate([shard], body, { collectAll: true })]);
    for (const field of ['n', 'd', 'date'] as const) {
      const middle = documents
        .map((document) => document[field])
        .filter((value) => value !== undefined)
        .sort((x, y) => x - y);
      const range = { field, from: middle[100]!, to: middle[400]! };
      const matches = (doc: number): boolean => {
        const value = documents[doc]![field];
        return value !== undefined && value >= range.from && value <= range.to;
      };
      const collected = aggregate([shard], body, { matches, collectAll: true });
      expect([name, field, aggregate([shard], body, { matches, range })]).toEqual([name, field, collected]);
    }
  }
});

test('matrix_stats of more fields than anybody reads is refused before anything is made', () => {
  const shard = shardOf(fields, [[{ n: 1 }, { n: 2 }]]);
  const asked = (count: number): unknown => {
    const names = Array.from({ length: count }, (_, i) => `f${i}`);
    const missing = Object.fromEntries(names.map((name) => [name, 1]));
    return { m: { matrix_stats: { fields: names, missing } } };
  };
  expect(() => aggregate([shard], asked(501))).toThrow(
    '[matrix_stats] of [m] has [501] fields and may have [500] at most',
  );
  expect(aggregate([shard], asked(3))).toContain('"doc_count":2');
});

test('many answers of matrix_stats side by side count for the memory that they take', () => {
  const shard = shardOf(fields, [[{ n: 1 }, { n: 2 }]]);
  const names = Array.from({ length: 500 }, (_, i) => `f${i}`);
  const missing = Object.fromEntries(names.map((name) => [name, 1]));
  const one = { matrix_stats: { fields: names, missing } };
  const body = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`m${i}`, one]));
  const memory = new TestMemory(2 ** 31);
  expect(() => aggregate([shard], body, { budget: testBudget({ memory }) })).toThrow('no room for <agg [m');
});
