import { apiError, table } from '@sextant/contract';
import { type AggregationTree, parseAggregations } from '../aggregations/aggregations.ts';
import { inField } from '../dsl/field-failure.ts';
import type { InnerHitsBody } from '../dsl/inner-hits.ts';
import {
  isObject,
  type JsonObject,
  parsingError,
  toBoolean,
  toFloat,
  toInt,
  tokenOf,
  toText,
  toTextList,
  unknownKey,
} from '../dsl/json-reader.ts';
import { innerQueries } from '../dsl/query-name.ts';
import { matchAll, type QueryNode } from '../dsl/query-node.ts';
import { itemsOf, membersOf } from '../dsl/read-place.ts';
import { allOfSource, parseSourceRequest, type SourceRequest } from '../dsl/source-request.ts';
import { timeValueMs } from '../dsl/time-value.ts';
import { type HighlightRequest, parseHighlight } from '../highlight/highlight-request.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Slice } from '../query/slice-query.ts';
import { type HasChildNode, hasChild } from '../query/types/has-child.ts';
import { type HasParentNode, hasParent } from '../query/types/has-parent.ts';
import { type NestedNode, nested } from '../query/types/nested.ts';
import { parseSuggest, type SuggestRequest } from '../suggest/suggest-request.ts';
import { type CollapseRequest, parseCollapse } from './collapse-request.ts';
import { type FieldRequest, parseFieldRequests } from './field-request.ts';
import { parseIndicesBoost } from './indices-boost.ts';
import { parseRescore, type RescoreRequest } from './rescore-request.ts';
import { parseScriptFields, type ScriptField } from './script-fields.ts';
import type { SearchBody } from './search-api.ts';
import { parseSlice } from './slice-request.ts';
import { parseSort, type SortSpec } from './sort-request.ts';

export type SearchAfterValue = string | number | boolean | null;

/** A search body, read and checked. Plain data. */
export interface SearchRequest {
  readonly query: QueryNode;
  readonly postFilter: QueryNode | null;
  readonly from: number;
  readonly size: number;
  /** Empty = by score. */
  readonly sort: readonly SortSpec[];
  readonly searchAfter: readonly SearchAfterValue[] | null;
  readonly source: SourceRequest;
  readonly fields: readonly FieldRequest[];
  readonly docvalueFields: readonly FieldRequest[];
  readonly scriptFields: readonly ScriptField[];
  /** Definitions of fields that scripts make, as they were given: each index reads them for itself. */
  readonly derived: JsonObject | null;
  /** Names and patterns: of fields that the mapping stores their values are given. */
  readonly storedFields: readonly string[];
  /** `stored_fields: _none_`: hits carry neither id nor source. */
  readonly bare: boolean;
  /** Hits are counted exactly up to this many; Infinity = all, -1 = not at all. */
  readonly trackTotalHits: number;
  readonly trackScores: boolean;
  readonly minScore: number | null;
  /** Documents per shard after which collecting ends; 0 = no limit. */
  readonly terminateAfter: number;
  readonly timeoutMs: number | null;
  readonly version: boolean;
  readonly seqNoPrimaryTerm: boolean;
  readonly aggregations: AggregationTree | null;
  /** Steps, one after the other. */
  readonly rescore: readonly RescoreRequest[];
  readonly slice: Slice | null;
  readonly suggest: SuggestRequest | null;
  readonly highlight: HighlightRequest | null;
  readonly collapse: CollapseRequest | null;
  /** Hits say why they have their scores. */
  readonly explain: boolean;
  /** The answer says what shards and queries took. */
  readonly profile: boolean;
  /** Objects that are shown with each hit. */
  readonly innerHits: readonly InnerHitsOfHit[];
}

/** Objects of a nested path within a hit; children of it that have the name, or its parent where that has it. */
export type DocsOfHit =
  | { readonly kind: 'nested'; readonly path: string }
  | { readonly kind: 'child' | 'parent'; readonly type: string };

