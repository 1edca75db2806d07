import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { aggregate, shardOf } from '../../testing/run-aggregations.ts';
import { testField } from '../../testing/segments.ts';

const random = new SeededRandom(5);
const next = (limit: number): number => Math.floor(random.float() * limit);
const DAY_MS = 86_400_000;

const fields = [
  testField('n', 'long'),
  testField('full', 'integer'),
  testField('far', 'long'),
  testField('several', 'long'),
  testField('date', 'date', { format: 'strict_date_optional_time||epoch_millis' }),
];
type Found = {
  readonly n?: number;
  readonly full: number;
  readonly far: number;
  readonly several: readonly number[];
  readonly date: number;
};
const documents = Array.from({ length: 3000 }, (): Found => {
  return {
    ...(next(5) > 0 && { n: next(4) > 0 ? next(3) : next(40_000) - 20_000 }),
    full: next(4) > 0 ? -7 : next(200) - 100,
    far: (next(2) > 0 ? 1 : -1) * (2 ** (45 + next(8)) - next(3)),
    several: Array.from({ length: next(3) }, () => next(50)),
    date: next(300 * DAY_MS) - 100 * DAY_MS,
  };
});
const shard = shardOf(fields, [documents.slice(0, 1500), documents.slice(1500, 1501), documents.slice(1501)]);

interface Asked {
  readonly field: keyof Found;
  readonly interval: number;
  readonly offset?: number;
  readonly missing?: number;
}

function countsOf({ field, interval, offset = 0, missing }: Asked, of: readonly Found[]): unknown {
  const counts = new Map<number, number>();
  for (const document of of) {
    const given = document[field] ?? [];
    const values = typeof given === 'number' ? [given] : given;
    const all = values.length === 0 && missing !== undefined ? [missing] : values;
    for (const key of new Set(all.map((value) => floorTo(value - offset, interval) + offset)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => a - b);
}

/** By numbers that nothing rounds. */
function floorTo(value: number, interval: number): number {
  const size = BigInt(interval);
  const rest = BigInt(value) % size;
  return Number(BigInt(value) - (rest < 0n ? rest + size : rest));
}

function found(type: string, asked: object, options: Parameters<typeof aggregate>[2]): unknown {
  const text = aggregate([shard], { a: { [type]: { min_doc_count: 1, ...asked } } }, options);
  const { a } = JSON.parse(text) as { a: { buckets: { key: number; doc_count: number }[] } };
  return a.buckets.map(({ key, doc_count: count }) => [key, count]);
}

const few = (doc: number): boolean => doc % 7 !== 3;

test('values are counted by intervals as if each was divided by itself', () => {
  const asked: Asked[] = [
    { field: 'n', interval: 1 },
    { field: 'n', interval: 3, offset: 1 },
    { field: 'n', interval: 1000, missing: -20_500 },
    { field: 'n', interval: 7, missing: 12 },
    { field: 'full', interval: 7 },
    { field: 'full', interval: 100, offset: -50 },
    { field: 'full', interval: 1e9 },
    { field: 'far', interval: 2 ** 40 },
    { field: 'far', interval: 2 ** 49 - 1 },
    { field: 'several', interval: 5 },
  ];
  for (const each of asked) {
    const name = JSON.stringify(each);
    expect([name, found('histogram', each, { collectAll: true })]).toEqual([name, countsOf(each, documents)]);
    const some = documents.filter((_, doc) => few(doc));
    expect([name, found('histogram', each, { matches: few })]).toEqual([name, countsOf(each, some)]);
  }
});

test('dates that do not come in their order are counted by days of a zone', () => {
  for (const hours of [0, 5]) {
    const offset = -hours * 3_600_000;
    const zoned = { field: 'date', calendar_interval: 'day', time_zone: `+0${hours}:00` };
    const asked: Asked = { field: 'date', interval: DAY_MS, offset };
    expect(found('date_histogram', zoned, { collectAll: true })).toEqual(countsOf(asked, documents));
  }
});
