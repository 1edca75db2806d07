/** Deeper than documents are taken. */
const DEPTH_MAX = 1000;

/** The values under a path of a document, through lists and keys with dots alike; neither nulls nor objects. */
export function extractValues(document: unknown, path: string): (string | number | boolean)[] {
  const found: (string | number | boolean)[] = [];
  collect(document, path, found, 0);
  return found;
}

/** `path`: what is left of it; empty at the value. */
function collect(value: unknown, path: string, into: unknown[], depth: number): void {
  if (depth > DEPTH_MAX || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) collect(item, path, into, depth + 1);
  } else if (typeof value !== 'object') {
    if (path === '') into.push(value);
  } else if (path !== '') {
    for (const [name, member] of Object.entries(value)) {
      if (name === path) collect(member, '', into, depth + 1);
      else if (path.startsWith(`${name}.`)) collect(member, path.slice(name.length + 1), into, depth + 1);
    }
  }
}
