import { matchesWildcard } from '@sextant/contract';
import type { Principal } from '../http/authenticator.ts';
import { builtInGroups } from './action-groups.ts';
import { patternsOf } from './privilege-patterns.ts';
import type { Role } from './roles.ts';

/** What may be done to API tokens. Everybody may to his own; a token only what is named in it, by no pattern. */
const tokenPermissions = ['create', 'search', 'read', 'update', 'delete'].map(
  (verb) => `generic:security:auth:api-token:${verb}`,
);

/** True for a name of the table above, a group, or a pattern of actions. */
export function isPermission(text: string): boolean {
  if (tokenPermissions.includes(text) || Object.hasOwn(builtInGroups, text)) return true;
  return text === '*' || /^(?:cluster|indices):[\w:/*-]*(?:\[[a-z]+\])?$/.test(text);
}

/** What the caller may do, as privileges of his roles and permissions of the account area. */
export function permissionsOf({ token }: Principal, roles: readonly Role[]): readonly string[] {
  if (token?.permissions !== undefined) return token.permissions;
  const held = roles.flatMap(({ cluster, indices }) => [
    ...cluster,
    ...indices.flatMap(({ privileges }) => privileges),
  ]);
  return [...new Set([...held, ...(token === undefined ? tokenPermissions : [])])];
}

/** The first of `asked` that goes beyond what is held; undefined = none. */
export function beyond(asked: readonly string[], held: readonly string[]): string | undefined {
  const patterns = patternsOf(held);
  return asked.find((permission) => {
    if (tokenPermissions.includes(permission)) return !held.includes(permission);
    // A pattern that covers another one as a text covers all that it stands for.
    return !patternsOf([permission]).every((wanted) =>
      patterns.some((pattern) => matchesWildcard(pattern, wanted)),
    );
  });
}

/** What a token leaves of its owner's roles. */
export function limitOf(permissions: readonly string[]): Role {
  const patterns = patternsOf(permissions);
  const indices = [{ names: ['*'], privileges: patterns }];
  return { description: 'what an API token may do', cluster: patterns, indices };
}
