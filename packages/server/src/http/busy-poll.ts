import type { Clock } from '@sextant/base';

/** Ends a poll where the clock stands still: a turn of an event loop that has nothing to do takes 2 µs and more. */
const TURNS_MAX = 10_000;

/** What the poll needs of the runtime. */
export interface BusyPollPorts {
  readonly clock: Pick<Clock, 'nanos'>;
  /** Calls back in the next turn of the event loop, which then does not wait for anything. */
  readonly nextTurn: (callback: () => void) => void;
}

/**
 * Keeps the event loop awake between the requests of callers that send the next one as soon as they have the answer: to wake a thread
 * that sleeps takes the kernel longer than many searches take (docs/decisions/0015-busy-poll.md). The loop asks again and again
 * instead of waiting, while nothing is under way and for `maxMs` at most; and only where the last request came as soon after the one
 * before it, so that nobody pays for callers that take their time. 0 ms: never.
 */
export class BusyPoll {
  readonly #ports: BusyPollPorts;
  readonly #maxNanos: number;
  #underWay = 0;
  /** When a request ended last, by the monotonic clock. */
  #endedAt = Number.NEGATIVE_INFINITY;
  #pays = false;
  #polling = false;
  #turns = 0;

  constructor(ports: BusyPollPorts, maxMs: number) {
    this.#ports = ports;
    this.#maxNanos = maxMs * 1e6;
  }

  /** A request came. */
  begin(): void {
    if (this.#maxNanos === 0) return;
    this.#underWay++;
    this.#pays = this.#ports.clock.nanos() - this.#endedAt <= this.#maxNanos;
  }

  /** It was answered, or its caller went away. */
  end(): void {
    if (this.#maxNanos === 0) return;
    this.#underWay--;
    this.#endedAt = this.#ports.clock.nanos();
    if (this.#underWay > 0 || !this.#pays) return;
    this.#turns = 0;
    if (this.#polling) return;
    this.#polling = true;
    this.#ports.nextTurn(this.#turn);
  }

  readonly #turn = (): void => {
    const goesOn =
      this.#pays &&
      this.#underWay === 0 &&
      this.#turns++ < TURNS_MAX &&
      this.#ports.clock.nanos() - this.#endedAt < this.#maxNanos;
    this.#polling = goesOn;
    if (goesOn) this.#ports.nextTurn(this.#turn);
  };
}
