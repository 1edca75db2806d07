import type { PartialResult, SearchTeam } from '../search/search-team.ts';
import { reviveError } from './peer.ts';
import type { HelpAnswer } from './search-thread.ts';

/** The team of one search in a searching thread: the thread that was asked for the search sends those who are idle. */
export class CalledTeam implements SearchTeam {
  helpedMs = 0;
  readonly #call: (parts: SharedArrayBuffer, nowMs: number) => void;
  readonly #answers = new Map<number, HelpAnswer>();
  #waitsFor: readonly number[] = [];
  #done: (() => void) | undefined;

  constructor(call: (parts: SharedArrayBuffer, nowMs: number) => void) {
    this.#call = call;
  }

  call(parts: SharedArrayBuffer, nowMs: number): void {
    this.#call(parts, nowMs);
  }

  /** A helper has told what it found, or that it failed. */
  answered(helper: number, answer: HelpAnswer): void {
    this.#answers.set(helper, answer);
    if ('partial' in answer) this.helpedMs += answer.partial?.tookMs ?? 0;
    this.#look();
  }

  wait(helpers: readonly number[]): Promise<void> {
    this.#waitsFor = helpers;
    return new Promise((resolve) => {
      this.#done = resolve;
      this.#look();
    });
  }

  #look(): void {
    if (this.#waitsFor.every((helper) => this.#answers.has(helper))) this.#done?.();
  }

  found(helper: number): PartialResult {
    const answer = this.#answers.get(helper);
    if (answer !== undefined && 'error' in answer) throw reviveError(answer.error);
    if (answer?.partial == null) throw new Error('a helper took parts of a search and tells nothing of them');
    return answer.partial;
  }
}
