import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { releaseSpareMemory, ThreadRest } from './spare-memory.ts';
import { spawnWorker } from './worker-channel.ts';

test.skipIf(process.platform !== 'linux').each(['light', 'full'])(
  'memory that was used and is not any more goes back to the system: %s',
  { timeout: 60_000 },
  (how) => {
    // A process of its own: what others left free in this one would be used first.
    const file = fileURLToPath(new URL('../testing/use-and-release.ts', import.meta.url));
    const done = spawnSync(process.execPath, ['--conditions=source', file, how], { encoding: 'utf8' });
    expect(done.stderr).toBe('');
    const { taken, left } = JSON.parse(done.stdout) as { taken: number; left: number };
    expect(taken).toBeGreaterThan(20);
    expect(left).toBeLessThan(taken * 0.7);
  },
);

/** Looks of a second each, by how many milliseconds of it the thread worked; answers with how often it was found to rest for four. */
function releases(...worked: readonly number[]): number {
  let count = 0;
  const rest = new ThreadRest(4, () => count++);
  const seen = { active: 0, idle: 0 };
  for (const ms of worked) {
    seen.active += ms;
    seen.idle += 1_000 - ms;
    rest.look(seen);
  }
  return count;
}

const rests = (looks: number): number[] => Array.from({ length: looks }, (_, i) => (i % 3) * 10);

test('a thread that has worked gives memory back once, when it has rested for four looks', () => {
  expect(releases(900, 800, ...rests(3))).toBe(0);
  expect(releases(900, 800, ...rests(4))).toBe(1);
  expect(releases(900, 800, ...rests(30))).toBe(1);
  expect(releases(900, ...rests(3), 900, ...rests(3), 900)).toBe(0);
  expect(releases(900, ...rests(4), 600, ...rests(4))).toBe(2);
});

test('a thread that works little has nothing to give back', () => {
  expect(releases(...Array.from({ length: 12 }, () => 40))).toBe(0);
  expect(releases(100, ...rests(4), 100, ...rests(4))).toBe(0);
});

test('many threads give back at once, again and again, and none of them ends by it', {
  timeout: 60_000,
}, async () => {
  const entry = new URL('../testing/echo-worker.ts', import.meta.url);
  const threads = Array.from({ length: 4 }, () => spawnWorker(entry, { name: 'echo' }));
  const ended: unknown[] = [];
  for (const thread of threads) thread.onEnd((error) => ended.push(error));
  const answered = async (): Promise<void> => {
    const answers = threads.map(
      (thread) => new Promise<void>((resolve) => thread.onMessage(() => resolve())),
    );
    for (const thread of threads) thread.post('still there?');
    await Promise.all(answers);
  };
  await answered();
  for (let i = 0; i < 8; i++) releaseSpareMemory();
  await answered();
  expect(ended).toEqual([]);
  await Promise.all(threads.map((thread) => thread.end()));
});
