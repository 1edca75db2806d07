import { expect, test } from 'vitest';
import { ScoreWindows } from './score-window.ts';

test('what was lent after a mark is lent again when it was released, what was lent before is not', () => {
  const windows = new ScoreWindows();
  const before = [windows.borrow(), windows.scratch(), windows.list(), windows.ints()];
  const mark = windows.mark();
  const first = [windows.borrow(), windows.scratch(), windows.list(), windows.ints()];
  windows.release(mark);
  const second = [windows.borrow(), windows.scratch(), windows.list(), windows.ints()];
  for (const i of second.keys()) {
    expect(second[i]).toBe(first[i]);
    expect(second[i]).not.toBe(before[i]);
  }
});

test('beyond what is kept everything lent is another one', () => {
  const windows = new ScoreWindows();
  const all = new Set(Array.from({ length: 600 }, () => windows.ints()));
  expect(all.size).toBe(600);
});
