import { expect, test } from 'vitest';
import { listedIntervals } from '../buckets/histogram-intervals.ts';
import { dateRounding } from './date-rounding.ts';

const at = (text: string): number => Date.parse(text);
const iso = (ms: number): string => new Date(ms).toISOString();

test('days begin at local midnight, on the days when clocks change too', () => {
  const days = dateRounding({ kind: 'calendar', unit: 'day' }, 'Europe/Berlin', 0);
  let start = days.round(at('2020-03-28T12:00:00Z'));
  const starts: string[] = [];
  for (let i = 0; i < 3; i++) {
    starts.push(iso(start));
    start = days.next(start);
  }
  expect(starts).toEqual([
    '2020-03-27T23:00:00.000Z',
    '2020-03-28T23:00:00.000Z',
    '2020-03-29T22:00:00.000Z',
  ]);
});

test('a day without a midnight begins where the gap ends', () => {
  const days = dateRounding({ kind: 'calendar', unit: 'day' }, 'America/Sao_Paulo', 0);
  expect(iso(days.round(at('2018-11-04T12:00:00Z')))).toBe('2018-11-04T03:00:00.000Z');
});

test('an hour that comes twice is two hours', () => {
  const hours = dateRounding({ kind: 'calendar', unit: 'hour' }, 'Europe/Berlin', 0);
  expect(iso(hours.round(at('2020-10-25T00:30:00Z')))).toBe('2020-10-25T00:00:00.000Z');
  expect(iso(hours.round(at('2020-10-25T01:30:00Z')))).toBe('2020-10-25T01:00:00.000Z');
});

test('every unit holds its start and ends at the next one', () => {
  for (const unit of ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const) {
    for (const zone of [null, '+05:30', 'America/New_York', 'Australia/Lord_Howe']) {
      const rounding = dateRounding({ kind: 'calendar', unit }, zone, 0);
      for (const text of [
        '1969-12-31T23:59:59.999Z',
        '2020-02-29T12:34:56.789Z',
        '2021-11-07T05:59:59.999Z',
      ]) {
        const start = rounding.round(at(text));
        const next = rounding.next(start);
        expect(start).toBeLessThanOrEqual(at(text));
        expect(next).toBeGreaterThan(at(text));
        expect([rounding.round(start), rounding.round(next - 1), rounding.round(next)]).toEqual([
          start,
          start,
          next,
        ]);
      }
    }
  }
});

test('a list of starts finds the same interval as rounding does', () => {
  const range = { min: at('2018-01-01T00:00:00Z'), max: at('2022-01-01T00:00:00Z') };
  for (const unit of ['day', 'week', 'month', 'quarter', 'year'] as const) {
    for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', null]) {
      const rounding = dateRounding({ kind: 'calendar', unit }, zone, 0);
      const listed = listedIntervals(rounding, range)!;
      const dates: number[] = [];
      for (let ms = range.min; ms <= range.max; ms += 12_345_678) dates.push(ms);
      // The first and the last one of each interval.
      for (let start = rounding.next(range.min); start <= range.max; start = rounding.next(start))
        dates.push(start - 1, start);
      const starts = dates.map((ms) => rounding.round(ms));
      expect(dates.map((ms) => listed.key(listed.index(ms)))).toEqual(starts);
      const numbers = Float64Array.from(dates);
      listed.round(new Int32Array(0), new Int32Array(0), numbers, numbers.length);
      expect(Array.from(numbers, (number) => listed.key(number))).toEqual(starts);
    }
  }
});

test('the last dates of all are rounded in each zone, by the offset that holds at the end', () => {
  const zones = [null, 'Z', '+05:30', 'America/New_York', 'Europe/Paris'];
  const intervals = [
    ...(['second', 'hour', 'day', 'week', 'month', 'year'] as const).map(
      (unit) => ({ kind: 'calendar', unit }) as const,
    ),
    { kind: 'fixed', ms: 1 } as const,
    { kind: 'fixed', ms: 5_400_000 } as const,
  ];
  const dates = [9e15, -9e15, 2 ** 60, 2 ** 63, -(2 ** 63)];
  for (const interval of intervals) {
    for (const zone of zones) {
      const rounding = dateRounding(interval, zone, 0);
      for (const date of dates) {
        const start = rounding.round(date);
        expect(Math.abs(start - date)).toBeLessThanOrEqual(rounding.typical * 1.1 + 2048);
        expect(rounding.next(start)).toBeGreaterThan(start);
      }
      expect(listedIntervals(rounding, { min: 2 ** 63, max: 2 ** 63 })?.index(2 ** 63) ?? 0).toBe(0);
    }
  }
  const hours = dateRounding({ kind: 'fixed', ms: 3_600_000 }, 'America/New_York', 0);
  expect(hours.round(9e15)).toBe(9e15);
});
