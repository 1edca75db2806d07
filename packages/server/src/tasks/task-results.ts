import type { ErrorCause, Json } from '@sextant/contract';
import type { TaskInfo } from './task.ts';

/** How work ended that nobody waited for. */
export interface TaskResult {
  readonly task: TaskInfo;
  readonly outcome:
    | { readonly response: Json }
    | { readonly error: ErrorCause }
    /** One that was kept: as answers show it. */
    | { readonly shownError: Json };
}

/** Where results of such work are kept, to be asked for by the task's number. */
export interface TaskResults {
  store(result: TaskResult): Promise<void>;
  find(number: number): Promise<TaskResult | undefined>;
}

const resultsMax = 1_000;

/** The latest thousand, until the process ends. */
export class MemoryTaskResults implements TaskResults {
  readonly #results = new Map<number, TaskResult>();

  async store(result: TaskResult): Promise<void> {
    this.#results.set(result.task.number, result);
    if (this.#results.size <= resultsMax) return;
    for (const oldest of this.#results.keys()) {
      this.#results.delete(oldest);
      break;
    }
  }

  async find(number: number): Promise<TaskResult | undefined> {
    return this.#results.get(number);
  }
}
