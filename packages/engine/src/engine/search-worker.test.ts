import { channelPair, FakeClock } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import { TestMemory } from '../testing/memory-account.ts';
import type { SentSearch } from './search-thread.ts';
import { SearchWorker } from './search-worker.ts';

interface Sent {
  readonly method: string;
  readonly args: readonly [readonly SentSearch[]];
}

/** Nested so deeply that it cannot be cloned. */
function tooDeep(): object {
  let body: object = {};
  for (let depth = 0; depth < 50_000; depth++) body = { body };
  return body;
}

test('a search that cannot be sent fails alone, and there is room for others then', async () => {
  const [here, there] = channelPair();
  const sent: SentSearch[] = [];
  there.onMessage((message) => {
    const { method, args } = message as Sent;
    if (method === 'search') sent.push(...args[0]);
  });
  let rooms = 0;
  const events = {
    clock: new FakeClock(),
    released: () => {},
    called: () => {},
    damageMet: () => {},
    room: () => rooms++,
    ended: () => {},
  };
  const worker = new SearchWorker(here, events);
  const memory = new TestMemory();
  const failed: string[] = [];
  const add = (name: string, body: object): void => {
    const search = {
      options: { indices: [], body: { ...body, name }, maxBuckets: 1 },
      budget: new WorkBudget({ clock: new FakeClock(), memory }),
      expectedMs: 1,
      askedAt: 0,
      answered: () => {},
      failed: (error: unknown) => void failed.push(`${name}: ${String(error)}`),
    };
    const none = (): never => {
      throw new Error('no index is named, and no context');
    };
    worker.add(search, { view: none, context: none });
  };
  add('deep at first', tooDeep());
  add('one', {});
  add('deep', tooDeep());
  add('another', {});
  worker.flush(() => false);
  add('later', {});
  worker.flush(() => false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(failed).toEqual(
    ['deep at first', 'deep'].map((name) => expect.stringContaining(`${name}: RangeError`)),
  );
  expect(sent.map(({ options }) => options.body.name)).toEqual(['one', 'another', 'later']);
  // The account goes with the first that is sent.
  expect(sent.map((search) => 'memory' in search)).toEqual([true, true, false]);
  expect(rooms).toBe(1);
  expect(worker.active).toBe(3);
  // Half as much again as in the thread that asks, and what handing each over takes.
  expect(worker.expectedMs).toBeCloseTo(3 * (1.1 + 0.08));
});
