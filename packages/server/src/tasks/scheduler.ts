import { assert, type Clock, type Log, type Random } from '@sextant/base';
import type { Task } from './task.ts';
import type { TaskRegistry } from './task-registry.ts';

export interface SchedulerParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly tasks: TaskRegistry;
}

export interface Recurrence {
  /** From the end of a run to the beginning of the next; negative = it does not run until that changes. */
  readonly everyMs: number;
  /** Before the first run; `everyMs` where it is not given. */
  readonly firstMs?: number;
  /** A share of the pause, up to which it is made longer at random, so that many do not run at once. */
  readonly jitter?: number;
  /** Each run that failed doubles the pause before the next, up to this. */
  readonly backoffMaxMs?: number;
}

/** Ends by itself, early where its task is cancelled. What it throws is logged. */
export type ScheduledRun = (task: Task, schedule: Schedule) => Promise<void>;

/** Named work that comes again. */
export interface Schedule {
  /** For `onChange` of a setting: the pause under way becomes that long. */
  setEvery(everyMs: number): void;
  /** Runs now, or once more after the run that is under way. */
  runSoon(): void;
  /** No run begins any more; one under way ends by itself. */
  stop(): void;
}

/** Work of the service that comes again or later, by the clock; seen among the tasks while it runs. */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Set<Promise<void>>();
  #stopped = false;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  /** One schedule of a name at a time, and never two runs of it. After `stop` nothing runs. */
  every(name: string, recurrence: Recurrence, run: ScheduledRun): Schedule {
    assert(!this.#entries.has(name), `[${name}] is scheduled already`);
    const entry = new Entry(recurrence, this.#parts, {
      run: (task) => run(task, schedule),
      name,
      track: (running) => this.#track(running),
    });
    const schedule: Schedule = {
      setEvery: (everyMs) => entry.setEvery(everyMs),
      runSoon: () => entry.runSoon(),
      stop: () => {
        entry.stop();
        if (this.#entries.get(name) === entry) this.#entries.delete(name);
      },
    };
    this.#entries.set(name, entry);
    if (this.#stopped) schedule.stop();
    else entry.start();
    return schedule;
  }

  /** Once, after `ms`. The returned function takes it back. */
  after(name: string, ms: number, run: (task: Task) => Promise<void>): () => void {
    const schedule = this.every(name, { everyMs: ms }, async (task, { stop }) => {
      stop();
      await run(task);
    });
    return schedule.stop;
  }

  /** Begins nothing more, cancels what runs and waits until it has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const entry of this.#entries.values()) {
      entry.stop();
      entry.cancel('the service is stopping');
    }
    this.#entries.clear();
    await Promise.all(this.#running);
  }

  #track(running: Promise<void>): void {
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
  }
}

interface Work {
  readonly name: string;
  readonly run: (task: Task) => Promise<void>;
  /** Told of each run when it begins; the promise never rejects. */
  readonly track: (running: Promise<void>) => void;
}

/** Waits, runs, waits: what is due while a run is under way begins when that has ended. */
class Entry {
  readonly #recurrence: Recurrence;
  readonly #parts: SchedulerParts;
  readonly #work: Work;
  #everyMs: number;
  #failures = 0;
  #stopped = false;
  #again = false;
  #task: Task | undefined;
  #waitingSinceNanos = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(recurrence: Recurrence, parts: SchedulerParts, work: Work) {
    this.#recurrence = recurrence;
    this.#everyMs = recurrence.everyMs;
    this.#parts = parts;
    this.#work = work;
  }

  start(): void {
    this.#waitingSinceNanos = this.#parts.clock.nanos();
    this.#wait(this.#recurrence.firstMs ?? this.#pauseMs());
  }

  setEvery(everyMs: number): void {
    this.#everyMs = everyMs;
    if (this.#task !== undefined || this.#stopped) return;
    const waitedMs = (this.#parts.clock.nanos() - this.#waitingSinceNanos) / 1e6;
    const pauseMs = this.#pauseMs();
    this.#wait(pauseMs < 0 ? pauseMs : Math.max(0, pauseMs - waitedMs));
  }

  runSoon(): void {
    if (this.#task === undefined) this.#wait(0);
    else this.#again = true;
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTimer?.();
  }

  cancel(reason: string): void {
    if (this.#task !== undefined) this.#parts.tasks.cancel(this.#task, reason);
  }

  #pauseMs(): number {
    const { jitter = 0, backoffMaxMs } = this.#recurrence;
    if (this.#everyMs < 0) return -1;
    const doubled = this.#everyMs * 2 ** Math.min(this.#failures, 30);
    const plain =
      backoffMaxMs === undefined ? this.#everyMs : Math.min(Math.max(backoffMaxMs, this.#everyMs), doubled);
    return plain * (1 + jitter * this.#parts.random.float());
  }

  #wait(ms: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#stopped || ms < 0) return;
    this.#cancelTimer = this.#parts.clock.after(ms, () => this.#work.track(this.#runOnce()));
  }

  async #runOnce(): Promise<void> {
    const { tasks, log, clock } = this.#parts;
    const { name, run } = this.#work;
    this.#cancelTimer = undefined;
    const task = tasks.begin({ action: `internal:scheduled/${name}`, type: 'direct', cancellable: true });
    this.#task = task;
    try {
      await run(task);
      this.#failures = 0;
    } catch (error) {
      this.#failures++;
      if (task.cancelReason === undefined) log.log('error', 'tasks.scheduler', `[${name}] failed`, { error });
    } finally {
      tasks.end(task);
      this.#task = undefined;
    }
    this.#waitingSinceNanos = clock.nanos();
    const again = this.#again;
    this.#again = false;
    this.#wait(again ? 0 : this.#pauseMs());
  }
}
