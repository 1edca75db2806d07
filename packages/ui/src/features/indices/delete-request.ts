import { nameGroups } from '../../lib/name-groups.ts';

export interface DeleteCall {
  readonly method: 'DELETE';
  readonly path: string;
}

/** The calls that delete exactly these indices. */
export function deleteCalls(names: readonly string[]): readonly DeleteCall[] {
  return nameGroups(names).map((group) => ({ method: 'DELETE', path: `/${group}` }));
}

/** What must be typed before anything is deleted: the name of one, the count of many. */
export function confirmationOf(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `delete ${names.length}`;
}
