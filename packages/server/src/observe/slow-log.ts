import type { LogLevel } from '@sextant/base';
import { timeText } from '../config/units.ts';
import type { LogLevels } from './log-levels.ts';
import type { LogSink } from './log-record.ts';
import type {
  DocumentIndexed,
  ObservedIndex,
  RequestSearched,
  ShardListener,
  ShardSearched,
} from './shard-events.ts';
import { type SlowLevel, slowLevel, slowThresholds } from './slow-thresholds.ts';

/** Lines for searches and writes that took longer than the settings of their index allow (`index.*.slowlog.*`). */
export class SlowLog implements ShardListener {
  readonly #sink: LogSink;
  readonly #levels: Pick<LogLevels, 'passes'>;

  /** `levels`: asked for the loggers `index.search.slowlog.query`, `.fetch` and `index.indexing.slowlog.index`. */
  constructor(sink: LogSink, levels: Pick<LogLevels, 'passes'>) {
    this.#sink = sink;
    this.#levels = levels;
  }

  wantsSearches(index: ObservedIndex): boolean {
    const { query, fetch } = slowThresholds(index);
    return query !== undefined || fetch !== undefined;
  }

  wantsWrites(index: ObservedIndex): boolean {
    return slowThresholds(index).index !== undefined;
  }

  searched(event: ShardSearched): void {
    this.#phase(event, 'query', event.queryNanos);
    if (event.fetchNanos !== undefined) this.#phase(event, 'fetch', event.fetchNanos);
  }

  indexed({ index, id, routing, tookNanos, source }: DocumentIndexed): void {
    const thresholds = slowThresholds(index);
    const level = slowLevel(thresholds.index, tookNanos);
    if (level === undefined || !this.#passes(level, 'index.indexing.slowlog.index')) return;
    const { took, millis } = timesOf(tookNanos);
    const { sourceLength, reformat } = thresholds;
    const shown = sourceLength === 0 ? undefined : sourceText(source(), reformat).slice(0, sourceLength);
    const tail = [`took[${took}]`, `took_millis[${millis}]`, `id[${id}]`, `routing[${routing ?? ''}]`];
    if (shown !== undefined) tail.push(`source[${shown}]`);
    this.#sink.write({
      kind: 'index_indexing_slowlog',
      level,
      component: 'i.i.s.index',
      message: `[${index.name}/${index.uuid}]`,
      tail: tail.join(', '),
      fields: { took, took_millis: millis, id, routing: routing ?? '', source: shown },
    });
  }

  requestSearched(event: RequestSearched): void {
    const { level, shards, indices, opaqueId } = event;
    if (!this.#passes(level, 'cluster.search.request.slowlog')) return;
    const { took, millis } = timesOf(event.tookNanos);
    const [query, fetch] = [event.queryNanos, event.fetchNanos].map((nanos) => timesOf(nanos).millis);
    const phases = `{expand=0, query=${query}, fetch=${fetch}}`;
    const hits = event.totalHits === undefined ? '-1' : `${event.totalHits} hits`;
    const { total, successful, skipped, failed } = shards;
    const counts = `{total:${total}, successful:${successful}, skipped:${skipped}, failed:${failed}}`;
    const source = event.source();
    const type = 'QUERY_THEN_FETCH';
    this.#sink.write({
      kind: 'index_search_slowlog',
      type: 'search_request_slowlog',
      level,
      component: 'c.s.r.slowlog',
      isNarrow: true,
      message: '',
      tail:
        `took[${took}], took_millis[${millis}], phase_took_millis[${phases}], total_hits[${hits}], ` +
        `search_type[${type}], shards[${counts}], indices[${indices.join(',')}], source[${source}], ` +
        `id[${opaqueId ?? ''}]request_id[]`,
      fields: {
        took,
        took_millis: millis,
        phase_took: phases,
        total_hits: hits,
        search_type: type,
        shards: counts,
        source,
        id: opaqueId,
      },
    });
  }

  #passes(level: SlowLevel, logger: string): boolean {
    return this.#levels.passes(level.toLowerCase() as LogLevel, logger);
  }

  #phase(event: ShardSearched, phase: 'query' | 'fetch', nanos: number): void {
    const level = slowLevel(slowThresholds(event.index)[phase], nanos);
    if (level === undefined || !this.#passes(level, `index.search.slowlog.${phase}`)) return;
    const { took, millis } = timesOf(nanos);
    const { stats, totalShards, opaqueId } = event;
    const hits = `${event.totalHits} hits`;
    const source = event.source();
    const type = 'QUERY_THEN_FETCH';
    this.#sink.write({
      kind: 'index_search_slowlog',
      level,
      component: `i.s.s.${phase}`,
      message: `[${event.index.name}][${event.shard}]`,
      tail:
        `took[${took}], took_millis[${millis}], total_hits[${hits}], stats[${stats.join(',')}], ` +
        `search_type[${type}], total_shards[${totalShards}], source[${source}], id[${opaqueId ?? ''}], request_id[], `,
      fields: {
        took,
        took_millis: millis,
        total_hits: hits,
        stats: `[${stats.map((name) => JSON.stringify(name)).join(', ')}]`,
        search_type: type,
        total_shards: totalShards,
        source,
        id: opaqueId,
      },
    });
  }
}

function timesOf(nanos: number): { readonly took: string; readonly millis: string } {
  return { took: timeText(nanos / 1e6), millis: String(Math.floor(nanos / 1e6)) };
}

/** On one line, unless the setting lets it be as it was sent. */
function sourceText(source: string, reformat: boolean): string {
  if (!reformat) return source;
  try {
    return JSON.stringify(JSON.parse(source));
  } catch {
    return source;
  }
}
