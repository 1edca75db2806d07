/** So many are not kept waiting for more: their callers have something to do meanwhile. */
const TOGETHER_MAX = 16;

/** A call at the end of the turn, before all that are asked for later. After `unref` the event loop may sleep before it comes. */
export interface CallAtEnd {
  ref(): void;
  unref(): void;
}

/**
 * Answers that are ready while requests are still being read in the same turn of the event loop go out together at the end of the turn:
 * the first one wakes the caller's processor, which takes as long as to send four more to a caller that is awake
 * (docs/decisions/0016-answers-of-one-turn.md). A request that is alone in its turn is answered at once.
 */
export class AnswersOfTurn {
  readonly #atEnd: (callback: () => void) => CallAtEnd;
  #call: CallAtEnd | undefined;
  #underWay = 0;
  /** Requests that came in this turn, and in the last one that had any. */
  #came = 0;
  #cameBefore = 0;
  readonly #ready: (() => void)[] = [];

  /** `atEnd` calls back when all that came in this turn was read; in the next turn where it is asked for that at the end. */
  constructor(atEnd: (callback: () => void) => CallAtEnd) {
    this.#atEnd = atEnd;
  }

  /** A request came. */
  begin(): void {
    this.#came++;
    this.#underWay++;
    if (this.#call === undefined) this.#askForEnd();
  }

  /** It was answered, or its caller went away. */
  end(): void {
    this.#underWay--;
  }

  /** `write` must not throw, and what it writes must stay as it is until the end of the turn. */
  send(write: () => void): void {
    const othersCome = this.#came > 1 || (this.#came === 1 && this.#cameBefore > 1);
    if (!othersCome) {
      write();
      return;
    }
    this.#ready.push(write);
    if (this.#ready.length >= TOGETHER_MAX) this.flush();
    else this.#call?.ref();
  }

  #askForEnd(): void {
    this.#call = this.#atEnd(this.#turnEnds);
    this.#call.unref();
  }

  readonly #turnEnds = (): void => {
    this.#call = undefined;
    // Before anybody else asks: what a long request puts off to the next turn must not come before the answers of that.
    if (this.#underWay > 0) this.#askForEnd();
    if (this.#came > 0) this.#cameBefore = this.#came;
    this.#came = 0;
    this.flush();
  };

  /** What is ready goes out now. */
  readonly flush = (): void => {
    if (this.#ready.length === 0) return;
    for (const write of this.#ready.splice(0)) write();
  };
}
