import { parseNamed } from '@sextant/contract';
import { timeText } from '../config/units.ts';
import type { LogRecord } from './log-record.ts';
import type { DocumentIndexed, RequestSearched, ShardSearched } from './shard-events.ts';
import type { SlowLevel } from './slow-thresholds.ts';

/** Without what only the listener looks at; its source is a text. */
type Told<Event extends { readonly source: () => string }> = Omit<Event, 'source' | 'index' | 'level'> & {
  readonly source: string;
};

/** What was slow, as plain data: it is written in another thread. */
export type SlowEntry =
  | (Told<ShardSearched> & {
      readonly kind: 'searched';
      /** Milliseconds since 1970. */
      readonly at: number;
      readonly index: string;
      /** Of the phases that were slow. */
      readonly queryLevel: SlowLevel | undefined;
      readonly fetchLevel: SlowLevel | undefined;
    })
  | (Told<DocumentIndexed> & {
      readonly kind: 'indexed';
      readonly at: number;
      readonly level: SlowLevel;
      readonly index: string;
      readonly uuid: string;
      /** Characters of the source that are shown; null = all. */
      readonly sourceLength: number | null;
      readonly reformat: boolean;
    })
  | (Told<RequestSearched> & {
      readonly kind: 'requestSearched';
      readonly at: number;
      readonly level: SlowLevel;
    });

/** The lines that tell it. */
export function slowRecords(entry: SlowEntry): LogRecord[] {
  if (entry.kind === 'indexed') return [indexedRecord(entry)];
  if (entry.kind === 'requestSearched') return [requestRecord(entry)];
  const records: LogRecord[] = [];
  const { queryLevel, fetchLevel, queryNanos, fetchNanos } = entry;
  if (queryLevel !== undefined) records.push(phaseRecord(entry, 'query', queryLevel, queryNanos));
  if (fetchLevel !== undefined && fetchNanos !== undefined)
    records.push(phaseRecord(entry, 'fetch', fetchLevel, fetchNanos));
  return records;
}

function phaseRecord(
  entry: Extract<SlowEntry, { kind: 'searched' }>,
  phase: 'query' | 'fetch',
  level: SlowLevel,
  nanos: number,
): LogRecord {
  const { took, millis } = timesOf(nanos);
  const { at, index, shard, stats, totalShards, opaqueId, source } = entry;
  const hits = `${entry.totalHits} hits`;
  const type = 'QUERY_THEN_FETCH';
  return {
    kind: 'index_search_slowlog',
    at,
    level,
    component: `i.s.s.${phase}`,
    message: `[${index}][${shard}]`,
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
  };
}

function indexedRecord(entry: Extract<SlowEntry, { kind: 'indexed' }>): LogRecord {
  const { at, level, index, uuid, id, routing, tookNanos, source, sourceLength, reformat } = entry;
  const { took, millis } = timesOf(tookNanos);
  const shown =
    sourceLength === 0 ? undefined : sourceText(source, reformat).slice(0, sourceLength ?? undefined);
  const tail = [`took[${took}]`, `took_millis[${millis}]`, `id[${id}]`, `routing[${routing ?? ''}]`];
  if (shown !== undefined) tail.push(`source[${shown}]`);
  return {
    kind: 'index_indexing_slowlog',
    at,
    level,
    component: 'i.i.s.index',
    message: `[${index}/${uuid}]`,
    tail: tail.join(', '),
    fields: { took, took_millis: millis, id, routing: routing ?? '', source: shown },
  };
}

function requestRecord(entry: Extract<SlowEntry, { kind: 'requestSearched' }>): LogRecord {
  const { at, level, indices, opaqueId, source } = entry;
  const { took, millis } = timesOf(entry.tookNanos);
  const [query, fetch] = [entry.queryNanos, entry.fetchNanos].map((nanos) => timesOf(nanos).millis);
  const phases = `{expand=0, query=${query}, fetch=${fetch}}`;
  const hits = entry.totalHits === undefined ? '-1' : `${entry.totalHits} hits`;
  const { total, successful, skipped, failed } = entry.shards;
  const counts = `{total:${total}, successful:${successful}, skipped:${skipped}, failed:${failed}}`;
  const type = 'QUERY_THEN_FETCH';
  return {
    kind: 'index_search_slowlog',
    type: 'search_request_slowlog',
    at,
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
  };
}

function timesOf(nanos: number): { readonly took: string; readonly millis: string } {
  return { took: timeText(nanos / 1e6), millis: String(Math.floor(nanos / 1e6)) };
}

/** On one line, unless the setting lets it be as it was sent. */
function sourceText(source: string, reformat: boolean): string {
  if (!reformat) return source;
  try {
    return JSON.stringify(parseNamed(source));
  } catch {
    return source;
  }
}
