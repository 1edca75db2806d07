import type { Clock } from '@sextant/base';
import type { Task } from '../../../tasks/task.ts';

/** Keeps work to so many documents a second, by pauses between its batches, which a change of pace cuts or stretches. */
export class Throttle {
  /** Of all pauses that have ended. */
  throttledMs = 0;
  readonly #clock: Clock;
  #perSecond: number;
  #pause: { readonly from: number; readonly until: number; readonly end: () => void } | undefined;
  #cancelTimer: (() => void) | undefined;
  /** The task that ends its pauses. */
  #heard: Task | undefined;

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
  }

  get perSecond(): number {
    return this.#perSecond;
  }

  /** What is left of the pause. */
  get untilMs(): number {
    return this.#pause === undefined ? 0 : Math.max(0, Math.round(this.#pause.until - this.#clock.now()));
  }

  /** After a batch of `docs` that began at `startedAt`; ends early where the task is cancelled. */
  async pauseAfter(docs: number, startedAt: number, task: Task): Promise<void> {
    const until = startedAt + (docs / this.#perSecond) * 1000;
    const now = this.#clock.now();
    if (until <= now || task.cancelReason !== undefined) return;
    if (this.#heard !== task) {
      this.#heard = task;
      task.onCancel(() => this.#end());
    }
    await new Promise<void>((resolve) => {
      this.#pause = { from: now, until, end: resolve };
      this.#wait(until - now);
    });
  }

  /** The rest of a pause becomes shorter, or longer, by as much as the pace changes. */
  setPace(perSecond: number): void {
    const before = this.#perSecond;
    this.#perSecond = perSecond;
    const pause = this.#pause;
    if (pause === undefined) return;
    const left = this.untilMs * (before / perSecond);
    this.#pause = { ...pause, until: this.#clock.now() + left };
    this.#wait(left);
  }

  #wait(ms: number): void {
    this.#cancelTimer?.();
    if (ms <= 0) this.#end();
    else this.#cancelTimer = this.#clock.after(ms, () => this.#end());
  }

  #end(): void {
    const pause = this.#pause;
    if (pause === undefined) return;
    this.#pause = undefined;
    this.#cancelTimer?.();
    this.throttledMs += Math.max(0, Math.round(this.#clock.now() - pause.from));
    pause.end();
  }
}
