import { ApiError, Double, Float } from '@sextant/contract';
import { expect, test } from 'vitest';
import { searchableShard, searchShards } from '../testing/searchable.ts';

/*
 * The expected answers are those of OpenSearch 3.6.0.
 */
const properties = { k: { type: 'keyword' }, n: { type: 'integer' }, u: { type: 'unsigned_long' } };

test('what stands for a missing value is compared by its bytes, whichever terms a segment has', () => {
  const segments = [[{ k: 'b' }, { k: 'z' }, {}], [{ n: 1 }], [{ k: 'c' }]];
  const shard = searchableShard({ properties, segments });
  const found = (order: string, after: string): unknown => {
    const sort = [{ k: { order, missing: 'cc' } }];
    return searchShards([shard], { sort, search_after: [after] }).hits.map((hit) => hit.sort?.[0]);
  };
  expect(found('desc', 'd')).toEqual(['cc', 'cc', 'c', 'b']);
  expect(found('asc', 'ca')).toEqual(['cc', 'cc', 'z']);
  expect(found('asc', 'cc')).toEqual(['z']);
  const best = searchShards([shard], { size: 1, sort: [{ k: { order: 'desc', missing: 'zz' } }] });
  expect(best.hits.map((hit) => hit.sort?.[0])).toEqual(['zz']);
});

test.each([
  ['n', 1e20],
  ['n', -1e20],
  ['u', 1e30],
])('search_after by %s with a number beyond what the field can hold, %d, is refused', (field, after) => {
  const shard = searchableShard({ properties, segments: [[{ n: 1, u: 1 }]] });
  try {
    searchShards([shard], { sort: [field], search_after: [after] });
    expect.fail('it was taken');
  } catch (error) {
    const cause = error instanceof ApiError ? error.error.causedBy : undefined;
    expect(cause?.reason).toBe(`Failed to parse search_after value for field [${field}].`);
  }
});

/** As it stands in the answer: a float with as few digits as tell it from others. */
function printed(value: unknown): unknown {
  if (value instanceof Double) return value.value;
  if (!(value instanceof Float)) return value;
  for (let digits = 1; digits < 9; digits++) {
    const text = Number(value.value.toPrecision(digits));
    if (Math.fround(text) === value.value) return text;
  }
  return value.value;
}

test('pages by scores, and by numbers of 16 and 32 bits, hold each document once: what is printed stands for the number itself', () => {
  const numbers = {
    f: { type: 'float' },
    several: { type: 'float' },
    h: { type: 'half_float' },
    d: { type: 'double' },
    t: { type: 'text' },
  };
  const documents = Array.from({ length: 60 }, (_, i) => {
    const value = (i % 9) / 7;
    return i % 10 === 0
      ? { t: 'a' }
      : {
          f: value,
          several: [value, value + 1, (value + i) / 3, 0.1],
          h: value,
          d: value,
          t: `a ${'b '.repeat(i % 9)}`,
        };
  });
  const segments = [documents.slice(0, 25), documents.slice(25)];
  const shard = searchableShard({ properties: numbers, segments });
  const orders = ['asc', 'desc'];
  const keys: object[] = ['_score', 'f', 'h', 'd'].flatMap((name) =>
    orders.map((order) => ({ [name]: order })),
  );
  for (const order of orders) {
    keys.push({ f: { order, missing: 0.3 } });
    for (const mode of ['avg', 'sum', 'median']) keys.push({ several: { order, mode } });
  }
  for (const key of keys) {
    const found: string[] = [];
    let after: readonly unknown[] | undefined;
    for (let pages = 0; pages < 20; pages++) {
      const body = { query: { match: { t: 'a' } }, size: 7, sort: [key, '_shard_doc'] };
      const { hits } = searchShards([shard], {
        ...body,
        ...(after === undefined ? {} : { search_after: after }),
      });
      if (hits.length === 0) break;
      found.push(...hits.map(({ id }) => id));
      after = hits.at(-1)!.sort!.map(printed);
    }
    expect([key, found.length, new Set(found).size]).toEqual([key, 60, 60]);
  }
});

test('numeric_type: double sorts a float as the double that it is, with all its digits', () => {
  const segments = [[{ f: 1 / 7 }, { f: 2 / 7 }, { f: 3 / 7 }]];
  const shard = searchableShard({ properties: { f: { type: 'float' } }, segments });
  const found = (body: object) => {
    const sort = [{ f: { order: 'asc', numeric_type: 'double' } }];
    return searchShards([shard], { sort, ...body }).hits.map((hit) => printed(hit.sort?.[0]));
  };
  expect(found({ size: 1 })).toEqual([0.1428571492433548]);
  expect(found({ search_after: [0.2857142984867096] })).toEqual([0.4285714328289032]);
  expect(found({ search_after: [0.2857142] })).toEqual([0.2857142984867096, 0.4285714328289032]);
});
