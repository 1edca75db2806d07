import { type JsonMap, RawJson } from '@sextant/contract';
import { groupedFailures, hitsBody, type SearchResult } from '@sextant/engine';
import { compactJson } from '../../../wire/json-writer.ts';
import type { BackendRequest } from '../../backend.ts';
import { causeBody } from '../error-body.ts';
import type { Totals } from './contexts/scroll-state.ts';

/** How an answer is shaped, beside what was found. */
export interface AnswerView {
  readonly nodeId: string;
  readonly documentType: boolean;
  readonly totalAsInt: boolean;
  /** How many results of shards are brought together at a time; absent where there is nothing to bring together. */
  readonly batchSize?: number;
  /** `stored_fields: _none_`: hits without id. */
  readonly bare: boolean;
  /** Says what each phase took. */
  readonly phaseTook?: boolean;
  /** One of several answers says its status. */
  readonly status?: number;
  /** By which the search goes on, or may be asked again. */
  readonly scrollId?: string;
  readonly pitId?: string;
  /** Of a later page: those of the first. */
  readonly totals?: Totals;
  /** Shards of a scroll that are no longer there, by the numbers that its id has for them. */
  readonly lost?: readonly number[];
  /** Shards that a scroll has to do without from its beginning. */
  readonly missing?: SearchResult['shards']['failures'];
}

/** Whether a search is one whose answer may be written in another thread: JSON keeps no kinds of numbers, as CBOR does. */
export function isWrittenAsText({ headers, params }: Pick<BackendRequest, 'headers' | 'params'>): boolean {
  const wanted = params.format ?? headers.accept ?? headers['content-type'];
  return typeof wanted !== 'string' || !/cbor/i.test(wanted);
}

/** An answer as `searchAnswer` makes it begins with its times; this is what follows them. */
const AFTER_TIMES = ',"timed_out":';

/** A written answer that was given before, with the times that it took now. */
export function withTook(written: Uint8Array, tookMs: number, view: AnswerView): Uint8Array {
  const rest = Buffer.from(written.buffer, written.byteOffset, written.length);
  const times = compactJson(timesOf(tookMs, view)).subarray(0, -1);
  return Buffer.concat([times, rest.subarray(rest.indexOf(AFTER_TIMES))]);
}

/** `hits`: those of the result, where they are written already. */
export function searchAnswer(
  result: SearchResult,
  tookMs: number,
  view: AnswerView,
  hits?: RawJson,
): JsonMap {
  const { total, maxScore } = view.totals ?? result;
  const found = hitsBody({ total, maxScore, hits: hits === undefined ? result.hits : [] }, view);
  return {
    _scroll_id: view.scrollId,
    pit_id: view.pitId,
    ...timesOf(tookMs, view, result.fetchMs),
    timed_out: result.timedOut,
    ...(result.terminatedEarly === undefined ? {} : { terminated_early: result.terminatedEarly }),
    ...reducePhases(result.shards.total, view.batchSize),
    _shards: shardsOf(result, view.nodeId, view),
    hits: hits === undefined ? found : { ...found, hits },
    aggregations: result.aggregations,
    suggest: result.suggest,
    profile: result.profile,
    status: view.status,
  };
}

/** Milliseconds. The query is what is not spent on hits: there are no other phases here. */
function timesOf(tookMs: number, { phaseTook }: Pick<AnswerView, 'phaseTook'>, fetchMs = 0): JsonMap {
  if (phaseTook !== true) return { took: tookMs };
  const fetch = Math.min(tookMs, Math.round(fetchMs));
  const phases = { query: tookMs - fetch, fetch, dfs_query: 0, expand: 0, can_match: 0 };
  return { took: tookMs, phase_took: { dfs_pre_query: 0, ...phases } };
}

/** As often as OpenSearch would bring results together: each time but the first the one so far is among them. */
function reducePhases(shards: number, batchSize = shards): JsonMap {
  if (shards <= batchSize) return {};
  return { num_reduce_phases: 1 + Math.ceil((shards - batchSize) / (batchSize - 1)) };
}

/** Bytes of the documents in an answer; where it is written already, of all of it. */
export function sourceBytes(answer: JsonMap | RawJson): number {
  if (answer instanceof RawJson) return answer.bytes.length;
  const { hits } = answer.hits as { readonly hits: readonly { readonly _source?: RawJson }[] };
  return hits.reduce((bytes, { _source }) => bytes + (_source?.bytes.length ?? 0), 0);
}

/** The answer to a search in no index at all. `countsHits`: unless their total is not wanted. */
export function emptyAnswer(tookMs: number, view: AnswerView, countsHits: boolean): JsonMap {
  const { status, pitId } = view;
  const total = countsHits ? ({ value: 0, relation: 'eq' } as const) : undefined;
  return {
    pit_id: pitId,
    ...timesOf(tookMs, view),
    timed_out: false,
    _shards: { total: 0, successful: 0, skipped: 0, failed: 0 },
    hits: hitsBody({ total, maxScore: 0, hits: [] }, view),
    status,
  };
}

export function shardsOf(
  result: SearchResult,
  nodeId: string,
  { lost = [], missing = [] }: Pick<AnswerView, 'lost' | 'missing'> = {},
): JsonMap {
  const { total, successful, skipped } = result.shards;
  const failures = [...result.shards.failures, ...missing];
  const failed = failures.length + lost.length;
  const shards = { total: total + missing.length + lost.length, successful, skipped, failed };
  if (failed === 0) return shards;
  const told = groupedFailures(failures).map(({ index, shard, cause }): JsonMap => {
    return { shard, index, node: nodeId, reason: causeBody(cause) };
  });
  return { ...shards, failures: [...told, ...lost.map(lostShard)] };
}

/** As OpenSearch tells of a shard of a scroll that has gone: it does not say which. */
function lostShard(number: number): JsonMap {
  const reason = `No search context found for id [${number}]`;
  return { shard: -1, index: null, reason: { type: 'search_context_missing_exception', reason } };
}
