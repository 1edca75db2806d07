import { expect, test } from 'vitest';
import { humanFigures } from './human-figures.ts';

test('times and sizes get a readable twin in front, at every depth', () => {
  const figures = {
    total: 3,
    time_in_millis: 1499,
    store: { size_in_bytes: 1024 * 1.56, reserved_in_bytes: 0 },
    idle_in_millis: 0,
    data: [{ free_in_bytes: 1 }],
    start_time_in_millis: 0,
  };
  expect(JSON.stringify(humanFigures(figures))).toBe(
    '{"total":3,"time":"1.4s","time_in_millis":1499,"store":{"size":"1.5kb","size_in_bytes":1597.44,"reserved":"0b","reserved_in_bytes":0},"idle":"0s","idle_in_millis":0,"data":[{"free":"1b","free_in_bytes":1}],"start_time":"1970-01-01T00:00:00.000Z","start_time_in_millis":0}',
  );
});

test.each([
  [0, '0s'],
  [999, '999nanos'],
  [1500, '1.5micros'],
  [2_500_000, '2.5ms'],
  [20_739_143_266, '20.7s'],
])('%i nanoseconds are %s', (nanos, text) => {
  expect(humanFigures({ wait_time_in_nanos: nanos })).toEqual({ wait_time: text, wait_time_in_nanos: nanos });
});
