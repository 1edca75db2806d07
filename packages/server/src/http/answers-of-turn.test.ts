import { expect, test } from 'vitest';
import { AnswersOfTurn } from './answers-of-turn.ts';

/** Answers of turns that end by hand, and what was written so far. */
function turns() {
  const ends: (() => void)[] = [];
  const written: string[] = [];
  const answers = new AnswersOfTurn((callback) => ends.push(callback));
  return {
    written,
    comes: (): void => answers.begin(),
    answered: (name: string): void => answers.send(() => written.push(name)),
    ends: (): void => {
      expect(ends).toHaveLength(1);
      ends.shift()?.();
    },
  };
}

test('a request that is alone is answered at once, in each turn', () => {
  const { written, comes, answered, ends } = turns();
  for (const name of ['a', 'b']) {
    comes();
    answered(name);
    expect(written.at(-1)).toBe(name);
    ends();
  }
  expect(written).toEqual(['a', 'b']);
});

test('from the second request of a turn on answers wait for its end, and go out in their order', () => {
  const { written, comes, answered, ends } = turns();
  comes();
  answered('a');
  comes();
  answered('b');
  comes();
  answered('c');
  expect(written).toEqual(['a']);
  ends();
  expect(written).toEqual(['a', 'b', 'c']);
});

test('where the turn before had several, the first answer waits for others too', () => {
  const { written, comes, answered, ends } = turns();
  comes();
  comes();
  ends();
  comes();
  answered('a');
  expect(written).toEqual([]);
  ends();
  expect(written).toEqual(['a']);
  // It was the only one.
  comes();
  answered('b');
  expect(written).toEqual(['a', 'b']);
});

test('an answer that is ready after the end of the turn does not wait', () => {
  const { written, comes, answered, ends } = turns();
  comes();
  comes();
  ends();
  answered('a');
  expect(written).toEqual(['a']);
});

test('sixteen answers do not wait for more', () => {
  const { written, comes, answered, ends } = turns();
  comes();
  comes();
  for (let i = 0; i < 17; i++) answered(`${i}`);
  expect(written).toHaveLength(16);
  ends();
  expect(written).toEqual(Array.from({ length: 17 }, (_, i) => `${i}`));
});

test('what comes while answers go out belongs to the next turn', () => {
  const ends: (() => void)[] = [];
  const written: string[] = [];
  const answers = new AnswersOfTurn((callback) => ends.push(callback));
  answers.begin();
  answers.begin();
  answers.send(() => {
    written.push('a');
    answers.begin();
    answers.send(() => written.push('b'));
  });
  ends.shift()?.();
  expect(written).toEqual(['a']);
  ends.shift()?.();
  expect(written).toEqual(['a', 'b']);
});
