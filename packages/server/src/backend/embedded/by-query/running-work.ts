import type { Task } from '../../../tasks/task.ts';
import type { Throttle } from './throttle.ts';

/** Work by query that is under way, by its task, for those who change its pace. */
export class RunningWork {
  readonly #throttles = new Map<number, readonly Throttle[]>();

  /** The answer takes it back. */
  enter(task: Task, throttles: readonly Throttle[]): () => void {
    this.#throttles.set(task.number, throttles);
    return () => this.#throttles.delete(task.number);
  }

  /** False where there is no such work. */
  setPace(task: number, perSecond: number): boolean {
    const throttles = this.#throttles.get(task);
    if (throttles === undefined) return false;
    for (const throttle of throttles) throttle.setPace(perSecond / throttles.length);
    return true;
  }
}
