import { expect, test } from 'vitest';
import { makeRoom } from './memory-room.ts';

const MB = 1024 * 1024;

/** How often a process of that size gives back before work of so many MB. */
async function releases(work: number, own: number, limit: number): Promise<number> {
  let count = 0;
  await makeRoom(work * MB, {
    limit: () => limit * MB,
    own: () => own * MB,
    release: async () => {
      count++;
    },
  });
  return count;
}

test('memory is given back before work that would take nearly all that there is', async () => {
  expect(await releases(400, 700, 1024)).toBe(1);
  expect(await releases(69, 700, 1024)).toBe(1);
  expect(await releases(68, 700, 1024)).toBe(0);
  expect(await releases(400, 300, 1024)).toBe(0);
  expect(await releases(400, 700, 24_000)).toBe(0);
});

test('for little work nobody gives back', async () => {
  expect(await releases(31, 1000, 1024)).toBe(0);
  expect(await releases(32, 1000, 1024)).toBe(1);
});

test('this process has room for work of 32 MB, or makes it', async () => {
  await makeRoom(32 * MB);
  await makeRoom(Number.MAX_SAFE_INTEGER);
});
