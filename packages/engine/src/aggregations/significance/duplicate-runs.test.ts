import { expect, test } from 'vitest';
import { WorkBudget } from '../../budget/work-budget.ts';
import { Meter } from '../values/meter.ts';
import { DuplicateRuns } from './duplicate-runs.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function filter(bucketOf: (document: number) => number = () => 0): (...texts: string[]) => string[] {
  const budget = new WorkBudget({ clock: { nanos: () => 0 } });
  const runs = new DuplicateRuns(new Meter(budget, 'a'));
  let document = 0;
  return (...texts) => {
    runs.startDocument(bucketOf(document++));
    return texts.map((text) => {
      const fresh: string[] = [];
      const take = (word: Uint8Array) => fresh.push(decoder.decode(word));
      for (const word of text.split(' ')) runs.word(encoder.encode(word), take);
      runs.endText(take);
      return fresh.join(' ');
    });
  };
}

test('six words in a row that stood in a document before are left out, fewer are not', () => {
  const fresh = filter();
  expect(fresh('a b c d e f g')).toEqual(['a b c d e f g']);
  expect(fresh('x a b c d e y')).toEqual(['x a b c d e y']);
  expect(fresh('x b c d e f g y')).toEqual(['x y']);
  expect(fresh('a b c d e f g')).toEqual(['']);
});

test('what repeats within a document is left out at the second place', () => {
  expect(filter()('a b c d e f a b c d e f z')).toEqual(['a b c d e f z']);
});

test('a run goes on from one text of a document to the next, and there takes the first six words', () => {
  const fresh = filter();
  fresh('a b c d e f');
  expect(fresh('a b c', 'd e f u v w z')).toEqual(['a b c', 'z']);
});

test('each bucket remembers its own documents', () => {
  const fresh = filter((document) => document % 2);
  expect(fresh('a b c d e f')).toEqual(['a b c d e f']);
  expect(fresh('a b c d e f')).toEqual(['a b c d e f']);
  expect(fresh('a b c d e f')).toEqual(['']);
});

test('of a long text no more words are held than a run has', () => {
  const runs = new DuplicateRuns(new Meter(new WorkBudget({ clock: { nanos: () => 0 } }), 'a'));
  runs.startDocument(0);
  let taken = 0;
  for (let i = 0; i < 100; i++) {
    runs.word(encoder.encode(`word${i}`), () => taken++);
    expect(i + 1 - taken).toBeLessThan(6);
  }
});
