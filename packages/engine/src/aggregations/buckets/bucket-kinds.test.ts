import { expect, test } from 'vitest';
import { parseIp } from '../../mapping/ip-address.ts';
import { aggregate, shardOf } from '../../testing/run-aggregations.ts';
import { testField } from '../../testing/segments.ts';

const fields = [
  testField('k', 'keyword'),
  testField('n', 'long'),
  testField('b', 'boolean'),
  testField('a', 'ip'),
];
const shards = [
  shardOf(fields, [
    [
      { k: 'a', n: 1, b: true, a: parseIp('10.0.0.1') },
      { k: 'b', n: 12, b: false, a: parseIp('10.0.0.9') },
    ],
    [{ k: ['a', 'c'], n: 3, b: true, a: parseIp('10.0.1.1') }],
  ]),
  shardOf(fields, [
    [
      { k: 'a', n: 35, b: false },
      { k: 'c', n: 3 },
      { n: 7, b: true },
    ],
  ]),
];

/** The answer to one aggregation, as text. */
function answer(aggregation: object): string {
  return aggregate(shards, { x: aggregation });
}

test('pages of combinations follow each other without a gap, over shards and segments', () => {
  const sources = [{ k: { terms: { field: 'k', missing_bucket: true } } }, { b: { terms: { field: 'b' } } }];
  const keys: unknown[] = [];
  let after: object | undefined;
  for (let page = 0; page < 10; page++) {
    const composite = { size: 2, sources, ...(after === undefined ? {} : { after }) };
    const { x } = JSON.parse(answer({ composite })) as {
      readonly x: { readonly after_key?: object; readonly buckets: readonly { readonly key: unknown }[] };
    };
    if (x.buckets.length === 0) break;
    keys.push(...x.buckets.map(({ key }) => key));
    after = x.after_key;
  }
  expect(keys).toEqual([
    { k: null, b: true },
    { k: 'a', b: false },
    { k: 'a', b: true },
    { k: 'b', b: false },
    { k: 'c', b: true },
  ]);
});

test('a key of the page before need not be there', () => {
  const composite = { sources: [{ n: { histogram: { field: 'n', interval: 10 } } }], after: { n: 5 } };
  expect(answer({ composite })).toBe(
    '{"x":{"after_key":{"n":30.0},"buckets":[{"key":{"n":10.0},"doc_count":1},{"key":{"n":30.0},"doc_count":1}]}}',
  );
});

test('pages stand at the top, or in filters alone', () => {
  const composite = { sources: [{ k: { terms: { field: 'k' } } }] };
  const inTerms = { terms: { field: 'k' }, aggs: { c: { composite } } };
  expect(() => answer(inTerms)).toThrow(
    '[composite] aggregation cannot be used with a parent aggregation of type: [TermsAggregatorFactory]',
  );
});

test('a term of several fields is a combination of their values', () => {
  const multi = { multi_terms: { terms: [{ field: 'k' }, { field: 'b' }], size: 2 } };
  expect(answer(multi)).toBe(
    '{"x":{"doc_count_error_upper_bound":0,"sum_other_doc_count":2,"buckets":[' +
      '{"key":["a",true],"key_as_string":"a|true","doc_count":2},' +
      '{"key":["a",false],"key_as_string":"a|false","doc_count":1}]}}',
  );
});

test('a term is rare where it is rare on all shards together', () => {
  expect(answer({ rare_terms: { field: 'k', max_doc_count: 1 } })).toBe(
    '{"x":{"buckets":[{"key":"b","doc_count":1}]}}',
  );
  expect(answer({ rare_terms: { field: 'k', max_doc_count: 2 } })).toBe(
    '{"x":{"buckets":[{"key":"b","doc_count":1},{"key":"c","doc_count":2}]}}',
  );
});

test('ranges of addresses hold their first and not their last', () => {
  const ranges = [{ to: '10.0.0.9' }, { from: '10.0.0.9', to: '10.0.1.1' }, { mask: '10.0.1.0/24' }];
  expect(answer({ ip_range: { field: 'a', ranges } })).toBe(
    '{"x":{"buckets":[{"key":"*-10.0.0.9","to":"10.0.0.9","doc_count":1},' +
      '{"key":"10.0.0.9-10.0.1.1","from":"10.0.0.9","to":"10.0.1.1","doc_count":1},' +
      '{"key":"10.0.1.0/24","from":"10.0.1.0","to":"10.0.2.0","doc_count":1}]}}',
  );
});

test('an address in place of none falls into its range', () => {
  const ranges = [{ from: '10.0.0.2', to: '10.0.0.8' }];
  expect(answer({ ip_range: { field: 'a', missing: '10.0.0.5', ranges } })).toBe(
    '{"x":{"buckets":[{"key":"10.0.0.2-10.0.0.8","from":"10.0.0.2","to":"10.0.0.8","doc_count":3}]}}',
  );
});

test('figures of values: weights, medians, percentiles', () => {
  expect(answer({ weighted_avg: { value: { field: 'n' }, weight: { field: 'n' } } })).toBe(
    `{"x":{"value":${(1 + 144 + 9 + 1225 + 9 + 49) / 61}}}`,
  );
  expect(answer({ percentiles: { field: 'n', percents: [0, 50, 100] } })).toBe(
    '{"x":{"values":{"0.0":1.0,"50.0":7.0,"100.0":35.0}}}',
  );
  expect(answer({ percentiles: { field: 'n', percents: [50], hdr: {} } })).toBe(
    '{"x":{"values":{"50.0":3.0009765625}}}',
  );
  expect(answer({ percentile_ranks: { field: 'n', values: [12], hdr: {} } })).toBe(
    `{"x":{"values":{"12.0":${(100 * 5) / 6}}}}`,
  );
});

test('buckets are put into another order, and some of them shown', () => {
  const terms = {
    terms: { field: 'k' },
    aggs: { n: { max: { field: 'n' } }, s: { bucket_sort: { sort: [{ n: 'asc' }], size: 2 } } },
  };
  expect(answer(terms)).toContain(
    '"buckets":[{"key":"c","doc_count":2,"n":{"value":3.0}},{"key":"b","doc_count":1,"n":{"value":12.0}}]',
  );
});
