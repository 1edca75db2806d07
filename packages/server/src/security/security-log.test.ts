import { FakeClock, MemoryLog } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { plainText, SecurityLog } from './security-log.ts';

function setUp() {
  const clock = new FakeClock();
  const log = new MemoryLog();
  return { clock, log, events: new SecurityLog(log, clock) };
}

test('an attacker cannot fill the disk: a few lines a minute, and how many were left out', () => {
  const { clock, log, events } = setUp();
  for (let i = 0; i < 300; i++) {
    events.record({ type: 'login failed', username: 'admin', address: '10.0.0.1', way: 'basic' });
  }
  expect(log.entries).toHaveLength(5);
  expect(log.entries[0]).toEqual({
    level: 'warn',
    component: 'security',
    message: 'login failed',
    fields: { user: 'admin', address: '10.0.0.1', way: 'basic' },
  });
  clock.advance(60_000);
  expect(log.entries.slice(5)).toMatchObject([{ fields: { count: 295 } }]);
  events.record({ type: 'login failed', username: 'admin', address: '10.0.0.1', way: 'basic' });
  expect(log.entries).toHaveLength(7);
  expect(clock.pendingTimers).toBe(0);
});

test('one noisy address does not hide another, and ten thousand addresses do not fill the log', () => {
  const { log, events } = setUp();
  for (let i = 0; i < 100; i++) {
    events.record({ type: 'login failed', username: 'a', address: '10.0.0.1', way: 'login' });
  }
  events.record({ type: 'login failed', username: 'b', address: '10.0.0.2', way: 'login' });
  expect(log.entries.at(-1)?.fields.user).toBe('b');
  for (let i = 0; i < 10_000; i++) {
    events.record({
      type: 'login failed',
      username: 'a',
      address: `10.1.${i >> 8}.${i & 255}`,
      way: 'login',
    });
  }
  expect(log.entries.length).toBeLessThanOrEqual(50);
});

test('a change of a password is always written', () => {
  const { log, events } = setUp();
  for (let i = 0; i < 100; i++) {
    events.record({ type: 'access denied', username: 'a', address: '10.0.0.1', action: 'x', indices: [] });
  }
  events.record({ type: 'password changed', username: 'a', address: '10.0.0.1' });
  expect(log.entries.at(-1)).toMatchObject({ level: 'info', message: 'password changed' });
});

test('nobody writes lines of his own into the log by his name', () => {
  const { log, events } = setUp();
  const username = 'x\r\n[2026-01-01][INFO ] all is well\u001b[2K\u2028\u202e\u0085\ud800';
  events.record({ type: 'login failed', username, address: '10.0.0.1', way: 'basic' });
  const shown = String(log.entries[0]?.fields.user);
  expect(shown).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
  expect(shown).toContain('x\\u{d}\\u{a}[2026');
  expect(plainText('a'.repeat(10_000))).toHaveLength(129);
});
