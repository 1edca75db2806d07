import { expect, test } from 'vitest';
import { parseDateMath } from './date-math.ts';
import { localToUtc, zoneOffsetAt } from './time-zone.ts';

const FORMAT = 'strict_date_optional_time||epoch_millis';
const nowMs = Date.parse('2024-02-29T13:14:15.678Z');

function down(text: string, timeZone?: string): string {
  return new Date(
    parseDateMath(text, FORMAT, { nowMs, roundUp: false, ...(timeZone && { timeZone }) }),
  ).toISOString();
}

function up(text: string, timeZone?: string): string {
  return new Date(
    parseDateMath(text, FORMAT, { nowMs, roundUp: true, ...(timeZone && { timeZone }) }),
  ).toISOString();
}

test.each([
  ['now', '2024-02-29T13:14:15.678Z'],
  ['now-1d/d', '2024-02-28T00:00:00.000Z'],
  ['now+1y', '2025-02-28T13:14:15.678Z'],
  ['now/M', '2024-02-01T00:00:00.000Z'],
  ['now/w', '2024-02-26T00:00:00.000Z'],
  ['now/h', '2024-02-29T13:00:00.000Z'],
  ['2020-01-31||+1M', '2020-02-29T00:00:00.000Z'],
  ['2020-01-01||+1M/d', '2020-02-01T00:00:00.000Z'],
  ['2020-01-01||-2w+3h', '2019-12-18T03:00:00.000Z'],
  ['2020', '2020-01-01T00:00:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(down(text)).toBe(expected);
});

test.each([
  ['now/d', '2024-02-29T23:59:59.999Z'],
  ['now/M', '2024-02-29T23:59:59.999Z'],
  ['now-1y/y', '2023-12-31T23:59:59.999Z'],
  ['2020-01-02', '2020-01-02T23:59:59.999Z'],
  ['2020-01-02T03', '2020-01-02T03:59:59.999Z'],
  ['2020-01-02T03:04:05', '2020-01-02T03:04:05.999Z'],
  ['2020', '2020-01-01T23:59:59.999Z'],
])('%s rounded up is %s', (text, expected) => {
  expect(up(text)).toBe(expected);
});

test('a time zone holds for texts without one and for rounding', () => {
  expect(down('2020-07-01', 'Europe/Berlin')).toBe('2020-06-30T22:00:00.000Z');
  expect(down('2020-07-01T00:00:00Z', 'Europe/Berlin')).toBe('2020-07-01T00:00:00.000Z');
  expect(down('now/d', 'Europe/Berlin')).toBe('2024-02-28T23:00:00.000Z');
  // The day on which clocks go forward has 23 hours.
  expect(up('2020-03-29||/d', 'Europe/Berlin')).toBe('2020-03-29T21:59:59.999Z');
});

test.each([
  ['now-1x', 'unit [x] not supported for date math [-1x]'],
  ['2020||+1', 'truncated date math [+1]'],
  ['now/2d', 'rounding `/` can only be used on single unit types [/2d]'],
  ['now*1d', 'operator not supported for date math [*1d]'],
  ['', 'cannot parse empty date'],
  [
    'foo',
    `failed to parse date field [foo] with format [${FORMAT}]: [failed to parse date field [foo] with format [${FORMAT}]]`,
  ],
])('%s is refused', (text, reason) => {
  expect(() => down(text)).toThrow(`parse_exception: ${reason}`);
});

test('offsets of regions change where the clocks do', () => {
  const change = Date.parse('2020-03-29T01:00:00Z');
  expect(zoneOffsetAt('Europe/Berlin', change - 1)).toBe(3_600_000);
  expect(zoneOffsetAt('Europe/Berlin', change)).toBe(7_200_000);
  expect(zoneOffsetAt('Asia/Kathmandu', change)).toBe(20_700_000);
  expect(zoneOffsetAt('-05:30', change)).toBe(-19_800_000);
  expect(() => zoneOffsetAt('Foo/Bar', 0)).toThrow(
    'java.time.zone.ZoneRulesException: Unknown time-zone ID: Foo/Bar',
  );
});

test('a local time in a gap moves on, in an overlap it is the earlier one', () => {
  expect(new Date(localToUtc('Europe/Berlin', Date.parse('2020-03-29T02:30:00Z'))).toISOString()).toBe(
    '2020-03-29T01:30:00.000Z',
  );
  expect(new Date(localToUtc('Europe/Berlin', Date.parse('2020-10-25T02:30:00Z'))).toISOString()).toBe(
    '2020-10-25T00:30:00.000Z',
  );
});
