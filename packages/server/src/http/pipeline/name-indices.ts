import type { Access } from '../../backend/access.ts';
import type { ParamValue } from '../../backend/backend.ts';
import { canonicalExpression, canonicalName } from '../../backend/index-expression.ts';
import { indexNamingOf } from '../../backend/index-naming.ts';
import type { RouteMatch } from '../router.ts';

const none: readonly string[] = [];

/**
 * What path and parameters name, as everybody below reads it. Throws ApiError for an index of the service itself:
 * here, before any backend.
 */
export function nameIndices(
  { route, pathParams }: RouteMatch,
  params: Readonly<Record<string, ParamValue>>,
  access: Access,
  nowMs: number,
): readonly string[] {
  const naming = indexNamingOf(route.name);
  if (naming === undefined) return none;
  const inPath = pathParams[naming.param];
  // The usual case, and the cheapest: one plain name in the path.
  if (inPath !== undefined && params.index === undefined && isPlain(inPath)) return [inPath];
  const given = [inPath ?? params.index ?? none].flat() as readonly string[];
  if (given.length === 0) return none;
  if (naming.target === 'many') return canonicalExpression(given, access, nowMs);
  return [canonicalName(given[0]!, access, nowMs)];
}

/** Neither a list nor a pattern, date math, another cluster's or a name with a dot in front. */
function isPlain(name: string): boolean {
  return /^[a-z0-9][a-z0-9_-]*$/.test(name);
}
