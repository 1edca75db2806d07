import { FakeClock } from '@sextant/base/testing';
import type { Engine } from '@sextant/engine';
import { expect, test } from 'vitest';
import { LeaderFigures } from './leader-figures.ts';

test('what was read of indices that are gone is forgotten', () => {
  let uuids = ['a', 'b'];
  const engine = { indices: () => uuids.map((uuid) => ({ uuid })) } as unknown as Engine;
  const figures = new LeaderFigures({ clock: new FakeClock(), engine });
  for (const uuid of ['a', 'b', 'a']) figures.count(uuid, 1, 1, 1);
  expect(figures.size).toBe(2);
  for (let i = 0; i < 100; i++) {
    uuids = ['a', `c${i}`];
    figures.count(`c${i}`, 1, 1, 1);
    expect(figures.size).toBe(2);
  }
});
