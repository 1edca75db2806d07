import { apiError } from '@sextant/contract';
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

/** Throws ApiError security_exception where the caller may see some documents or fields of the index alone, all of which he would get. */
export function requireWholeIndex(access: Access, names: readonly string[]): void {
  if (access.documentFilter(names) === undefined && access.fieldRules(names) === undefined) return;
  throw apiError(
    'security_exception',
    `no permissions for the whole of [${names[0]}]: some documents or fields of it are hidden`,
  );
}
