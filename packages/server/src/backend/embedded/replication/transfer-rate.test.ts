import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { TransferRate } from './transfer-rate.ts';

const MB = 1024 * 1024;
const never = new AbortController().signal;

/** How long parts of a megabyte take, in milliseconds, each asked for when the one before has come. */
async function take(parts: number, perSecond: () => number): Promise<number> {
  const clock = new FakeClock();
  const rate = new TransferRate({ clock, settings: { get: () => perSecond() as never } });
  let done = 0;
  void (async () => {
    for (; done < parts; done++) await rate.take(MB, never);
  })();
  for (let ms = 0; ; ms += 10) {
    await new Promise((resolve) => setImmediate(resolve));
    if (done === parts) return ms;
    clock.advance(10);
  }
}

test('one second may come at once, and what is beyond it as fast as the setting says', async () => {
  expect(await take(10, () => 10 * MB)).toBe(0);
  const took = await take(60, () => 10 * MB);
  expect(took).toBeGreaterThan(4500);
  expect(took).toBeLessThan(5500);
});

test('0 and less is no limit', async () => {
  expect(await take(1000, () => 0)).toBe(0);
  expect(await take(1000, () => -1)).toBe(0);
});

test('a change of the setting reaches who waits already', async () => {
  let asked = 0;
  expect(await take(3, () => (asked++ > 5 ? 100 * MB : 1))).toBeLessThan(10_000);
});

test('who no longer wants it waits no more', async () => {
  const clock = new FakeClock();
  const rate = new TransferRate({ clock, settings: { get: () => 1 as never } });
  const abort = new AbortController();
  await rate.take(MB, abort.signal);
  const waiting = rate.take(MB, abort.signal);
  abort.abort();
  await waiting;
});
