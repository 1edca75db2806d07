import { expect, test } from 'vitest';
import { formatAgo, formatBytes, formatCount, formatDuration, formatExact, formatRate } from './format.ts';

test('bytes are written in powers of 1,024 with at most three digits', () => {
  expect([0, 1, 1023, 1024, 1536, 102_400, 1_048_575, 1_048_576].map(formatBytes)).toEqual([
    '0 B',
    '1 B',
    '1023 B',
    '1.0 KB',
    '1.5 KB',
    '100 KB',
    '1.0 MB',
    '1.0 MB',
  ]);
  expect(formatBytes(undefined)).toBe('–');
});

test('durations choose the unit that a person would', () => {
  expect([0.42, 9.99, 120, 999.6, 1500, 61_000, 7_200_000, 200_000_000].map(formatDuration)).toEqual([
    '0.4 ms',
    '10.0 ms',
    '120 ms',
    '1.0 s',
    '1.5 s',
    '1.0 min',
    '2.0 h',
    '2.3 d',
  ]);
});

test('counts are grouped and an unknown count is a dash, not a zero', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
  expect(formatCount(undefined)).toBe('–');
  expect(formatRate(0.04)).toBe('0.0');
  expect(formatRate(1234.6)).toBe('1,235');
});

test('passed time is told in the largest whole unit of each language', () => {
  const now = 1_800_000_000_000;
  expect(formatAgo(now - 400, now, 'en')).toBe('now');
  expect(formatAgo(now - 61_000, now, 'en')).toBe('1 minute ago');
  expect(formatAgo(now - 3 * 86_400_000, now, 'en')).toBe('3 days ago');
  expect(formatAgo(now - 3 * 86_400_000, now, 'zh')).toBe('3天前');
});

test('an exact time can be sorted by eye', () => {
  expect(formatExact(new Date(2026, 0, 2, 3, 4, 5).getTime())).toBe('2026-01-02 03:04:05');
});
