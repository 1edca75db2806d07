import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('searches that wait for a turn go on one by one, and others have the thread between any two', async () => {
  let nanos = 0;
  const turns = new Turns({ nanos: () => nanos } as ConstructorParameters<typeof Turns>[0]);
  expect(turns.take()).toBeUndefined();
  nanos += 20e6;
  const order: string[] = [];
  let isOver = false;
  const other = (): void => {
    order.push('other');
    if (!isOver) setImmediate(other);
  };
  const search = async (name: string): Promise<void> => {
    await turns.take();
    order.push(name);
    nanos += 20e6;
  };
  setImmediate(other);
  await Promise.all(['a', 'b', 'c'].map(search));
  isOver = true;
  expect(order.join(' ')).toMatch(/a (?:other )+b (?:other )+c/);
  nanos -= 20e6;
  expect(turns.take()).toBeUndefined();
});
