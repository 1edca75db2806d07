import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { testBudget } from '../testing/query-context.ts';
import { searchableShard, searchShards } from '../testing/searchable.ts';

const properties = { k: { type: 'keyword' }, n: { type: 'long' } };
const shard = searchableShard({ properties, segments: [[{ k: 'a', n: 1 }]] });

/** What the search says, or the shard that it fails on. */
function problemOf(aggregation: object): string {
  try {
    searchShards([shard], { size: 0, aggs: { one: aggregation } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.error.rootCause?.[0]?.reason === undefined ? error.error.reason : reasonsOf(error);
  }
  return '';
}

function reasonsOf({ error }: ApiError): string {
  return [error.reason, ...(error.rootCause ?? []).map(({ reason }) => reason)].join('; ');
}

test('where an aggregation and one within it do not fit their fields, the outer one is told', () => {
  const sum = { s: { sum: { field: 'k' } } };
  const outer = { geo_distance: { field: 'k', origin: '1,2', ranges: [{ to: 1 }] }, aggs: sum };
  expect(problemOf(outer)).toContain(
    'Field [k] of type [keyword] is not supported for aggregation [geo_distance]',
  );
  expect(problemOf({ terms: { field: 'n' }, aggs: sum })).toContain('is not supported for aggregation [sum]');
});

test('an unknown parameter of significant terms is told with the one that it is like', () => {
  const told = (parameter: string): string =>
    problemOf({ significant_terms: { field: 'k', [parameter]: {} } });
  expect(told('jlp')).toContain('[significant_terms] unknown field [jlp] did you mean [jlh]?');
  expect(told('sizze')).toContain('[significant_terms] unknown field [sizze] did you mean [size]?');
  expect(told('xyzzy')).toMatch(/\[significant_terms\] unknown field \[xyzzy\](;|$)/);
});

test('an aggregation with more sources than anybody needs is refused before they are read', () => {
  const sources = Array.from({ length: 1001 }, (_, i) => ({ [`s${i}`]: { terms: { field: 'k' } } }));
  const terms = Array.from({ length: 1001 }, () => ({ field: 'k' }));
  for (const aggregation of [{ composite: { sources } }, { multi_terms: { terms } }]) {
    const reason = `[${Object.keys(aggregation)[0]}] aggregation has [1001] sources, and may have [1000]`;
    expect(() => searchShards([shard], { aggs: { one: aggregation } })).toThrow(
      expect.objectContaining({
        error: expect.objectContaining({ causedBy: { type: 'illegal_argument_exception', reason } }),
      }),
    );
  }
});

test('a search has no more aggregations than anybody needs, wherever they lie', () => {
  const inner = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, { min: { field: 'n' } }]));
  const searched = (count: number) => () =>
    searchShards([shard], { size: 0, aggs: { one: { filter: { match_all: {} }, aggs: inner(count) } } });
  expect(searched(19_999)().aggregations).toBeDefined();
  expect(searched(20_000)).toThrow('A search may have [20000] aggregations at most');
});

test('there are no more pipelines beside each other than anybody needs, whichever needs which', () => {
  const sums = (count: number, of: (i: number) => string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`s${i}`, { cumulative_sum: { buckets_path: of(i) } }]),
    );
  const searched = (aggs: object) => () =>
    searchShards([shard], { size: 0, aggs: { h: { histogram: { field: 'n', interval: 1 }, aggs } } });
  expect(searched(sums(1000, (i) => (i === 999 ? '_count' : `s${i + 1}`)))().aggregations).toBeDefined();
  expect(searched(sums(1001, () => '_count'))).toThrow(
    'There may be [1000] pipeline aggregations at most beside each other',
  );
});

test('what pipelines make of each bucket is memory of the request', () => {
  const taken: string[] = [];
  const memory = { take: (bytes: number, label: string) => taken.push(`${label} ${bytes}`), give: () => {} };
  const aggs = { c: { cumulative_sum: { buckets_path: '_count' } } };
  const bounds = { min: 1, max: 10 };
  const body = { aggs: { h: { histogram: { field: 'n', interval: 1, extended_bounds: bounds }, aggs } } };
  searchShards([shard], body, { budget: testBudget({ memory }) });
  expect(taken).toContain('<agg [c]> 1280');
});

test('pipelines beside an aggregation of many buckets are work of the request', () => {
  const bounds = { min: 1, max: 1000 };
  const h = { histogram: { field: 'n', interval: 1, extended_bounds: bounds } };
  const sums = Array.from({ length: 50 }, (_, i) => [`s${i}`, { sum_bucket: { buckets_path: 'h>_count' } }]);
  const budget = testBudget({ stepsPerLook: 1 });
  searchShards([shard], { size: 0, aggs: { h, ...Object.fromEntries(sums) } }, { budget });
  expect(budget.usage().steps).toBeGreaterThan(50_000);
});

/** What the search throws, with what caused it, innermost last. */
function causesOf(aggregation: object): unknown[] {
  const causes: unknown[] = [];
  try {
    searchShards([shard], { size: 0, aggs: { one: aggregation } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    for (let at: ApiError['error'] | undefined = error.error; at !== undefined; at = at.causedBy)
      causes.push(at.reason);
  }
  return causes;
}

test('bounds of a histogram are finite, and the lower one is not above the other', () => {
  const built = [
    'Failed to build [double_bounds] after last required field arrived',
    'Cannot instantiate an object of org.opensearch.search.aggregations.bucket.histogram.DoubleBounds',
    null,
  ];
  for (const bounds of ['extended_bounds', 'hard_bounds']) {
    const told = (given: object) => causesOf({ histogram: { field: 'n', interval: 1, [bounds]: given } });
    const failed = `[histogram] failed to parse field [${bounds}]`;
    const inField = (name: string, reason: string) => [
      failed,
      `[double_bounds] failed to parse field [${name}]`,
      ...built,
      reason,
    ];
    expect(told({ min: 0, max: Infinity })).toEqual(
      inField('max', 'max bound must be finite, got: Infinity'),
    );
    expect(told({ max: 0, min: 'NaN' })).toEqual(inField('min', 'min bound must be finite, got: NaN'));
    expect(told({ min: null, max: -Infinity })).toEqual(
      inField('max', 'max bound must be finite, got: -Infinity'),
    );
    const crossed = 'max bound [1.0] must be greater than min bound [1.0E20]';
    expect(told({ min: 1e20, max: 1 })).toEqual(inField('max', crossed));
    expect(told({ max: Infinity })).toEqual([failed, ...built, 'max bound must be finite, got: Infinity']);
  }
});

test('bounds of a date histogram that are numbers are whole, and no larger than a long', () => {
  for (const bounds of ['extended_bounds', 'hard_bounds']) {
    const told = (max: number) =>
      causesOf({ date_histogram: { field: 'n', fixed_interval: '1d', [bounds]: { max } } }).at(-1);
    const outside = 'out of range of long (-9223372036854775808 - 9223372036854775807)';
    expect(told(1.5)).toBe('1.5 cannot be converted to Long without data loss');
    expect(told(Infinity)).toBe(`Numeric value (Infinity) ${outside}`);
    expect(told(-1e300)).toBe(`Numeric value (-1e+300) ${outside}`);
    expect(told(2 ** 63)).toBe(`Numeric value (9223372036854775808) ${outside}`);
  }
});
