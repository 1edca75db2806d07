import { apiError, byteUnits, matchesWildcard, table, timeUnits } from '@sextant/contract';
import type { CatCell, CatColumn, CatRow, CatTable, ParamValue } from '../backend/backend.ts';
import { bytesText, countText, timeText } from '../config/units.ts';
import type { AnswerTree } from '../wire/answer-tree.ts';

type Params = Readonly<Record<string, ParamValue>>;

/** A column as it is shown: under the name that was asked for, which may be an alias. */
interface Shown {
  readonly column: CatColumn;
  readonly title: string;
}

const countUnits: Readonly<Record<string, number>> = table({ k: 1e3, m: 1e6, g: 1e9, t: 1e12, p: 1e15 });

/** The columns as text: name, aliases, description. */
export function catHelp(table: CatTable): string {
  const cells = table.columns.map((column) => [column.name, column.aliases.join(','), column.summary]);
  const widths = [0, 1, 2].map((i) => Math.max(0, ...cells.map((row) => row[i]!.length)));
  return cells.map((row) => `${row.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')}\n`).join('');
}

/** Lines of columns one space apart; the last column is not filled up. */
export function catText(table: CatTable, params: Params): string {
  const shown = shownColumns(table, params);
  const rows = sortedRows(table, params).map((row) =>
    shown.map(({ column }) => cellText(row(column.name), params) ?? ''),
  );
  const lines = params.v === true ? [shown.map(({ title }) => title), ...rows] : rows;
  const widths = shown.map((_, i) => Math.max(0, ...lines.map((line) => line[i]!.length)));
  const text = lines
    .map((line) => `${line.map((cell, i) => pad(cell, i, shown, widths)).join(' ')}\n`)
    .join('');
  const { page } = table;
  return page === undefined ? text : `${text}next_token ${page.nextToken}\n`;
}

/** A list of objects whose values are all strings or null; of a page, an object that holds it. */
export function catTree(table: CatTable, params: Params): AnswerTree {
  const shown = shownColumns(table, params);
  const rows = sortedRows(table, params).map(
    (row) => new Map(shown.map(({ title, column }) => [title, cellText(row(column.name), params)])),
  );
  const { page } = table;
  if (page === undefined) return rows;
  return new Map<string, AnswerTree>([
    ['next_token', page.nextToken],
    [page.rowsName, rows],
  ]);
}

function pad(cell: string, i: number, shown: readonly Shown[], widths: readonly number[]): string {
  if (shown[i]!.column.right === true) return cell.padStart(widths[i]!);
  return i === shown.length - 1 ? cell : cell.padEnd(widths[i]!);
}

function shownColumns(table: CatTable, params: Params): readonly Shown[] {
  const asked = params.h;
  const shown: Shown[] = [];
  if (!Array.isArray(asked)) {
    for (const column of table.columns) if (column.shown) shown.push({ column, title: column.name });
    return shown.filter(({ column }) => isTimeShown(column, params));
  }
  for (const title of expandTitles(table.columns, asked as readonly string[])) {
    const column = table.columns[columnIndex(table.columns, title)];
    if (column === undefined || !isTimeShown(column, params)) continue;
    shown.push({ column, title });
    const twin = params.pri === true && column.primaryTwin === true ? `pri.${column.name}` : undefined;
    const twinColumn = table.columns.find(({ name }) => name === twin);
    if (twinColumn !== undefined) shown.push({ column: twinColumn, title: `pri.${title}` });
  }
  return shown;
}

function isTimeShown(column: CatColumn, params: Params): boolean {
  return params.ts !== false || (column.name !== 'epoch' && column.name !== 'timestamp');
}

/** Wildcards become the names of the columns that they match, by name or alias. */
function expandTitles(columns: readonly CatColumn[], asked: readonly string[]): Set<string> {
  const titles = new Set<string>();
  for (const title of asked) {
    if (!title.includes('*')) {
      titles.add(title);
      continue;
    }
    for (const { name, aliases } of columns) {
      if ([name, ...aliases].some((known) => matchesWildcard(title, known))) titles.add(name);
    }
  }
  return titles;
}

/** By name; else by alias, where the last column that has it counts, as in OpenSearch. */
function columnIndex(columns: readonly CatColumn[], title: string): number {
  const byName = columns.findIndex(({ name }) => name === title);
  return byName >= 0 ? byName : columns.findLastIndex(({ aliases }) => aliases.includes(title));
}

function sortedRows(table: CatTable, params: Params): readonly CatRow[] {
  const { s } = params;
  if (!Array.isArray(s)) return table.rows;
  const keys = (s as readonly string[]).map((key) => {
    const [, title = key, direction] = /^(.*):(asc|desc)$/.exec(key) ?? [];
    const index = columnIndex(table.columns, title);
    if (index < 0) {
      throw apiError('unsupported_operation_exception', `Unable to sort by unknown sort key \`${title}\``);
    }
    return { name: table.columns[index]!.name, sign: direction === 'desc' ? -1 : 1 };
  });
  return [...table.rows].sort((a, b) => {
    for (const { name, sign } of keys) {
      const order = compareCells(a(name) ?? null, b(name) ?? null);
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

function compareCells(a: CatCell, b: CatCell): number {
  const x = plain(a);
  const y = plain(b);
  if (x === null || y === null) return (x === null ? 0 : 1) - (y === null ? 0 : 1);
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  const left = String(x);
  const right = String(y);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function plain(cell: CatCell): string | number | null {
  if (cell === null || typeof cell !== 'object') return cell;
  if ('bytes' in cell) return cell.bytes;
  return 'millis' in cell ? cell.millis : cell.count;
}

function cellText(cell: CatCell | undefined, params: Params): string | null {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return String(cell);
  if ('bytes' in cell) return inUnit(cell.bytes, byteUnits, params.bytes) ?? bytesText(cell.bytes);
  if ('millis' in cell) return inUnit(cell.millis, timeUnits, params.time) ?? timeText(cell.millis);
  return inUnit(cell.count, countUnits, params.size) ?? countText(cell.count);
}

/** Whole units, cut; undefined for no unit or one that does not exist. */
function inUnit(
  value: number,
  units: Readonly<Record<string, number>>,
  unit: ParamValue | undefined,
): string | undefined {
  const size = typeof unit === 'string' && Object.hasOwn(units, unit) ? units[unit] : undefined;
  return size === undefined ? undefined : String(Math.floor(value / size));
}
