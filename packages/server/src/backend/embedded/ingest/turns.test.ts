import { FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { ingestTurns } from './turns.ts';

test('of several requests with pipelines one goes on in a turn of the event loop', async () => {
  const clock = new FakeClock();
  const seen: number[] = [];
  let turn = 0;
  const request = async (): Promise<void> => {
    const turns = ingestTurns(clock);
    for (let document = 0; document < 3; document++) {
      const wait = turns();
      if (wait !== undefined) await wait;
      seen.push(turn);
      clock.advance(200);
    }
  };
  let isOver = false;
  const count = (): void => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 4 }, request));
  isOver = true;
  expect(seen.length).toBe(12);
  expect(new Set(seen).size).toBe(12);
});

test('documents that take less than a turn share it, also while others wait', async () => {
  const clock = new FakeClock();
  let [turn, isOver] = [0, false];
  const count = (): void => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const request = async (): Promise<void> => {
    const turns = ingestTurns(clock);
    for (let document = 0; document < 100; document++) {
      await turns();
      clock.advance(1);
    }
  };
  await Promise.all(Array.from({ length: 3 }, request));
  isOver = true;
  // Of 300 ms together, 10 ms at a time.
  expect(turn).toBeGreaterThanOrEqual(25);
  expect(turn).toBeLessThan(40);
});

test('short work waits for nobody', () => {
  const turns = ingestTurns(new FakeClock());
  expect([turns(), turns()]).toEqual([undefined, undefined]);
});
