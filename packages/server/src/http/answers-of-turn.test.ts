import { stat } from 'node:fs';
import { expect, test } from 'vitest';
import { AnswersOfTurn } from './answers-of-turn.ts';

/** Answers of turns that end by hand, and what was written so far. */
function turns() {
  const calls: { callback: () => void; keepsAwake: boolean }[] = [];
  const written: string[] = [];
  const answers = new AnswersOfTurn((callback) => {
    const call = { callback, keepsAwake: true };
    calls.push(call);
    return {
      ref: () => {
        call.keepsAwake = true;
      },
      unref: () => {
        call.keepsAwake = false;
      },
    };
  });
  return {
    written,
    answers,
    calls,
    comes: (): void => answers.begin(),
    answered: (name: string): void => answers.send(() => written.push(name)),
    ends: (): void => {
      expect(calls).toHaveLength(1);
      calls.shift()?.callback();
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
  const { written, answers, comes, answered, ends } = turns();
  comes();
  comes();
  answers.send(() => {
    written.push('a');
    comes();
    answered('b');
  });
  ends();
  expect(written).toEqual(['a']);
  ends();
  expect(written).toEqual(['a', 'b']);
});

test('the event loop is kept awake by answers that wait, and by nothing else', () => {
  const { calls, comes, answered, answers, ends } = turns();
  comes();
  comes();
  expect(calls[0]?.keepsAwake).toBe(false);
  answered('a');
  expect(calls[0]?.keepsAwake).toBe(true);
  answers.end();
  ends();
  expect(calls[0]?.keepsAwake).toBe(false);
  answers.end();
  ends();
  expect(calls).toEqual([]);
});

test('an answer does not wait for what a long request has put off to the next turn', async () => {
  const answers = new AnswersOfTurn(setImmediate);
  const done: string[] = [];
  const piece = (): void => {
    done.push('a piece of the long one');
    if (!done.includes('answer')) setImmediate(piece);
  };
  answers.begin();
  setImmediate(piece);
  await new Promise<void>((resolve) => {
    // Is called back as sockets are: between the end of one turn and that of the next.
    stat('.', () => {
      answers.begin();
      answers.begin();
      done.push('ready');
      answers.send(() => {
        done.push('answer');
        resolve();
      });
    });
  });
  expect(done.slice(done.indexOf('ready'))).toEqual(['ready', 'answer']);
  for (let i = 0; i < 3; i++) answers.end();
});
