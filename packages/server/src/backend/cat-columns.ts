import type { CatCell, CatColumn, CatRow, CatTable } from './backend.ts';

const line = /^([s-])([r-]) (\S+) \|(?: ([^|]*?) ?\|)?(?: (.*))?$/;

/**
 * Columns from a table of lines `FLAGS name | aliases | summary`; the flags are `s` (shown without `h`) and `r` (right-aligned),
 * or `-`. Names, aliases, order and texts are OpenSearch's, as its `help` prints them.
 */
export function catColumns(table: string): readonly CatColumn[] {
  const rows = table.trim().split('\n');
  const names = new Set(rows.map((row) => line.exec(row)?.[3]));
  return rows.map((row) => {
    const [, shown, right, name = '', aliases = '', summary = ''] = line.exec(row) ?? [];
    return {
      name,
      aliases: aliases.split(',').filter((alias) => alias !== ''),
      summary,
      right: right === 'r',
      shown: shown === 's',
      primaryTwin: names.has(`pri.${name}`),
    };
  });
}

/** Rows given as cells by the names of columns; what is not given is empty. */
export function catTable(
  columns: readonly CatColumn[],
  rows: readonly (CatRow | Readonly<Record<string, CatCell | undefined>>)[],
): CatTable {
  return {
    columns,
    rows: rows.map((row) => (typeof row === 'function' ? row : (column) => row[column])),
  };
}