/** What is shown with each hit. */
export interface InnerHitsOfHit {
  /** As the answer names them. */
  readonly name: string;
  /** As the request did; null where it did not. */
  readonly givenName: string | null;
  readonly docs: DocsOfHit;
  readonly ignoreUnmapped: boolean;
  /** Its query is about the documents that are shown. */
  readonly request: SearchRequest;
}

type Draft = { -readonly [key in keyof SearchRequest]: SearchRequest[key] };

function readAggregations(draft: Draft, value: unknown): void {
  const tree = parseAggregations(value);
  checkSearchBodies(tree);
  set(draft, { aggregations: Object.keys(value as object).length === 0 ? null : tree });
}

/** What aggregations look for documents by is wrong before anything is searched. */
function checkSearchBodies({ children }: AggregationTree): void {
  for (const node of children) {
    const body = node.type.searchBody?.(node.spec);
    if (body !== undefined) parseSearchRequest(body);
    checkSearchBodies(node);
  }
}

/** `track_total_hits` where none is given. */
const DEFAULT_TRACKED = 10_000;

type Reader = (draft: Draft, value: unknown) => void;

/**
 * Per key the kinds of JSON it may have (o object, a array, v scalar), as OpenSearch's parser tells them
 * apart.
 */
const readers: Readonly<Record<string, readonly [kinds: string, read: Reader]>> = table({
  query: ['o', (draft, value) => set(draft, { query: parseQuery(value) })],
  post_filter: ['o', (draft, value) => set(draft, { postFilter: parseQuery(value) })],
  from: ['v', (draft, value) => set(draft, { from: notNegative('from', toInt(value)) })],
  size: ['v', (draft, value) => set(draft, { size: notNegative('size', toInt(value)) })],
  sort: ['oav', (draft, value) => set(draft, { sort: parseSort(value) })],
  search_after: ['a', (draft, value) => set(draft, { searchAfter: parseSearchAfter(value as unknown[]) })],
  _source: ['oav', (draft, value) => set(draft, { source: parseSourceRequest(value) })],
  fields: ['a', (draft, value) => set(draft, { fields: parseFieldRequests('fields', value as unknown[]) })],
  docvalue_fields: [
    'a',
    (draft, value) =>
      set(draft, { docvalueFields: parseFieldRequests('docvalue_fields', value as unknown[]) }),
  ],
  script_fields: [
    'o',
    (draft, value) => set(draft, { scriptFields: parseScriptFields(value as JsonObject) }),
  ],
  stored_fields: ['av', readStoredFields],
  track_total_hits: ['v', (draft, value) => set(draft, { trackTotalHits: parseTrackTotalHits(value) })],
  track_scores: ['v', (draft, value) => set(draft, { trackScores: toBoolean(value) })],
  min_score: ['v', (draft, value) => set(draft, { minScore: toFloat(value) })],
  terminate_after: ['v', (draft, value) => set(draft, { terminateAfter: parseTerminateAfter(value) })],
  timeout: ['v', (draft, value) => set(draft, { timeoutMs: parseTimeout(value) })],
  version: ['v', (draft, value) => set(draft, { version: toBoolean(value) })],
  seq_no_primary_term: ['v', (draft, value) => set(draft, { seqNoPrimaryTerm: toBoolean(value) })],
  aggs: ['o', readAggregations],
  aggregations: ['o', readAggregations],
  explain: ['v', (draft, value) => set(draft, { explain: toBoolean(value) })],
  profile: ['v', (draft, value) => set(draft, { profile: toBoolean(value) })],
  suggest: ['o', (draft, value) => set(draft, { suggest: parseSuggest(value as JsonObject) })],
  rescore: ['oa', (draft, value) => set(draft, { rescore: parseRescore(value) })],
  collapse: ['o', (draft, value) => set(draft, { collapse: parseCollapse(value as JsonObject) })],
  highlight: ['o', (draft, value) => set(draft, { highlight: parseHighlight(value as JsonObject) })],
  // Whoever resolves the names gives the boosts to the search.
  indices_boost: ['oa', (_, value) => void parseIndicesBoost(value)],
  // The parameter of the same name decides, as in OpenSearch, also where it is not given.
  include_named_queries_score: ['v', (_, value) => void toBoolean(value)],
  slice: ['o', (draft, value) => set(draft, { slice: parseSlice(value as JsonObject) })],
  // Says in which context the search is done, which whoever asks finds.
  pit: ['o', () => {}],
  // Whoever asks takes the search through its pipeline.
  search_pipeline: ['ov', () => {}],
  verbose_pipeline: ['v', (_, value) => void toBoolean(value)],
  // Names of groups under which searches are counted; they change no answer.
  derived: ['o', (draft, value) => set(draft, { derived: value as JsonObject })],
  stats: ['a', (_, value) => checkStats(value as unknown[])],
  ext: ['o', (_, value) => checkExtensions(value as JsonObject)],
});

