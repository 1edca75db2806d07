import { type Clock, type Log, PassingSet } from '@sextant/base';
import { ApiError, type ErrorCause, type Json } from '@sextant/contract';
import { Task, type TaskInfo, type TaskStart } from './task.ts';
import type { TaskResults } from './task-results.ts';

export interface TaskRegistryParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly results: TaskResults;
  /** Numbers begin behind it, so that those of an earlier process are not given again; 0 where absent. */
  readonly numbersBehind?: number;
}

/** All work under way in this process. Beginning and ending a task are an insert and a delete: every request does both. */
export class TaskRegistry {
  #results: TaskResults;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #running = new PassingSet<Task>();
  readonly #onEnded: ((task: Task) => void)[] = [];
  #number: number;

  constructor({ clock, log, results, numbersBehind = 0 }: TaskRegistryParts) {
    this.#clock = clock;
    this.#log = log;
    this.#results = results;
    this.#number = numbersBehind;
  }

  get results(): TaskResults {
    return this.#results;
  }

  /** From now on results are kept there. */
  keepResultsIn(results: TaskResults): void {
    this.#results = results;
  }

  begin(start: TaskStart): Task {
    const clock = this.#clock;
    const number = ++this.#number;
    const task = new Task(number, start, { now: clock.now(), nanos: clock.nanos() });
    this.#running.add(task);
    return task;
  }

  /** Ends what `begin` began; a task that outlives its request ends by itself. */
  end(task: Task): void {
    if (!task.outlivesRequest) this.#end(task);
  }

  /** A part of `parent` while `work` runs; it is cancelled with the whole. */
  async within<T>(parent: Task, start: TaskStart, work: (task: Task) => Promise<T>): Promise<T> {
    const { cancellable } = parent;
    const task = this.begin({ cancellable, opaqueId: parent.opaqueId, ...start, parent });
    const cancel = (): void => this.cancel(task, parent.cancelReason ?? '');
    parent.onCancel(cancel);
    try {
      return await work(task);
    } finally {
      parent.takeBack(cancel);
      this.end(task);
    }
  }

  /** Goes on with `work` after the request of `task` is answered, and keeps how it ended. */
  outlive(task: Task, work: () => Promise<Json>): void {
    task.outlivesRequest = true;
    void this.#finish(task, work);
  }

  cancel(task: Task, reason: string): void {
    task.cancel(reason, this.#clock.now());
  }

  /** undefined: it has ended, or never was. */
  get(number: number): Task | undefined {
    for (const task of this.#running) if (task.number === number) return task;
    return undefined;
  }

  /** Calls back for every task that has ended, for as long as the service runs. The listener throws nothing. */
  onEnded(listener: (task: Task) => void): void {
    this.#onEnded.push(listener);
  }

  /** Those under way, in the order in which they began. */
  all(): readonly Task[] {
    return [...this.#running];
  }

  /** The same, to be looked at. */
  running(): Iterable<Task> {
    return this.#running;
  }

  info(task: Task): TaskInfo {
    return task.info(this.#clock.nanos());
  }

  /** False where a task has not ended after `timeoutMs`. */
  ended(task: Task, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cancelTimer = this.#clock.after(timeoutMs, () => {
        takeBack();
        resolve(false);
      });
      const takeBack = task.onEnd(() => {
        cancelTimer();
        resolve(true);
      });
    });
  }

  async #finish(task: Task, work: () => Promise<Json>): Promise<void> {
    try {
      const outcome = await work().then(
        (response) => ({ response }),
        (error: unknown) => ({ error: this.#causeOf(task, error) }),
      );
      await this.results.store({ task: this.info(task), outcome });
    } catch (error) {
      this.#log.log('error', 'tasks', 'the result of a task could not be kept', { task: task.number, error });
    } finally {
      this.#end(task);
    }
  }

  #causeOf(task: Task, error: unknown): ErrorCause {
    if (error instanceof ApiError) return error.error;
    this.#log.log('error', 'tasks', `${task.action} failed`, { task: task.number, error });
    return { type: 'exception', reason: 'the service failed in an unexpected way; its log has the details' };
  }

  #end(task: Task): void {
    this.#running.delete(task);
    task.end();
    for (const listener of this.#onEnded) listener(task);
  }
}
