import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { LoginThrottle } from './login-throttle.ts';

test('ten failures within a minute block the key for ten minutes, others stay free', () => {
  const clock = new FakeClock(1_000_000);
  const throttle = new LoginThrottle(clock);
  for (let i = 0; i < 9; i++) throttle.failed(['a']);
  expect(throttle.secondsToWait(['a'])).toBe(0);
  throttle.failed(['a']);
  expect(throttle.secondsToWait(['b', 'a'])).toBe(600);
  expect(throttle.secondsToWait(['b'])).toBe(0);
  clock.advance(600_000);
  expect(throttle.secondsToWait(['a'])).toBe(0);
});

test('failures spread over more than a minute do not block, and a success forgets them', () => {
  const clock = new FakeClock(1_000_000);
  const throttle = new LoginThrottle(clock);
  for (let i = 0; i < 9; i++) throttle.failed(['a']);
  clock.advance(61_000);
  throttle.failed(['a']);
  expect(throttle.secondsToWait(['a'])).toBe(0);
  for (let i = 0; i < 8; i++) throttle.failed(['a']);
  throttle.succeeded(['a']);
  throttle.failed(['a']);
  expect(throttle.secondsToWait(['a'])).toBe(0);
});

test('an attacker with ever new names takes bounded memory', () => {
  const throttle = new LoginThrottle(new FakeClock(1_000_000));
  for (let i = 0; i < 30_000; i++) throttle.failed([`name ${i}`]);
  expect(throttle.size).toBeLessThanOrEqual(10_001);
});
