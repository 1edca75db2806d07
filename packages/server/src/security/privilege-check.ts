import { matchesWildcard } from '@sextant/contract';
import { isGroupName, patternsOf } from './privilege-patterns.ts';
import { areOn, type Role } from './roles.ts';

function grants(privileges: readonly string[], action: string): boolean {
  return privileges.some((privilege) =>
    isGroupName(privilege) ? grants(patternsOf([privilege]), action) : matchesWildcard(privilege, action),
  );
}

function roleGrants(role: Role, action: string, index: string | undefined): boolean {
  if (index === undefined)
    return grants(role.cluster, action) || (action.startsWith('indices:') && anyIndex(role, action));
  return role.indices.some((rights) => areOn(rights, index) && grants(rights.privileges, action));
}

/** A call that names no index reaches what is resolved later; the right on some index lets it in. */
function anyIndex(role: Role, action: string): boolean {
  return role.indices.some(({ privileges }) => grants(privileges, action));
}

/** True where one of the roles grants the action on every index by the pattern `*`. */
export function isAllowedEverywhere(roles: readonly Role[], action: string): boolean {
  return roles.some(({ indices }) =>
    indices.some(({ names, privileges }) => names.includes('*') && grants(privileges, action)),
  );
}

/** True where, for each index, one of the roles grants the action. No index: a right of the cluster. */
export function isAllowed(roles: readonly Role[], action: string, indices: readonly string[]): boolean {
  if (indices.length === 0) return roles.some((role) => roleGrants(role, action, undefined));
  return indices.every((index) => roles.some((role) => roleGrants(role, action, index)));
}
