import { Float, type JsonMap, RawJson } from '@sextant/contract';
import type { SearchHit, SearchResult } from './search-api.ts';

/** How hits are shown. */
interface HitView {
  /** With a `_type`, as clients of Elasticsearch 7 expect. */
  readonly documentType: boolean;
  readonly totalAsInt: boolean;
  /** `stored_fields: _none_`: hits without id. */
  readonly bare: boolean;
}

/** Hits, and how many there are. */
interface Hits {
  readonly total?: SearchResult['total'] | undefined;
  readonly maxScore: number | null;
  readonly hits: readonly SearchHit[];
}

/** The member `hits` of an answer. */
export function hitsBody({ total, maxScore, hits }: Hits, view: HitView): JsonMap {
  return {
    ...totalOf(total, view.totalAsInt),
    max_score: maxScore === null ? null : new Float(maxScore),
    hits: hits.map((hit) => hitBody(hit, view)),
  };
}

function totalOf(total: SearchResult['total'], asInt: boolean): JsonMap {
  if (asInt) return { total: total?.value ?? -1 };
  if (total === undefined) return {};
  return { total: { value: total.value, relation: total.relation } };
}

function innerHits(found: NonNullable<SearchHit['innerHits']>, view: HitView): JsonMap {
  return Object.fromEntries(found.map(([name, result]) => [name, { hits: hitsBody(result, view) }]));
}

/** One of the hits of an answer. */
export function hitBody(hit: SearchHit, view: HitView): JsonMap {
  return isPlainHit(hit, view) ? plainBody(hit, view) : fullBody(hit, view);
}

/** Most hits are no more than this; a third of the members are written in a third of the time. */
function isPlainHit(hit: SearchHit, { bare }: Pick<HitView, 'bare'>): boolean {
  if (bare || hit.routing !== null || hit.explained !== undefined || hit.nested !== undefined) return false;
  if (hit.version !== undefined || hit.seqNo !== undefined || hit.ignored !== undefined) return false;
  if (hit.fields !== undefined || hit.highlight !== undefined) return false;
  return hit.matchedQueries === undefined && hit.innerHits === undefined;
}

function plainBody({ index, id, score, source, sort }: SearchHit, { documentType }: HitView): JsonMap {
  return {
    _index: index,
    _type: documentType ? '_doc' : undefined,
    _id: id,
    _score: score === null ? null : new Float(score),
    _source: source === undefined ? undefined : new RawJson(source),
    sort,
  };
}

function fullBody(hit: SearchHit, view: HitView): JsonMap {
  const { explained } = hit;
  return {
    _shard: explained === undefined ? undefined : `[${hit.index}][${explained.shard}]`,
    _node: explained?.node,
    _index: hit.index,
    _type: view.documentType ? '_doc' : undefined,
    // Nothing has an empty one but what is shown without it.
    _id: (view.bare && hit.nested === undefined) || hit.id === '' ? undefined : hit.id,
    _nested: hit.nested,
    _version: hit.version,
    _seq_no: hit.seqNo,
    _primary_term: hit.primaryTerm,
    _score: hit.score === null ? null : new Float(hit.score),
    _routing: view.bare || hit.routing === null ? undefined : hit.routing,
    _ignored: hit.ignored,
    _source: hit.source === undefined ? undefined : new RawJson(hit.source),
    fields: hit.fields,
    highlight: hit.highlight,
    sort: hit.sort,
    matched_queries: hit.matchedQueries,
    _explanation: explained?.explanation,
    inner_hits: hit.innerHits === undefined ? undefined : innerHits(hit.innerHits, view),
  };
}
