import { figure, shape, shapeAt, text } from '../../lib/shape.ts';

/** `GET /_cluster/stats`: how much there is. Absent figures are not known, never zero. */
export interface ClusterFigures {
  readonly indices: number | undefined;
  readonly docs: number | undefined;
  readonly deleted: number | undefined;
  /** Bytes of all copies. */
  readonly size: number | undefined;
  readonly shards: number | undefined;
  readonly primaries: number | undefined;
}

export function parseClusterFigures(json: unknown): ClusterFigures {
  const indices = shapeAt(json, 'indices');
  return {
    indices: figure(indices, 'count'),
    docs: figure(shapeAt(indices, 'docs'), 'count'),
    deleted: figure(shapeAt(indices, 'docs'), 'deleted'),
    size: figure(shapeAt(indices, 'store'), 'size_in_bytes'),
    shards: figure(shapeAt(indices, 'shards'), 'total'),
    primaries: figure(shapeAt(indices, 'shards'), 'primaries'),
  };
}

export interface NodeFigures {
  readonly id: string;
  readonly name: string;
  /** Milliseconds. */
  readonly uptime: number | undefined;
  /** 0 to 100, of the whole machine's processors. */
  readonly cpuPercent: number | undefined;
  /** Bytes that the process holds. */
  readonly resident: number | undefined;
  readonly heapUsed: number | undefined;
  readonly heapMax: number | undefined;
  readonly diskTotal: number | undefined;
  readonly diskFree: number | undefined;
  readonly searches: number;
  readonly searchMs: number;
  readonly indexed: number;
  readonly indexMs: number;
}

/** `GET /_nodes/stats`. */
export function parseNodeFigures(json: unknown): readonly NodeFigures[] {
  return Object.entries(shapeAt(json, 'nodes')).map(([id, value]) => {
    const node = shape(value);
    const heap = shapeAt(node, 'jvm', 'mem');
    const disk = shapeAt(node, 'fs', 'total');
    const search = shapeAt(node, 'indices', 'search');
    const indexing = shapeAt(node, 'indices', 'indexing');
    return {
      id,
      name: text(node, 'name', id),
      uptime: figure(shapeAt(node, 'jvm'), 'uptime_in_millis'),
      cpuPercent: figure(shapeAt(node, 'process', 'cpu'), 'percent'),
      resident: figure(shapeAt(node, 'process', 'mem'), 'resident_in_bytes'),
      heapUsed: figure(heap, 'heap_used_in_bytes'),
      heapMax: figure(heap, 'heap_max_in_bytes'),
      diskTotal: figure(disk, 'total_in_bytes'),
      diskFree: figure(disk, 'available_in_bytes'),
      searches: figure(search, 'query_total') ?? 0,
      searchMs: figure(search, 'query_time_in_millis') ?? 0,
      indexed: figure(indexing, 'index_total') ?? 0,
      indexMs: figure(indexing, 'index_time_in_millis') ?? 0,
    };
  });
}
