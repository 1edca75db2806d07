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
  for (const { grown = 0, ms = 0, releases } of [
    { releases: 1 },
    { releases: 1 },
    { grown: 31, releases: 1 },
    { grown: 1, releases: 2 },
    { releases: 2 },
    { ms: 9_999, releases: 2 },
    { ms: 1, releases: 3 },
  ]) {
    full.own += grown;
    full.ms += ms;
    await full.room.make(100 * MB);
    expect(full.releases).toBe(releases);
  }
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

test('work in this process waits until what all threads gave back is free', async () => {
  const began = performance.now();
  await makeRoom(Number.MAX_SAFE_INTEGER);
  // Timers are never early.
  expect(performance.now() - began).toBeGreaterThan(990);
});
