import type { Engine } from '@sextant/engine';

/** Of each engine the last change; it never rejects. */
const last = new WeakMap<Engine, Promise<unknown>>();

/**
 * One after the other: for changes that are worked out from what is there, and are written in its place. Another one in between
 * would be lost.
 */
export function changeInTurn<T>(engine: Engine, change: () => Promise<T>): Promise<T> {
  const run = (last.get(engine) ?? Promise.resolve()).then(change);
  last.set(
    engine,
    run.catch(() => undefined),
  );
  return run;
}
