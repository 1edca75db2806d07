import { expect, test } from 'vitest';
import { type CallRecord, withCall } from './request-log.ts';

const call = (path: string, more: Partial<CallRecord> = {}): CallRecord => ({
  method: 'GET',
  path,
  body: undefined,
  status: 200,
  durationMs: 1,
  at: 0,
  screen: '/',
  ...more,
});

test('a repeated call of one screen is kept once, as it went last', () => {
  const calls = withCall(withCall(withCall([], call('/a')), call('/b')), call('/a', { status: 500 }));
  expect(calls.map(({ path, status }) => [path, status])).toEqual([
    ['/a', 500],
    ['/b', 200],
  ]);
});

test('the same call of two screens is listed for both', () => {
  expect(withCall(withCall([], call('/a')), call('/a', { screen: '/x' }))).toHaveLength(2);
});

test('the list does not grow without end', () => {
  let calls: readonly CallRecord[] = [];
  for (let place = 0; place < 500; place++) calls = withCall(calls, call(`/${place}`));
  expect(calls).toHaveLength(100);
  expect(calls[0]!.path).toBe('/499');
});
