import type { Clock } from '@sextant/base';

/** After what waits now in the event loop: answers that are ready go out. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Messages that have arrived are handled, and what they put off to a turn of its own (a group of writes that is
 * committed) is done: they come with the second turn, and that with the third.
 */
export async function letOthersIn(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await nextTurn();
}

/** One after the other, each in a turn of its own: none of them makes others wait for more than itself. */
export async function eachInItsTurn<T>(
  items: readonly T[],
  action: (item: T) => void | Promise<void>,
): Promise<void> {
  for (const [i, item] of items.entries()) {
    if (i > 0) await letOthersIn();
    const ended = action(item);
    if (ended !== undefined) await ended;
  }
}

/** As many in a turn as are done within `nanos`, one at least. */
export async function severalInATurn<T>(
  items: Iterable<T>,
  { clock, nanos }: { readonly clock: Pick<Clock, 'nanos'>; readonly nanos: number },
  action: (item: T) => void,
): Promise<void> {
  let end = clock.nanos() + nanos;
  for (const item of items) {
    if (clock.nanos() >= end) {
      await letOthersIn();
      end = clock.nanos() + nanos;
    }
    action(item);
  }
}

/** Work of one sort that time brings, of all indices: one piece in a turn, however much falls due together. */
export class TurnQueue {
  readonly #pieces: (() => void)[] = [];
  #busy = false;

  /** Runs at once where nothing has run in this turn. A piece throws nothing. */
  add(piece: () => void): void {
    this.#pieces.push(piece);
    if (!this.#busy) void this.#run();
  }

  async #run(): Promise<void> {
    this.#busy = true;
    for (let piece = this.#pieces.shift(); piece !== undefined; piece = this.#pieces.shift()) {
      piece();
      await letOthersIn();
    }
    this.#busy = false;
  }
}

/** A queue for each sort, so that none waits for all of another: a refresh for flushes, a sync for refreshes. */
export interface TimedWork {
  readonly refresh: TurnQueue;
  readonly sync: TurnQueue;
  readonly flush: TurnQueue;
  readonly reopen: TurnQueue;
}

export function timedWork(): TimedWork {
  return {
    refresh: new TurnQueue(),
    sync: new TurnQueue(),
    flush: new TurnQueue(),
    reopen: new TurnQueue(),
  };
}
