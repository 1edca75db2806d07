import type { Engine, MetadataChange } from '@sextant/engine';

/** Names that something will have as soon as it is written, each as often as somebody is at it. */
class NamesToCome {
  readonly #byEngine = new WeakMap<Engine, Map<string, number>>();

  has(engine: Engine, name: string): boolean {
    return this.#byEngine.get(engine)?.has(name) === true;
  }

  async during<T>(engine: Engine, given: readonly string[], work: () => Promise<T>): Promise<T> {
    const names = this.#byEngine.get(engine) ?? new Map<string, number>();
    this.#byEngine.set(engine, names);
    for (const name of given) names.set(name, (names.get(name) ?? 0) + 1);
    try {
      return await work();
    } finally {
      for (const name of given) {
        const left = names.get(name)! - 1;
        if (left === 0) names.delete(name);
        else names.set(name, left);
      }
    }
  }
}

const indices = new NamesToCome();
const aliases = new NamesToCome();

/** Makes an index, which takes long where it begins with the documents of another one; `isBeingMade` until then. */
export function whileBeingMade<T>(engine: Engine, name: string, make: () => Promise<T>): Promise<T> {
  return indices.during(engine, [name], make);
}

/** Whether there will be an index of that name: nothing else may be called so. */
export function isBeingMade(engine: Engine, name: string): boolean {
  return indices.has(engine, name);
}

/** Gives indices these aliases, with all that goes before it; `isToBeAlias` until then. */
export function whileToBeAliases<T>(
  engine: Engine,
  names: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  return aliases.during(engine, names, work);
}

/** Whether an index will have that alias: no index may be called so. */
export function isToBeAlias(engine: Engine, name: string): boolean {
  return aliases.has(engine, name);
}

/** Changes metadata among which are aliases. */
export function changeWithAliases(
  engine: Engine,
  changes: ReadonlyMap<string, MetadataChange>,
): Promise<void> {
  const names = [...changes.values()].flatMap((change) => Object.keys(change.aliases ?? {}));
  return whileToBeAliases(engine, names, () => engine.updateMetadata(new Map(changes)));
}
