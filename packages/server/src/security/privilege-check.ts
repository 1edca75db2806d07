import { matchesWildcard } from '@sextant/contract';
import { actionGroups, builtInRoles, type Role } from './roles.ts';

function grants(privileges: readonly string[], action: string, depth = 0): boolean {
  return privileges.some((privilege) => {
    const group = Object.hasOwn(actionGroups, privilege) ? actionGroups[privilege] : undefined;
    if (group !== undefined && depth < 4) return grants(group, action, depth + 1);
    return matchesWildcard(privilege, action);
  });
}

function roleGrants(role: Role, action: string, index: string | undefined): boolean {
  if (index === undefined)
    return grants(role.cluster, action) || (action.startsWith('indices:') && anyIndex(role, action));
  return role.indices.some(
    ({ names, privileges }) =>
      names.some((name) => matchesWildcard(name, index)) && grants(privileges, action),
  );
}

/** A call that names no index reaches what is resolved later; the right on some index lets it in. */
function anyIndex(role: Role, action: string): boolean {
  return role.indices.some(({ privileges }) => grants(privileges, action));
}

/** True where one of the roles grants the action on every index by the pattern `*`. */
export function isAllowedEverywhere(roles: readonly string[], action: string): boolean {
  return roles.some((name) => {
    const indices = builtInRoles[name]?.indices ?? [];
    return indices.some(({ names, privileges }) => names.includes('*') && grants(privileges, action));
  });
}

/** True where, for each index, one of the roles grants the action. No index: a right of the cluster. */
export function isAllowed(roles: readonly string[], action: string, indices: readonly string[]): boolean {
  const known = roles.map((name) => builtInRoles[name]).filter((role) => role !== undefined);
  if (indices.length === 0) return known.some((role) => roleGrants(role, action, undefined));
  return indices.every((index) => known.some((role) => roleGrants(role, action, index)));
}
