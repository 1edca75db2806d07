import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { joinRelease, LightRelease, releaseSpareMemory, ThreadRest } from './spare-memory.ts';
import { spawnWorker } from './worker-channel.ts';

test.skipIf(process.platform !== 'linux').each(['light', 'full', 'work'])(
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

/** A thread that is looked at each second, by how many milliseconds of it it worked. `costMs`: what each release takes. */
class WatchedThread {
  readonly released: string[] = [];
  readonly rest: ThreadRest;
  #looks = 0;
  readonly #times = { active: 0, idle: 0 };

  constructor(costMs = 0) {
    const released = (how: string): void => {
      this.released.push(`${how} ${this.#looks}`);
      this.#times.active += costMs;
    };
    this.rest = new ThreadRest(4, {
      seen: () => this.#times,
      light: () => released('light'),
      full: () => released('full'),
    });
  }

  work(...worked: readonly number[]): this {
    for (const ms of worked) {
      this.#looks++;
      this.#times.active += ms;
      this.#times.idle += 1_000 - ms;
      this.rest.look();
    }
    return this;
  }

  /** Looks that find next to nothing. */
  idle(looks: number): this {
    return this.work(...Array.from({ length: looks }, (_, i) => (i % 3) * 10));
  }
}

test('a thread that has worked gives back a part when it has rested for a moment, and all when it rests for long, once each', () => {
  expect(new WatchedThread().work(900, 800).idle(3).released).toEqual([]);
  expect(new WatchedThread().work(900, 800).idle(15).released).toEqual(['light 6']);
  expect(new WatchedThread().work(900, 800).idle(60).released).toEqual(['light 6', 'full 18']);
});

test('bursts that follow each other leave a part, and keep what full collections would cost', () => {
  const thread = new WatchedThread();
  for (let burst = 0; burst < 3; burst++) thread.work(900).idle(5);
  expect(thread.released).toEqual(['light 5', 'light 11', 'light 17']);
  expect(new WatchedThread().work(900).idle(3).work(900).idle(3).work(900).released).toEqual([]);
});

test('a thread that works little has nothing to give back, for as long as it does', () => {
  expect(new WatchedThread().work(...Array.from({ length: 100 }, () => 40)).released).toEqual([]);
  expect(new WatchedThread().work(100).idle(20).work(100).idle(20).released).toEqual([]);
});

test('what a release takes is no work that would be worth another one', () => {
  expect(new WatchedThread(700).work(900).idle(100).released).toEqual(['light 5', 'full 17']);
});

test('a thread that has given back with the others does not do so again', () => {
  const thread = new WatchedThread().work(900).idle(5);
  thread.rest.released();
  expect(thread.idle(40).released).toEqual(['light 5']);
  expect(thread.work(900).idle(40).released).toEqual(['light 5', 'light 51', 'full 63']);
});

/** A thread that does pieces of work: each leaves garbage in buffers. */
class WorkingThread {
  /** MB in buffers: what is held, and garbage. */
  held = 0;
  garbage = 0;
  /** Whether it works without pause. */
  isBusy = false;
  collections = 0;
  trims = 0;
  readonly release = new LightRelease({
    buffered: () => (this.held + this.garbage) * 1e6,
    collectYoung: () => undefined,
    collectAll: () => {
      this.collections++;
      this.garbage = 0;
    },
    trim: () => {
      this.trims++;
    },
    watch: () => () => (this.isBusy ? 0.9 : 0),
  });

  constructor() {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
  }

  work(mb: number): void {
    this.garbage += mb;
    this.release.afterWork();
  }

  pass(ms: number): void {
    vi.advanceTimersByTime(ms);
  }
}

test('what a piece of work took is given back though the next one had begun before the memory of the first was trimmed', () => {
  const thread = new WorkingThread();
  thread.work(200);
  expect(thread.collections).toBe(1);
  thread.isBusy = true;
  thread.garbage = 200;
  thread.pass(1_000);
  expect(thread.trims).toBe(1);
  thread.work(0);
  expect([thread.collections, thread.garbage]).toEqual([2, 0]);
  thread.isBusy = false;
  thread.pass(1_000);
  expect(thread.trims).toBe(2);
});

test('buffers that a thread holds are not looked for again and again, but once they are gone it knows', () => {
  const thread = new WorkingThread();
  thread.held = 100;
  thread.work(100);
  thread.pass(1_000);
  thread.work(20);
  expect([thread.collections, thread.trims]).toEqual([1, 1]);
  thread.held = 0;
  thread.work(0);
  thread.work(90);
  expect([thread.collections, thread.garbage]).toEqual([2, 0]);
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

test('memory is given back, and no thread ends, where no file can be opened to ask how much there is', () => {
  const asked = vi.spyOn(process, 'memoryUsage').mockImplementation(() => {
    throw new Error('EMFILE: too many open files, uv_resident_set_memory');
  });
  const made = vi.spyOn(process.getBuiltinModule('node:vm'), 'runInNewContext').mockReturnValue(undefined);
  onTestFinished(() => {
    asked.mockRestore();
    made.mockRestore();
  });
  releaseSpareMemory();
  expect(made).toHaveBeenCalledTimes(1);
  new LightRelease().afterWork();
});

test('a thread that has all give back looks through its own memory once', async () => {
  const made = vi.spyOn(process.getBuiltinModule('node:vm'), 'runInNewContext').mockReturnValue(undefined);
  onTestFinished(() => made.mockRestore());
  joinRelease(1_000);
  releaseSpareMemory();
  await vi.waitFor(() => expect(made).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(made).toHaveBeenCalledTimes(1);
});
