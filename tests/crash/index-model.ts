/** `missing`, or the state of an index that is there. */
export type IndexState = 'missing' | 'open' | 'close';

/** Which short-lived indices may be there: as acknowledged, or as an unanswered call would have left them. */
export class IndexModel {
  readonly #known = new Map<string, IndexState>();
  readonly #unanswered = new Map<string, IndexState>();

  begin(name: string, outcome: IndexState): void {
    this.#unanswered.set(name, outcome);
  }

  acknowledge(name: string): void {
    this.#known.set(name, this.#unanswered.get(name)!);
    this.#unanswered.delete(name);
  }

  /** Compares with what was found after a restart, then takes it as known; answers with what is wrong. */
  settle(found: ReadonlyMap<string, IndexState>): readonly string[] {
    const problems: string[] = [];
    for (const name of new Set([...this.#known.keys(), ...this.#unanswered.keys(), ...found.keys()])) {
      const known = this.#known.get(name) ?? 'missing';
      const awaited = this.#unanswered.get(name);
      const state = found.get(name) ?? 'missing';
      if (state !== known && state !== awaited) {
        problems.push(
          `index [${name}] is ${state}, acknowledged ${known}, unanswered ${awaited ?? 'nothing'}`,
        );
      }
      this.#known.set(name, state);
    }
    this.#unanswered.clear();
    return problems;
  }
}
