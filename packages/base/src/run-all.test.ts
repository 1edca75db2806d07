import { expect, test } from 'vitest';
import { runAll } from './run-all.ts';

function failing(message: string): () => Promise<void> {
  return () => Promise.reject(new Error(message));
}

test('a step that fails keeps no other from its turn, and its error comes at the end', async () => {
  const seen: string[] = [];
  const steps = [
    () => seen.push('a'),
    failing('b failed'),
    () => {
      seen.push('c');
      throw new Error('c failed');
    },
    async () => seen.push('d'),
  ];
  const all = runAll(steps);
  await expect(all).rejects.toThrow('b failed; c failed');
  await expect(all).rejects.toBeInstanceOf(AggregateError);
  expect(seen).toEqual(['a', 'c', 'd']);
});

test('one error comes as it is, and none where nothing failed', async () => {
  const error = new Error('only');
  await expect(
    runAll([
      () => {
        throw error;
      },
      () => {},
    ]),
  ).rejects.toBe(error);
  await expect(runAll([() => {}])).resolves.toBeUndefined();
});
