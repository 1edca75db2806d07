import { ask } from '../../lib/client.ts';
import { list, shape, shapeAt, text } from '../../lib/shape.ts';
import type { Names } from './completion.ts';

const freshMs = 30_000;

interface Kept {
  readonly atMs: number;
  readonly names: Promise<readonly string[]>;
}

const kept = new Map<string, Kept>();

/** Asked again after 30 s; a failed call gives no names and is asked again at once. */
function keptNames(key: string, load: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const before = kept.get(key);
  if (before !== undefined && performance.now() - before.atMs < freshMs) return before.names;
  const names = load().catch(() => {
    kept.delete(key);
    return [];
  });
  kept.set(key, { atMs: performance.now(), names });
  return names;
}

async function loadIndices(): Promise<readonly string[]> {
  const rows = list(await ask({ method: 'GET', path: '/_cat/indices?format=json&h=index' }));
  return rows.map((row) => text(shape(row), 'index')).toSorted();
}

async function loadFields(index: string): Promise<readonly string[]> {
  const answer = shape(await ask({ method: 'GET', path: `/${index}/_mapping` }));
  const fields = new Set<string>();
  const walk = (properties: unknown, prefix: string) => {
    for (const [name, value] of Object.entries(shape(properties))) {
      const field = shape(value);
      if (field.type !== undefined || field.properties === undefined) fields.add(prefix + name);
      walk(field.properties, `${prefix}${name}.`);
      walk(field.fields, `${prefix}${name}.`);
    }
  };
  for (const each of Object.values(answer)) walk(shapeAt(each, 'mappings').properties, '');
  return [...fields].toSorted();
}

/** Indices of the service, and the fields of the index that the path begins with. */
export async function namesFor(path: string | undefined): Promise<Names> {
  const index = path?.split(/[/?]/)[1] ?? '';
  const hasIndex = index !== '' && !index.startsWith('_');
  const [indices, fields] = await Promise.all([
    keptNames('indices', loadIndices),
    hasIndex ? keptNames(`fields ${index}`, () => loadFields(index)) : [],
  ]);
  return { indices, fields };
}
