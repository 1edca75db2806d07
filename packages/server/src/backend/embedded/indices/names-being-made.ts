import type { Engine } from '@sextant/engine';

const making = new WeakMap<Engine, Map<string, number>>();

/** Makes an index, which takes long where it begins with the documents of another one; `isBeingMade` until then. */
export async function whileBeingMade<T>(engine: Engine, name: string, make: () => Promise<T>): Promise<T> {
  const names = making.get(engine) ?? new Map<string, number>();
  making.set(engine, names);
  names.set(name, (names.get(name) ?? 0) + 1);
  try {
    return await make();
  } finally {
    const left = names.get(name)! - 1;
    if (left === 0) names.delete(name);
    else names.set(name, left);
  }
}

/** Whether there will be an index of that name: nothing else may be called so. */
export function isBeingMade(engine: Engine, name: string): boolean {
  return making.get(engine)?.has(name) === true;
}
