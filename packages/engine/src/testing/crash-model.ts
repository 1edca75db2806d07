/** What a reader may find under a name: what was acknowledged last, or what failed since. */
export class CrashModel {
  readonly #allowed = new Map<string, Set<string>>();

  names(): readonly string[] {
    return [...this.#allowed.keys()];
  }

  acknowledged(name: string, state: unknown): void {
    this.#allowed.set(name, new Set([textOf(state)]));
  }

  uncertain(name: string, state: unknown): void {
    const allowed = this.#allowed.get(name) ?? new Set([textOf(undefined)]);
    this.#allowed.set(name, allowed.add(textOf(state)));
  }

  allows(name: string, state: unknown): boolean {
    return this.#allowed.get(name)?.has(textOf(state)) ?? state === undefined;
  }

  clone(): CrashModel {
    const copy = new CrashModel();
    for (const [name, allowed] of this.#allowed) copy.#allowed.set(name, new Set(allowed));
    return copy;
  }
}

function textOf(state: unknown): string {
  return JSON.stringify(state) ?? 'missing';
}

/** Thrown where a disk fault broke a promise; `expect` costs more than all that is tested. */
export function demand(holds: boolean, what: () => string): asserts holds {
  if (!holds) throw new Error(what());
}

const TURNS_MAX = 2_000;

/** The result of a call that must come without the clock moving; rejects where it does not come. */
export async function settled<T>(call: Promise<T>, what: string): Promise<T> {
  let done = false;
  const mark = (): void => {
    done = true;
  };
  call.then(mark, mark);
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    await Promise.resolve();
    if (done) return call;
    await new Promise((resolve) => setImmediate(resolve));
    if (done) return call;
  }
  throw new Error(`${what} hangs`);
}
