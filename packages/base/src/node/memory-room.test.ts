import { expect, test } from 'vitest';
import { MemoryRoom, makeRoom } from './memory-room.ts';

const MB = 1024 * 1024;

/** A process of so many MB, which gives nothing back. */
class FullProcess {
  releases = 0;
  ms = 0;
  own: number;
  readonly room: MemoryRoom;

  constructor(own: number, limit = 1024) {
    this.own = own;
    this.room = new MemoryRoom({
      limit: () => limit * MB,
      own: () => this.own * MB,
      release: async () => {
        this.releases++;
        this.ms += 1_000;
      },
      nowMs: () => this.ms,
    });
  }
}

/** How often a process of that size gives back before work of so many MB. */
async function releases(work: number, own: number, limit: number): Promise<number> {
  const full = new FullProcess(own, limit);
  await full.room.make(work * MB);
  return full.releases;
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

test('where nothing has come since all threads gave back, they are not asked again at once', async () => {
  const full = new FullProcess(900);
  for (let i = 0; i < 10; i++) await full.room.make(100 * MB);
  expect(full.releases).toBe(1);
  full.own += 31;
  await full.room.make(100 * MB);
  expect(full.releases).toBe(1);
  full.own += 1;
  await full.room.make(100 * MB);
  await full.room.make(100 * MB);
  expect(full.releases).toBe(2);
  full.ms += 9_999;
  await full.room.make(100 * MB);
  expect(full.releases).toBe(2);
  full.ms += 1;
  await full.room.make(100 * MB);
  expect(full.releases).toBe(3);
});

test('work goes on though the system does not tell what memory there is, or none can be given back', async () => {
  const fail = (): never => {
    throw new Error('EMFILE: too many open files');
  };
  const use = { limit: () => MB, own: () => MB, release: async () => {}, nowMs: () => 0 };
  for (const broken of [{ limit: fail }, { own: fail }, { release: fail }]) {
    await new MemoryRoom({ ...use, ...broken }).make(100 * MB);
  }
});

test('this process has room for work of 32 MB at once, and takes its time to make more', async () => {
  const began = performance.now();
  await makeRoom(Number.MAX_SAFE_INTEGER);
  expect(performance.now() - began).toBeGreaterThan(990);
  const released = performance.now();
  await makeRoom(32 * MB);
  await makeRoom(Number.MAX_SAFE_INTEGER);
  expect(performance.now() - released).toBeLessThan(900);
});
