import type { Access } from './access.ts';

const aliasAction = 'indices:admin/aliases';

/**
 * Throws ApiError security_exception unless the caller may manage aliases of each of these names, whatever
 * indices they lead to: whoever makes an alias receives what others write to its name. A pattern needs the right
 * on all that it can meet.
 */
export function requireAliasRight(access: Access, aliases: readonly string[]): void {
  if (aliases.length === 0) return;
  // A role's pattern that matches the text of a pattern matches whatever that one does.
  access.check(
    aliasAction,
    aliases.map((alias) => (alias === '_all' ? '*' : alias)),
  );
}
