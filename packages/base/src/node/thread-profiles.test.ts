import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { ThreadProfiles } from './thread-profiles.ts';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A thread that runs `spin` until it is ended, and does nothing else: no message reaches it. */
async function busyThread(): Promise<Worker> {
  const code = `
    const { parentPort } = require('node:worker_threads');
    function spin() { let x = 0; for (;;) x += Math.sqrt(x + 1); }
    parentPort.postMessage('begins');
    setTimeout(spin, 0);`;
  const worker = new Worker(code, { eval: true });
  await new Promise((resolve) => worker.once('message', resolve));
  return worker;
}

test('a busy thread is seen with the function that it runs, though no message reaches it', async () => {
  const profiles = new ThreadProfiles();
  const worker = await busyThread();
  profiles.add('busy', worker);
  try {
    // A moment of a loaded machine may pass before the thread gets a processor.
    for (;;) {
      const samples = await profiles.sample({ intervalMs: 100, snapshots: 10, wait });
      expect(samples.map(({ thread }) => thread)).toEqual(['main', 'busy']);
      const busy = samples[1]!;
      if (busy.snapshots.some((stack) => stack[0]?.startsWith('spin ('))) {
        expect(busy.busyMs).toBeGreaterThan(0);
        expect(busy.busyMs).toBeLessThanOrEqual(busy.watchedMs);
        expect(busy.snapshots).toHaveLength(10);
        break;
      }
    }
  } finally {
    await worker.terminate();
  }
});

test('this thread is seen, one that has ended is not, and several who ask are answered one after the other', async () => {
  const profiles = new ThreadProfiles();
  const worker = await busyThread();
  profiles.add('gone', worker);
  await worker.terminate();
  const options = { intervalMs: 5, snapshots: 2, wait };
  const answers = await Promise.all([profiles.sample(options), profiles.sample(options)]);
  for (const samples of answers) expect(samples.map(({ thread }) => thread)).toEqual(['main']);
});
