import { Double, dictionary, isObject, type Json } from '@sextant/contract';
import type { InternalCall } from '../backend/backend.ts';
import type { ServiceHandlers } from '../http/service-request.ts';
import { TrendRing } from '../observe/trend-ring.ts';

/** How often a row is taken, and for how long it is kept. */
export const trendEveryMs = 10_000;
const keptMs = 3_600_000;

const gauges = {
  load_1m: ['os.cpu.load_average.1m', 'mean'],
  cpu_percent: ['os.cpu.percent', 'mean'],
  heap_used_in_bytes: ['jvm.mem.heap_used_in_bytes', 'sum'],
  heap_used_percent: ['jvm.mem.heap_used_percent', 'most'],
  search_queue: ['thread_pool.search.queue', 'sum'],
  write_queue: ['thread_pool.write.queue', 'sum'],
} as const satisfies Record<string, readonly [path: string, over: 'mean' | 'sum' | 'most']>;

/** Sums since the start: what is kept is by how much they grew. */
const counters = {
  indexed: 'indices.indexing.index_total',
  indexingMs: 'indices.indexing.index_time_in_millis',
  searched: 'indices.search.query_total',
  searchMs: 'indices.search.query_time_in_millis',
  searchRejected: 'thread_pool.search.rejected',
  writeRejected: 'thread_pool.write.rejected',
} as const;

type Counter = keyof typeof counters;
type Series =
  | keyof typeof gauges
  | 'indexing_rate'
  | 'indexing_latency_in_millis'
  | 'search_rate'
  | 'search_latency_in_millis'
  | 'search_rejected'
  | 'write_rejected';

const seriesNames: readonly Series[] = [
  'load_1m',
  'cpu_percent',
  'heap_used_in_bytes',
  'heap_used_percent',
  'indexing_rate',
  'indexing_latency_in_millis',
  'search_rate',
  'search_latency_in_millis',
  'search_queue',
  'search_rejected',
  'write_queue',
  'write_rejected',
];

interface Sample {
  readonly time: number;
  readonly counts: Readonly<Record<Counter, number>>;
}

/** The figures of the nodes over the last hour, read from their statistics, so alike over every backend. */
export class Trends {
  readonly #call: InternalCall;
  readonly #now: () => number;
  readonly #ring = new TrendRing<Series>(seriesNames, keptMs / trendEveryMs);
  #last: Sample | undefined;

  constructor(call: InternalCall, now: () => number) {
    this.#call = call;
    this.#now = now;
  }

  /** Takes a row. Where the nodes do not answer there is none for that time. */
  async sample(): Promise<void> {
    const nodes = await this.#nodes();
    if (nodes.length === 0) return;
    const time = this.#now();
    const counts: Record<string, number> = dictionary();
    for (const [name, path] of Object.entries(counters)) counts[name] = sum(valuesAt(nodes, path));
    const row: Partial<Record<Series, number>> = dictionary();
    for (const [name, [path, over]] of Object.entries(gauges)) {
      row[name as Series] = combine[over](valuesAt(nodes, path));
    }
    const sample = { time, counts: counts as Sample['counts'] };
    this.#ring.add(time, this.#last === undefined ? row : { ...row, ...changes(this.#last, sample) });
    this.#last = sample;
  }

  handlers(): ServiceHandlers<'trends'> {
    return {
      trends: ({ params }) => {
        const { times, series } = this.#ring.rows(params.since ?? Number.NEGATIVE_INFINITY);
        const shown = [...series].map(([name, values]) => [name, values.map(shownValue)] as const);
        const body = {
          interval_in_millis: trendEveryMs,
          timestamps: times,
          series: Object.fromEntries(shown),
        };
        return { status: 200, kind: 'json', body };
      },
    };
  }

  async #nodes(): Promise<readonly unknown[]> {
    const call = { method: 'GET', path: '/_nodes/stats/os,jvm,indices,thread_pool' } as const;
    const { status, body } = await this.#call(call).catch(() => ({ status: 503, body: undefined }));
    return status === 200 && isObject(body) && isObject(body.nodes) ? Object.values(body.nodes) : [];
  }
}

const combine = {
  mean: (values: readonly number[]): number => sum(values) / values.length,
  sum,
  most: (values: readonly number[]): number => Math.max(...values),
} as const;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Of each node that tells it. */
function valuesAt(nodes: readonly unknown[], path: string): readonly number[] {
  return nodes.flatMap((node) => {
    let value = node;
    for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined;
    return typeof value === 'number' ? [value] : [];
  });
}

/** What happened between two samples. Figures of an index that is gone are missing in the later one: nothing is negative. */
function changes(before: Sample, after: Sample): Partial<Record<Series, number>> {
  const seconds = (after.time - before.time) / 1_000;
  const grown = (name: Counter): number => Math.max(0, after.counts[name] - before.counts[name]);
  const rate = (name: Counter): number => (seconds > 0 ? grown(name) / seconds : Number.NaN);
  const each = (ms: Counter, name: Counter): number =>
    grown(name) > 0 ? grown(ms) / grown(name) : Number.NaN;
  return {
    indexing_rate: rate('indexed'),
    indexing_latency_in_millis: each('indexingMs', 'indexed'),
    search_rate: rate('searched'),
    search_latency_in_millis: each('searchMs', 'searched'),
    search_rejected: grown('searchRejected'),
    write_rejected: grown('writeRejected'),
  };
}

/** null: not known, or nothing was done that could have taken time. */
function shownValue(value: number): Json {
  if (!Number.isFinite(value)) return null;
  return Number.isInteger(value) ? value : new Double(Math.round(value * 1_000) / 1_000);
}