function set(draft: Draft, part: Partial<Draft>): void {
  Object.assign(draft, part);
}

export function parseSearchRequest(body: SearchBody): SearchRequest {
  const draft: Draft = {
    query: matchAll,
    postFilter: null,
    from: 0,
    size: 10,
    sort: [],
    searchAfter: null,
    source: allOfSource,
    fields: [],
    docvalueFields: [],
    scriptFields: [],
    derived: null,
    storedFields: [],
    bare: false,
    trackTotalHits: DEFAULT_TRACKED,
    trackScores: false,
    minScore: null,
    terminateAfter: 0,
    timeoutMs: null,
    version: false,
    seqNoPrimaryTerm: false,
    explain: false,
    profile: false,
    aggregations: null,
    rescore: [],
    slice: null,
    suggest: null,
    highlight: null,
    collapse: null,
    innerHits: [],
  };
  for (const [name, value] of membersOf(body)) {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (reader === undefined || !reader[0].includes(kindOf(value))) throw unknownKey(name, value);
    reader[1](draft, value);
  }
  // What `stored_fields` leaves out, a `_source` beside it brings back.
  const named = body.stored_fields ?? (body.script_fields === undefined ? undefined : []);
  if (named !== undefined && body._source === undefined && !storesSource(named)) {
    draft.source = { ...allOfSource, enabled: false };
  }
  // Who asks for suggestions alone wants no hits.
  if (draft.suggest !== null && body.query === undefined && draft.aggregations === null) {
    draft.query = { kind: 'match_none', boost: 1 };
  }
  if (draft.collapse !== null) {
    // The value of the group is shown.
    const { field } = draft.collapse;
    const isAsked = draft.docvalueFields.some(({ pattern }) => pattern === field);
    if (!isAsked) draft.docvalueFields = [...draft.docvalueFields, { pattern: field, format: null }];
  }
  const asked = innerHitsIn(draft.query);
  draft.innerHits = draft.postFilter === null ? asked : [...asked, ...innerHitsIn(draft.postFilter)];
  return Object.freeze(draft);
}

/** Those within others are shown with these. */
function innerHitsIn(node: QueryNode): InnerHitsOfHit[] {
  const asking = askingFor(node);
  // Documents that lack something have nothing to show.
  if (asking === null) return innerQueries(node, 'mustNot').flatMap(innerHitsIn);
  const { docs, query, innerHits, lenient } = asking;
  if (innerHits === null) return [];
  const { name: givenName, body } = innerHits;
  for (const [key, value] of membersOf(body)) {
    inField('inner_hits', key, () => parseSearchRequest({ [key]: value }));
  }
  const request = { ...parseSearchRequest(body), query, innerHits: innerHitsIn(query) };
  const name = givenName ?? (docs.kind === 'nested' ? docs.path : docs.type);
  return [{ name, givenName, docs, ignoreUnmapped: lenient, request }];
}

interface AskingQuery {
  readonly docs: DocsOfHit;
  readonly query: QueryNode;
  readonly innerHits: InnerHitsBody | null;
  /** Where there is nothing to look into, nothing is shown. */
  readonly lenient: boolean;
}

