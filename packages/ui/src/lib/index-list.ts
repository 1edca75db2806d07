import { type HealthStatus, statusOf } from './health.ts';
import { figure, list, shape, text } from './shape.ts';

export interface IndexRow {
  readonly name: string;
  readonly health: HealthStatus;
  /** `open` or `close`. */
  readonly status: string;
  readonly uuid: string;
  readonly primaries: number;
  readonly replicas: number;
  /** Absent where the index is closed or has no started shard. */
  readonly docs: number | undefined;
  readonly deleted: number | undefined;
  /** Bytes of all copies. */
  readonly size: number | undefined;
  /** Bytes of the primaries. */
  readonly primarySize: number | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt: number | undefined;
}

const columns = [
  'health',
  'status',
  'index',
  'uuid',
  'pri',
  'rep',
  'docs.count',
  'docs.deleted',
  'store.size',
  'pri.store.size',
  'creation.date',
];

export function indexListPath(hidden: boolean): string {
  const wide = hidden ? '&expand_wildcards=all' : '';
  return `/_cat/indices?format=json&bytes=b&h=${columns.join(',')}${wide}`;
}

export function parseIndexList(json: unknown): readonly IndexRow[] {
  return list(json).map((item): IndexRow => {
    const row = shape(item);
    return {
      name: text(row, 'index'),
      health: statusOf(text(row, 'health')),
      status: text(row, 'status'),
      uuid: text(row, 'uuid'),
      primaries: figure(row, 'pri') ?? 0,
      replicas: figure(row, 'rep') ?? 0,
      docs: figure(row, 'docs.count'),
      deleted: figure(row, 'docs.deleted'),
      size: figure(row, 'store.size'),
      primarySize: figure(row, 'pri.store.size'),
      createdAt: figure(row, 'creation.date'),
    };
  });
}
