import { expect, test } from 'vitest';
import { testBudget } from '../../testing/query-context.ts';
import { aggregate, shardOf } from '../../testing/run-aggregations.ts';
import { testField } from '../../testing/segments.ts';

const fields = [testField('k', 'keyword'), testField('n', 'long')];
const shards = [
  shardOf(fields, [
    [
      { k: 'a', n: 1 },
      { k: 'b', n: 12 },
    ],
    [{ k: 'a', n: 3 }],
  ]),
  shardOf(fields, [[{ k: 'a', n: 35 }, { k: 'c' }]]),
];
const tens = { histogram: { field: 'n', interval: 10 } };
const sum = { sum: { field: 'n' } };

/* The answers are those of OpenSearch 3.6.0. */
test.each([
  ['avg_bucket', '{"value":17.0}'],
  ['sum_bucket', '{"value":51.0}'],
  ['max_bucket', '{"value":35.0,"keys":["30.0"]}'],
  ['min_bucket', '{"value":4.0,"keys":["0.0"]}'],
  ['stats_bucket', '{"count":3,"min":4.0,"max":35.0,"avg":17.0,"sum":51.0}'],
])('%s goes over the buckets of all shards, and leaves out those without documents', (type, answer) => {
  const body = { h: { ...tens, aggs: { s: sum } }, x: { [type]: { buckets_path: 'h>s' } } };
  expect(aggregate(shards, body)).toContain(`"x":${answer}`);
});

test('a pipeline may take the result of another one, wherever that stands', () => {
  const aggs = {
    d: { derivative: { buckets_path: 'c' } },
    c: { cumulative_sum: { buckets_path: 's' } },
    s: sum,
  };
  const body = { y: { max_bucket: { buckets_path: 'h>d' } }, h: { ...tens, aggs } };
  expect(aggregate(shards, body, { typedKeys: true })).toBe(
    '{"histogram#h":{"buckets":[' +
      '{"key":0.0,"doc_count":2,"sum#s":{"value":4.0},"simple_value#c":{"value":4.0}},' +
      '{"key":10.0,"doc_count":1,"sum#s":{"value":12.0},"simple_value#c":{"value":16.0},"derivative#d":{"value":12.0}},' +
      '{"key":20.0,"doc_count":0,"sum#s":{"value":0.0},"simple_value#c":{"value":16.0},"derivative#d":{"value":null}},' +
      '{"key":30.0,"doc_count":1,"sum#s":{"value":35.0},"simple_value#c":{"value":51.0},"derivative#d":{"value":null}}]},' +
      '"bucket_metric_value#y":{"value":12.0,"keys":["10.0"]}}',
  );
});

test('a pipeline within buckets makes a result in each of them', () => {
  const inner = { h: { ...tens, aggs: { s: sum } }, x: { max_bucket: { buckets_path: 'h>s' } } };
  const body = {
    t: { terms: { field: 'k', order: { _key: 'asc' } }, aggs: inner },
    all: { sum_bucket: { buckets_path: 't>x' } },
  };
  const answer = aggregate(shards, body);
  expect(answer.match(/"x":\{[^}]*\}/g)).toEqual([
    '"x":{"value":35.0,"keys":["30.0"]}',
    '"x":{"value":12.0,"keys":["10.0"]}',
    '"x":{"value":null,"keys":[]}',
  ]);
  expect(answer).toContain('"all":{"value":47.0}');
});

test.each([
  [
    { x: { max_bucket: { buckets_path: 'h>s' } } },
    'Validation Failed: 1: No aggregation found for path [h>s];',
  ],
  [
    { x: { max_bucket: { buckets_path: 'y' } }, y: { max_bucket: { buckets_path: 'x' } } },
    'Validation Failed: 1: Cyclical dependency found with pipeline aggregator [x];',
  ],
  [
    { k: { terms: { field: 'k' }, aggs: { c: { cumulative_sum: { buckets_path: '_count' } } } } },
    'Validation Failed: 1: cumulative_sum aggregation [c] must have a histogram, date_histogram or ' +
      'auto_date_histogram as parent;',
  ],
  [
    { h: { ...tens, aggs: { s: sum } }, x: { max_bucket: { buckets_path: 'h' } } },
    'buckets_path must reference either a number value or a single value numeric metric aggregation, ' +
      'got: [Bucket] at aggregation [h]',
  ],
])('what a path cannot name is refused: %j', (body, reason) => {
  expect(() => aggregate(shards, body)).toThrow(reason);
});

test.each([0, -1, -1e15])(
  'holt_winters of a period of %d is refused, and does not go on for ever',
  (period) => {
    const settings = { period };
    const moving = {
      moving_avg: { buckets_path: 's', model: 'holt_winters', window: 4, minimize: false, settings },
    };
    const body = { h: { ...tens, aggs: { s: sum, m: moving } } };
    expect(() => aggregate(shards, body)).toThrow('[period] of model [holt_winters] must be at least 1');
  },
);

test.each([
  { moving_avg: { buckets_path: 's', window: 3 } },
  { moving_fn: { buckets_path: 's', window: 3, script: 'MovingFunctions.max(values)' } },
  { derivative: { buckets_path: 's' } },
])('others have a turn between buckets of %j, and the answer is the same', (pipeline) => {
  const body = { h: { ...tens, aggs: { s: sum, m: pipeline } } };
  const turns = { stepsPerLook: 1, sliceSteps: 1 };
  expect(aggregate(shards, body, { budget: testBudget(turns) })).toBe(aggregate(shards, body));
});

test.each(['derivative', 'serial_diff', 'moving_avg'])('%s refuses a list of paths without any', (type) => {
  const body = { h: { ...tens, aggs: { s: sum, x: { [type]: { buckets_path: [] } } } } };
  expect(() => aggregate(shards, body)).toThrow('Index 0 out of bounds for length 0');
});
