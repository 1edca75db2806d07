import { type ActionGroup, builtInGroups } from './action-groups.ts';

const depthMax = 8;
/** Groups of groups could multiply without end. */
const patternsMax = 10_000;

/** True for what may be a group; patterns of actions have a colon or a star. */
export function isGroupName(privilege: string): boolean {
  return !/[:*]/.test(privilege);
}

/**
 * Patterns of actions that privileges stand for: groups, those that an administrator made (`own`) before the built-in ones,
 * are replaced by what they hold. A name that is no group stands for nothing.
 */
export function patternsOf(
  privileges: readonly string[],
  own?: ReadonlyMap<string, ActionGroup>,
): readonly string[] {
  const found = new Set<string>();
  collect(privileges, { own, found, path: new Set() });
  return [...found];
}

interface Collecting {
  readonly own: ReadonlyMap<string, ActionGroup> | undefined;
  readonly found: Set<string>;
  /** Groups that hold this one: a circle ends here. */
  readonly path: Set<string>;
}

function collect(privileges: readonly string[], collecting: Collecting): void {
  const { own, found, path } = collecting;
  for (const privilege of privileges) {
    if (found.size >= patternsMax) return;
    if (!isGroupName(privilege)) {
      found.add(privilege);
      continue;
    }
    const group = own?.get(privilege) ?? builtIn(privilege);
    if (group === undefined || path.has(privilege) || path.size >= depthMax) continue;
    path.add(privilege);
    collect(group.privileges, collecting);
    path.delete(privilege);
  }
}

function builtIn(name: string): ActionGroup | undefined {
  return Object.hasOwn(builtInGroups, name) ? builtInGroups[name] : undefined;
}