/** What a query that has others inside asks of documents beside its hits; null: it asks of its hits. */
function askingFor(node: QueryNode): AskingQuery | null {
  if (node.kind === nested.name) {
    const { path, query, innerHits, ignoreUnmapped } = node as NestedNode;
    const lenient = ignoreUnmapped || innerHits?.ignoreUnmapped === true;
    return { docs: { kind: 'nested', path }, query, innerHits, lenient };
  }
  if (node.kind === hasChild.name) {
    const { type, query, innerHits, ignoreUnmapped } = node as HasChildNode;
    return { docs: { kind: 'child', type }, query, innerHits, lenient: ignoreUnmapped };
  }
  if (node.kind !== hasParent.name) return null;
  const { type, query, innerHits, ignoreUnmapped } = node as HasParentNode;
  return { docs: { kind: 'parent', type }, query, innerHits, lenient: ignoreUnmapped };
}

function kindOf(value: unknown): string {
  if (isObject(value)) return 'o';
  if (Array.isArray(value)) return 'a';
  return value === null || value === undefined ? '-' : 'v';
}

/** None is known, as to OpenSearch without plugins. */
function checkExtensions(extensions: JsonObject): void {
  if (Object.keys(extensions).length === 0) return;
  const category = 'org.opensearch.search.SearchExtBuilder';
  throw apiError('x_content_parse_exception', `unknown named object category [${category}]`);
}

function notNegative(name: string, value: number): number {
  if (value >= 0) return value;
  throw apiError('illegal_argument_exception', `[${name}] parameter cannot be negative, found [${value}]`);
}

function parseTerminateAfter(value: unknown): number {
  const limit = toInt(value);
  if (limit >= 0) return limit;
  throw apiError('illegal_argument_exception', 'terminateAfter must be > 0');
}

function parseTrackTotalHits(value: unknown): number {
  if (value === true || value === 'true') return Number.POSITIVE_INFINITY;
  if (value === false || value === 'false') return -1;
  const limit = toInt(value);
  if (limit < -1) throw apiError('illegal_argument_exception', `value must be >= 0, got ${limit}`);
  return limit;
}

/** OpenSearch measures a search by a clock that moves every 200 ms: one that may take no time takes that long. */
const CLOCK_STEP_MS = 200;

/** null = no limit. */
function parseTimeout(value: unknown): number | null {
  const text = toText(value);
  const ms = timeValueMs(text, 'timeout');
  if (ms === -1) return null;
  return ms === 0 ? CLOCK_STEP_MS : ms;
}

function checkStats(groups: readonly unknown[]): void {
  for (const group of itemsOf(groups)) {
    if (typeof group === 'string') continue;
    throw parsingError(`Expected [VALUE_STRING] in [stats] but found [${tokenOf(group)}]`);
  }
}

function parseSearchAfter(values: readonly unknown[]): SearchAfterValue[] {
  if (values.length === 0) {
    throw apiError('illegal_argument_exception', 'Values must contains at least one value.');
  }
  return Array.from(itemsOf(values), (value) => {
    if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'number' ||
      typeof value === 'boolean'
    ) {
      return value;
    }
    const wanted = 'Expected [VALUE_STRING] or [VALUE_NUMBER] or [VALUE_BOOLEAN] or [VALUE_NULL]';
    throw parsingError(`${wanted} but found [${tokenOf(value)}] inside search_after.`);
  });
}

/** Names also decide whether the source is wanted. */
function readStoredFields(draft: Draft, value: unknown): void {
  if (!Array.isArray(value) && typeof value !== 'string') {
    const wanted = 'Expected [VALUE_STRING] or [START_ARRAY] in [stored_fields]';
    throw parsingError(`${wanted} but found [${tokenOf(value)}]`);
  }
  const names = toTextList(value);
  draft.storedFields = names;
  draft.bare = names.includes('_none_');
  if (draft.bare && names.length > 1) {
    throw apiError('illegal_argument_exception', 'cannot combine _none_ with other fields');
  }
}

function storesSource(value: unknown): boolean {
  return toTextList(value).includes('_source');
}
