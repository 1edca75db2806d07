import { actionGroups, builtInRoles, type Role } from './roles.ts';

/** `*` matches any run of characters; everything else itself. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (pattern === '*' || pattern === text) return true;
  const parts = pattern.split('*');
  if (parts.length === 1 || !text.startsWith(parts[0]!)) return false;
  let at = parts[0]!.length;
  for (let i = 1; i < parts.length - 1; i++) {
    const found = text.indexOf(parts[i]!, at);
    if (found < 0) return false;
    at = found + parts[i]!.length;
  }
  const last = parts[parts.length - 1]!;
  return text.length - last.length >= at && text.endsWith(last);
}

function grants(privileges: readonly string[], action: string, depth = 0): boolean {
  return privileges.some((privilege) => {
    const group = actionGroups[privilege];
    if (group !== undefined && depth < 4) return grants(group, action, depth + 1);
    return matchesPattern(privilege, action);
  });
}

function roleGrants(role: Role, action: string, index: string | undefined): boolean {
  if (index === undefined)
    return grants(role.cluster, action) || (action.startsWith('indices:') && anyIndex(role, action));
  return role.indices.some(
    ({ names, privileges }) =>
      names.some((name) => matchesPattern(name, index)) && grants(privileges, action),
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
