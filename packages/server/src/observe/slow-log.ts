import type { Clock, LogLevel } from '@sextant/base';
import type { LogLevels } from './log-levels.ts';
import type {
  DocumentIndexed,
  ObservedIndex,
  RequestSearched,
  ShardListener,
  ShardSearched,
} from './shard-events.ts';
import type { SlowEntry } from './slow-entry.ts';
import { type SlowLevel, slowLevel, slowThresholds } from './slow-thresholds.ts';

/** Takes what was slow, and never makes a search wait. */
export interface SlowSink {
  take(entry: SlowEntry): void;
}

export interface SlowLogParts {
  readonly sink: SlowSink;
  /** Asked for the loggers `index.search.slowlog.query`, `.fetch` and `index.indexing.slowlog.index`. */
  readonly levels: Pick<LogLevels, 'passes'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Tells of searches and writes that took longer than the settings of their index allow (`index.*.slowlog.*`). */
export class SlowLog implements ShardListener {
  readonly #parts: SlowLogParts;

  constructor(parts: SlowLogParts) {
    this.#parts = parts;
  }

  wantsSearches(index: ObservedIndex): boolean {
    const { query, fetch } = slowThresholds(index);
    return query !== undefined || fetch !== undefined;
  }

  wantsWrites(index: ObservedIndex): boolean {
    return slowThresholds(index).index !== undefined;
  }

  searched(event: ShardSearched): void {
    const { query, fetch } = slowThresholds(event.index);
    const queryLevel = this.#passing(slowLevel(query, event.queryNanos), 'index.search.slowlog.query');
    const { fetchNanos } = event;
    const slowFetch = fetchNanos === undefined ? undefined : slowLevel(fetch, fetchNanos);
    const fetchLevel = this.#passing(slowFetch, 'index.search.slowlog.fetch');
    if (queryLevel === undefined && fetchLevel === undefined) return;
    const { index, source, ...told } = event;
    this.#parts.sink.take({
      kind: 'searched',
      at: this.#parts.clock.now(),
      ...told,
      index: index.name,
      queryLevel,
      fetchLevel,
      source: source(),
    });
  }

  indexed({ index, source, ...told }: DocumentIndexed): void {
    const thresholds = slowThresholds(index);
    const slow = slowLevel(thresholds.index, told.tookNanos);
    const level = this.#passing(slow, 'index.indexing.slowlog.index');
    if (level === undefined) return;
    const { sourceLength, reformat } = thresholds;
    this.#parts.sink.take({
      kind: 'indexed',
      at: this.#parts.clock.now(),
      level,
      ...told,
      index: index.name,
      uuid: index.uuid,
      sourceLength: Number.isFinite(sourceLength) ? sourceLength : null,
      reformat,
      source: sourceLength === 0 ? '' : source(),
    });
  }

  requestSearched({ source, ...told }: RequestSearched): void {
    if (this.#passing(told.level, 'cluster.search.request.slowlog') === undefined) return;
    this.#parts.sink.take({
      kind: 'requestSearched',
      at: this.#parts.clock.now(),
      ...told,
      source: source(),
    });
  }

  #passing(level: SlowLevel | undefined, logger: string): SlowLevel | undefined {
    if (level === undefined) return undefined;
    return this.#parts.levels.passes(level.toLowerCase() as LogLevel, logger) ? level : undefined;
  }
}
