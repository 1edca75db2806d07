import type { Sort } from '../../components/table-model.ts';
import type { IndexRow } from '../../lib/index-list.ts';

const healthRank: Readonly<Record<IndexRow['health'], number>> = { red: 3, yellow: 2, unknown: 1, green: 0 };

const keys: Readonly<Record<string, (row: IndexRow) => number | string | undefined>> = {
  health: (row) => healthRank[row.health],
  name: (row) => row.name,
  status: (row) => row.status,
  docs: (row) => row.docs,
  deleted: (row) => row.deleted,
  size: (row) => row.size,
  shards: (row) => row.primaries * (1 + row.replicas),
  created: (row) => row.createdAt,
};

const firstDescending = new Set(['health', 'docs', 'deleted', 'size', 'shards', 'created']);

/** `size:desc` as written in the URL; the name upward where it says nothing known. */
export function parseSort(text: string | undefined): Sort {
  const [by, order] = (text ?? '').split(':');
  return by !== undefined && Object.hasOwn(keys, by)
    ? { by, descending: order === 'desc' }
    : { by: 'name', descending: false };
}

export function sortText(sort: Sort): string | undefined {
  if (sort.by === 'name' && !sort.descending) return undefined;
  return sort.descending ? `${sort.by}:desc` : sort.by;
}

/** The sort after a click on a head: figures begin with the largest, names with a; a second click turns it round. */
export function nextSort(current: Sort, by: string): Sort {
  if (current.by === by) return { by, descending: !current.descending };
  return { by, descending: firstDescending.has(by) };
}

/** Rows without the value come last in both directions; equal ones are ordered by name. */
export function sortIndices(rows: readonly IndexRow[], sort: Sort): readonly IndexRow[] {
  const key = keys[sort.by] ?? keys.name!;
  const direction = sort.descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const a = key(one);
    const b = key(other);
    if (a === undefined || b === undefined) {
      if (a === b) return byName(one, other);
      return a === undefined ? 1 : -1;
    }
    if (a === b) return byName(one, other);
    return a < b ? -direction : direction;
  });
}

function byName(one: IndexRow, other: IndexRow): number {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}
