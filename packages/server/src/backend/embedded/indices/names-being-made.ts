import type { AliasMetadata, Engine, IndexMetadata, MetadataChange } from '@sextant/engine';
import type { AliasMember } from './hidden-alias.ts';

/** What will be there as soon as it is written, by name. */
class ToCome<T> {
  readonly #byEngine = new WeakMap<Engine, Map<string, Set<T>>>();

  of(engine: Engine, name: string): readonly T[] {
    return [...(this.#byEngine.get(engine)?.get(name) ?? [])];
  }

  async during<R>(
    engine: Engine,
    things: readonly (readonly [name: string, thing: T])[],
    work: () => Promise<R>,
  ): Promise<R> {
    const all = this.#byEngine.get(engine) ?? new Map<string, Set<T>>();
    this.#byEngine.set(engine, all);
    for (const [name, thing] of things) {
      const named = all.get(name);
      if (named === undefined) all.set(name, new Set([thing]));
      else named.add(thing);
    }
    try {
      return await work();
    } finally {
      for (const [name, thing] of things) {
        const named = all.get(name)!;
        named.delete(thing);
        if (named.size === 0) all.delete(name);
      }
    }
  }
}

type Named = Pick<IndexMetadata, 'name' | 'aliases'>;

interface Alias extends AliasMember {
  readonly metadata: AliasMetadata;
}

const indices = new ToCome<{ readonly name: string }>();
const aliases = new ToCome<Alias>();

/** Makes an index, which takes long where it begins with the documents of another one; `isBeingMade` and `isToBeAlias` until then. */
export function whileBeingMade<T>(engine: Engine, index: Named, make: () => Promise<T>): Promise<T> {
  return whileToBeAliases(engine, [index], () =>
    indices.during(engine, [[index.name, { name: index.name }]], make),
  );
}

/** Whether there will be an index of that name: nothing else may be called so. */
export function isBeingMade(engine: Engine, name: string): boolean {
  return indices.of(engine, name).length > 0;
}

/** Gives indices these aliases, with all that goes before it; `isToBeAlias` until then. */
export function whileToBeAliases<T>(
  engine: Engine,
  named: readonly Named[],
  work: () => Promise<T>,
): Promise<T> {
  const all = named.flatMap(({ name, aliases: ofIndex }) =>
    Object.entries(ofIndex).map(([alias, metadata]) => [alias, { index: name, metadata }] as const),
  );
  return aliases.during(engine, all, work);
}

/** Whether an index will have that alias: no index may be called so. */
export function isToBeAlias(engine: Engine, name: string): boolean {
  return aliases.of(engine, name).length > 0;
}

/** The indices that writes to the alias will go to by name: there may be one. */
export function writersToBe(engine: Engine, name: string): readonly string[] {
  const writers = membersToBe(engine, name).filter(({ metadata }) => metadata.isWriteIndex === true);
  return writers.map(({ index }) => index);
}

/** The indices that will have the alias. */
export function membersToBe(engine: Engine, name: string): readonly Alias[] {
  return aliases.of(engine, name);
}

/** Changes metadata among which are aliases. */
export function changeWithAliases(
  engine: Engine,
  changes: ReadonlyMap<string, MetadataChange>,
): Promise<void> {
  const named = [...changes].map(([name, change]) => ({ name, aliases: change.aliases ?? {} }));
  return whileToBeAliases(engine, named, () => engine.updateMetadata(new Map(changes)));
}
