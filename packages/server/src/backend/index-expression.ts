import { apiError } from '@sextant/contract';
import { resolveDateMath } from '../cluster/date-math-name.ts';
import type { Access } from './access.ts';
import { isSystemIndex, systemIndexAction } from './system-index.ts';

/**
 * Names as every reader after this one reads them: split at commas, date math worked out, `_all` as it is. Throws
 * ApiError for an index of the service itself, and for one of another cluster.
 */
export function canonicalExpression(given: readonly string[], access: Access, nowMs: number): string[] {
  const names = given
    .flatMap((expression) => expression.split(','))
    .filter((name) => name !== '')
    .map((name) => resolveDateMath(name, nowMs));
  for (const name of names) {
    if (name.includes(':')) throw otherCluster(name);
    refuseSystemIndex(name, access);
  }
  return names;
}

/** The one name of an item or a path, with its date math worked out. Throws ApiError as `canonicalExpression`. */
export function canonicalName(given: string, access: Access, nowMs: number): string {
  const name = resolveDateMath(given, nowMs);
  for (const part of name.split(',')) refuseSystemIndex(part, access);
  return name;
}

function refuseSystemIndex(name: string, access: Access): void {
  // With a star it is a pattern, which meets no such index.
  if (isSystemIndex(name) && !name.includes('*')) access.check(systemIndexAction, [name]);
}

function otherCluster(name: string) {
  const reason = `[${name}] names an index of another cluster, and calls do not cross clusters here`;
  return apiError('illegal_argument_exception', reason);
}
