import type { Method, Route } from '@sextant/contract';

/** Parts of a path between slashes: `/logs/_doc/1` has three. */
export function pathParts(path: string): readonly string[] {
  return path.split('?')[0]!.split('/').slice(1);
}

export function isParameter(part: string): boolean {
  return part.startsWith('{');
}

/** A name of the service's own, such as `_search`: it never fills a parameter of a pattern. */
function fills(part: string, pattern: string): boolean {
  if (!isParameter(pattern)) return part === pattern;
  return part !== '' && (!part.startsWith('_') || part === '_all' || part === '_local');
}

function matchesPattern(parts: readonly string[], pattern: string): boolean {
  const wanted = pathParts(pattern);
  return wanted.length === parts.length && wanted.every((part, place) => fills(parts[place]!, part));
}

/** Whether a longer path could still follow the pattern after these whole parts. */
export function beginsPattern(parts: readonly string[], pattern: string): boolean {
  const wanted = pathParts(pattern);
  return wanted.length > parts.length && parts.every((part, place) => fills(part, wanted[place]!));
}

/** The rows whose patterns a path fits, for one method or for any. */
export function routesOf(table: readonly Route[], path: string, method?: string): readonly Route[] {
  const parts = pathParts(path);
  return table.filter(
    (route) =>
      (method === undefined || route.methods.includes(method as Method)) &&
      route.paths.some((pattern) => matchesPattern(parts, pattern)),
  );
}
