import { ApiError, apiError, type Json, type JsonMap } from '@sextant/contract';
import { endsRequest } from '../budget/ends-request.ts';
import type { Steps } from '../budget/slices.ts';
import { isFiltered } from '../dsl/source-request.ts';
import type { Highlighter } from '../highlight/highlighter.ts';
import { dateFormat } from '../mapping/date/date-format.ts';
import { decimalPattern } from '../mapping/decimal-pattern.ts';
import { ignoredField } from '../mapping/ignored-field.ts';
import { hashMapOrder } from '../mapping/java-text.ts';
import type { FieldValue, MappedField } from '../mapping/mapped-field.ts';
import { metadataField } from '../mapping/metadata-fields.ts';
import type { ReadDocument } from '../mapping/read-document.ts';
import { requireFielddata } from '../mapping/require-fielddata.ts';
import { prepareFielddata } from '../segment/prepare-fielddata.ts';
import { DerivedHits } from './derived-hits.ts';
import { type FetchProfile, HITS, ProfiledFetch } from './fetch-profile.ts';
import { HitExplainer } from './hit-explainer.ts';
import {
  columnValues,
  type DocvalueRequest,
  docvalueFields,
  docvalueRequests,
  fieldsJson,
  fieldTexts,
  requestedFields,
  sourceFields,
  storedFields,
  storedValues,
} from './hit-fields.ts';
import { highlighterOf } from './hit-highlight.ts';
import { HitScores } from './hit-scores.ts';
import { innerHitsOf } from './inner-hits.ts';
import { matchedQueries } from './matched-queries.ts';
import { type NestedHit, nestedHit, nestedJson, nestedPath, nestedSteps } from './nested-hit.ts';
import { type BoundScriptField, bindScriptFields, scriptFieldValues } from './script-fields.ts';
import type { SearchHit } from './search-api.ts';
import type { ShardFailure } from './search-failure.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchSetup } from './search-setup.ts';
import { inShard } from './shard-damaged.ts';
import type { SegmentTarget, ShardTarget } from './shard-target.ts';
import type { ShardTimes } from './shard-times.ts';
import { StoredAround } from './stored-around.ts';

/** A document that made it into the answer. */
export interface FoundDoc {
  readonly segment: number;
  readonly doc: number;
  /** null where it was not worked out. */
  readonly score: number | null;
  readonly sort: readonly Json[] | null;
}

/** One that is being put together, member by member: thousands of them are made for a page. */
type Hit = { -readonly [Key in keyof SearchHit]: SearchHit[Key] };

/** What is shown of the documents of a shard. */
interface ShardFetch {
  /** Fields of which the stored values are shown. */
  readonly stored: ReadonlyMap<MappedField, null>;
  readonly fields: ReadonlyMap<MappedField, string | null>;
  readonly docvalues: readonly DocvalueRequest[];
  readonly scripts: readonly BoundScriptField[];
  /** Of the fields, those whose values scripts make. */
  readonly derivedFields: readonly MappedField[];
  readonly derived: DerivedHits;
  readonly highlighter: Highlighter | null;
  readonly profile: FetchProfile | null;
  /** What the hit before was read of. */
  around: StoredAround | null;
}

/**
 * Leaves out the documents of shards that the fields asked for cannot be had from; such a shard is put to
 * `failures`.
 */
export function fetchable(
  found: readonly FoundDoc[],
  targets: readonly SegmentTarget[],
  request: SearchRequest,
  failures: ShardFailure[],
): readonly FoundDoc[] {
  if (request.fields.length + request.docvalueFields.length + request.storedFields.length === 0) return found;
  const checked = new Map<ShardTarget, boolean>();
  return found.filter(({ segment }) => {
    const { shard } = targets[segment]!;
    let fits = checked.get(shard);
    if (fits === undefined) {
      const failure = fieldsFailure(request, shard);
      if (failure !== null) failures.push(failure);
      fits = failure === null;
      checked.set(shard, fits);
    }
    return fits;
  });
}

function fieldsFailure(request: SearchRequest, shard: ShardTarget): ShardFailure | null {
  try {
    checkFields(request, shard);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { index, shard: number } = shard.searcher;
    return { index, shard: number, cause: error.error };
  }
}

/** Throws where the fields asked for cannot be had from the shard. */
function checkFields(request: SearchRequest, shard: ShardTarget): void {
  const { mapping, searcher } = shard;
  for (const [field, format] of docvalueRequests(request.docvalueFields, mapping)) {
    requireFielddata(field);
    if (format !== null && ['none', 'fields'].includes(field.fieldType.formats)) {
      throw badFormat(field, 'does not support custom formats');
    }
    if (format !== null && field.fieldType.numbers?.values === 'plain') decimalPattern(format);
    requireDateFormat(field, format);
  }
  storedFields(request.storedFields, mapping);
  if (request.fields.length === 0) return;
  if (!mapping.source.enabled) {
    throw apiError(
      'illegal_argument_exception',
      `Unable to retrieve the requested [fields] since _source is disabled in the mappings for index [${searcher.index}]`,
    );
  }
  for (const [field, format] of requestedFields(request.fields, mapping)) {
    if (field.fieldType.isInternal === true && request.fields.some(({ pattern }) => pattern === field.name)) {
      const reason = `Cannot fetch values for internal field [${field.type}].`;
      throw apiError('unsupported_operation_exception', reason);
    }
    if (field.derived !== undefined) {
      if (format !== null) throw badFormat({ ...field, type: 'derived' }, "doesn't support formats.");
      continue;
    }
    field.fieldType.structure?.checkFormat(format, field);
    // What a document has of itself is not shown by `fields`, in whatever format.
    if (metadataField(field.name) !== undefined) continue;
    if (format !== null && !['both', 'fields'].includes(field.fieldType.formats))
      throw badFormat(field, "doesn't support formats.");
    requireDateFormat(field, format);
  }
}

/** One that is no pattern is refused though no document has a value. */
function requireDateFormat({ fieldType: { formats } }: MappedField, format: string | null): void {
  if (format !== null && formats === 'both') dateFormat(format);
}

function badFormat(field: MappedField, problem: string): ApiError {
  const type = field.storage === 'text' && problem.startsWith('doesn') ? '' : `of type [${field.type}] `;
  return apiError('illegal_argument_exception', `Field [${field.name}] ${type}${problem}`);
}

/** Hits, and the documents that they show. */
export interface FetchedHits {
  readonly hits: readonly SearchHit[];
  readonly docs: readonly FoundDoc[];
}

/** Loads what the answer shows of each document. Those of a shard that fails meanwhile are left out, and it is put to `failures`. */
export function* fetchHits(
  found: readonly FoundDoc[],
  targets: readonly SegmentTarget[],
  setup: SearchSetup,
  { times, failures }: { readonly times: ShardTimes | null; readonly failures: ShardFailure[] },
): Steps<FetchedHits> {
  times?.begin();
  const { request, options, budget } = setup;
  const scores = new HitScores(setup, targets);
  const profiled = profiledFetch(setup, times, targets);
  const matching = profiled?.all.nanos() ?? 0;
  const matched = yield* matchedQueries(found, request, options.scoreNamedQueries === true, scores);
  profiled?.matched(found, matching);
  const within = profiled === null ? setup : { ...setup, fetches: profiled.all };
  const inner = request.innerHits.length === 0 ? [] : yield* innerHitsOf(found, targets, within, showDocs);
  const explainer = request.explain ? new HitExplainer(setup, targets, scores) : null;
  const perShard = new Map<number, ShardFetch | 'failed'>();
  const hits: SearchHit[] = [];
  const docs: FoundDoc[] = [];
  for (let i = 0; i < found.length; i++) {
    const doc = found[i]!;
    const target = targets[doc.segment]!;
    const { shardIndex, shard } = target;
    let fetch = perShard.get(shardIndex);
    if (fetch === 'failed') continue;
    const profile = profiled?.begin(doc.segment) ?? null;
    try {
      fetch ??= yield* shardFetch(setup, target, scores, profile);
      perShard.set(shardIndex, fetch);
      profiled?.reach(doc.segment);
      const hit = fetchHit(doc, target, setup, fetch);
      const names = matched?.[i];
      const innerHits = inner[i];
      if (innerHits instanceof ApiError) throw innerHits;
      const explained = explainer?.explain(doc, i);
      profile?.phase('ExplainPhase');
      if (names !== undefined && !isEmpty(names)) hit.matchedQueries = names;
      if (innerHits !== undefined && innerHits.length > 0) hit.innerHits = innerHits;
      if (explained !== undefined) hit.explained = explained;
      hits.push(hit);
      docs.push(doc);
    } catch (error) {
      if (!isOfShard(error)) throw inShard(error, shard.searcher);
      perShard.set(shardIndex, 'failed');
      const { index, shard: number } = shard.searcher;
      failures.push({ index, shard: number, cause: error.error, isOfFetch: true });
    }
    times?.fetched(shardIndex);
    if (budget.sliceOver) yield;
  }
  if (docs.length === found.length) return { hits, docs };
  const isKept = (_: unknown, i: number): boolean => {
    return perShard.get(targets[docs[i]!.segment]!.shardIndex) !== 'failed';
  };
  return { hits: hits.filter(isKept), docs: docs.filter(isKept) };
}

/** null where nobody asks what it takes. */
function profiledFetch(
  { request, fetches, fetchName }: SearchSetup,
  times: ShardTimes | null,
  targets: readonly SegmentTarget[],
): ProfiledFetch | null {
  // Without a name, as for the documents of suggestions, it is nothing that OpenSearch tells of.
  const name = times === null ? fetchName : HITS;
  const all = times?.fetches ?? fetches ?? null;
  return all === null || name === undefined ? null : new ProfiledFetch(all, name, request, targets);
}

/** Both of it, for documents within an answer. */
export function* showDocs(
  docs: readonly FoundDoc[],
  targets: readonly SegmentTarget[],
  setup: SearchSetup,
  failures: ShardFailure[],
): Steps<readonly SearchHit[]> {
  const shown = fetchable(docs, targets, setup.request, failures);
  return (yield* fetchHits(shown, targets, setup, { times: null, failures })).hits;
}

/** Whether it is a fault of what is asked for, and not of the segment or of the whole request. */
export function isOfShard(error: unknown): error is ApiError {
  return error instanceof ApiError && !endsRequest(error) && error.error.type !== 'corrupt_index_exception';
}

function* shardFetch(
  { request, budget }: SearchSetup,
  target: SegmentTarget,
  scores: HitScores,
  profile: FetchProfile | null,
): Steps<ShardFetch> {
  const { mapping, searcher } = target.shard;
  const { highlight } = request;
  const stored = storedFields(request.storedFields, mapping);
  profile?.part('create_stored_fields_visitor');
  const asked = requestedFields(request.fields, mapping);
  const docvalues = docvalueRequests(request.docvalueFields, mapping);
  const ofSource = [...asked].filter(([field]) => field.derived === undefined);
  for (const [field] of docvalues) yield* prepareFielddata(searcher.segments, field, budget);
  const fetch = {
    stored,
    fields: new Map(ofSource.filter(([field]) => !showsStored(field) && field.fieldType.isInternal !== true)),
    docvalues: [...docvalues, ...ofSource.filter(([field]) => showsStored(field))],
    derivedFields: [...asked.keys()].filter(({ derived }) => derived !== undefined),
    derived: new DerivedHits(target.shard, budget),
    scripts: bindScriptFields(request.scriptFields, target.shard, budget),
    highlighter: highlight === null ? null : highlighterOf(highlight, request.query, target, scores),
    profile,
    around: null,
  };
  profile?.part('build_sub_phase_processors');
  return fetch;
}

/** Its values are read where `docvalue_fields` reads them. */
function showsStored({ fieldType, docValues }: MappedField): boolean {
  return fieldType.showsStored === true && docValues;
}

function isEmpty(names: Json): boolean {
  return Object.keys(names as object).length === 0;
}

/** Bytes of a document that take as long as a step, as a power of two: to read it, and to take it apart. */
const READ_PER_STEP = 10;
const PARSED_PER_STEP = 6;

/** What it takes to show a document of so many bytes. */
export function fetchSteps(bytes: number, isParsed: boolean): number {
  return 2 + (bytes >>> (isParsed ? PARSED_PER_STEP : READ_PER_STEP));
}

const NONE: readonly FieldValue[] = [];

/** A hit of which nothing is asked that stands in its document. */
const NOTHING = { source: undefined, kept: undefined };
const UNREAD: ReadDocument = { ...NOTHING, lossless: () => NOTHING };

function fetchHit(
  { doc, score, sort }: FoundDoc,
  { shard, segment }: SegmentTarget,
  { request, budget }: SearchSetup,
  fetch: ShardFetch,
): Hit {
  const { profile } = fetch;
  const object = nestedHit(segment, doc, shard.mapping);
  const root = object?.root ?? doc;
  const isNamed = !request.bare || object !== null;
  const wantsSource = request.source.enabled && isNamed;
  const isRead = fetch.fields.size + fetch.stored.size > 0 || fetch.highlighter !== null;
  const isKnown = object !== null && fetch.around?.isOf(segment, root) === true;
  if (!isKnown)
    fetch.around = new StoredAround(segment, root, { source: wantsSource || isRead, kept: isRead });
  const around = fetch.around!;
  const parsed = isFiltered(request.source) || isRead || object !== null;
  const bytes = isKnown ? 0 : around.bytes;
  budget.charge(fetchSteps(bytes, parsed) + nestedSteps(object));
  budget.reserve(bytes, '<hits>');
  const hit: Hit = {
    index: shard.searcher.index,
    id: isNamed ? segment.idOf(root) : '',
    score,
    routing: request.bare || object !== null ? null : segment.routingOf(root),
  };
  profile?.phase('FetchScorePhase');
  const ignored = request.bare ? NONE : columnValues(segment, ignoredField, root);
  if (ignored.length > 0) hit.ignored = hashMapOrder(ignored.map(String));
  if (object !== null) hit.nested = nestedJson(object.steps);
  if (isNamed) profile?.part('load_stored_fields');
  const document = isRead ? around.document(object) : UNREAD;
  if (around.source !== null) profile?.part('load_source');
  const path = nestedPath(object);
  const fields = hitFields(fetch, shard, { segment, doc, document, path });
  const highlight = fetch.highlighter?.highlight({ doc, id: segment.idOf(root), path }, (field) =>
    field.derived === undefined
      ? fieldTexts(field, shard.mapping, document)
      : fetch.derived.texts(field, segment, doc),
  );
  profile?.phase('HighlightPhase');
  if (request.version) hit.version = segment.versionOf(doc);
  profile?.phase('FetchVersionPhase');
  if (request.seqNoPrimaryTerm) Object.assign(hit, historyOf(segment, doc, object));
  profile?.phase('SeqNoPrimaryTermPhase');
  if (wantsSource && around.source !== null) {
    hit.source = around.shown(around.source, request.source, object);
    // An object is written anew.
    if (object !== null) {
      budget.charge(hit.source.length >>> PARSED_PER_STEP);
      budget.reserve(hit.source.length, '<hits>');
    }
  }
  profile?.phase('FetchSourcePhase');
  if (fields !== undefined) hit.fields = fields;
  if (highlight !== undefined) hit.highlight = highlight;
  if (sort !== null) hit.sort = sort;
  return hit;
}

function historyOf(
  segment: SegmentTarget['segment'],
  doc: number,
  object: NestedHit | null,
): Pick<SearchHit, 'seqNo' | 'primaryTerm'> {
  if (object === null) return { seqNo: segment.seqNoOf(doc), primaryTerm: segment.primaryTermOf(doc) };
  const reason = 'nested documents are not assigned sequence numbers';
  throw apiError('unsupported_operation_exception', reason);
}

function hitFields(
  { stored, fields, docvalues, scripts, derivedFields, derived, profile }: ShardFetch,
  shard: ShardTarget,
  at: {
    readonly segment: SegmentTarget['segment'];
    readonly doc: number;
    readonly document: ReadDocument;
    readonly path: string | null;
  },
): JsonMap | undefined {
  const asked = stored.size + fields.size + docvalues.length + scripts.length + derivedFields.length;
  if (asked === 0) return undefined;
  const values = docvalueFields(docvalues, at.segment, at.doc);
  profile?.phase('FetchDocValuesPhase');
  const made = scriptFieldValues(scripts, at.segment, at.doc);
  profile?.phase('ScriptFieldsPhase');
  const read = storedValues(stored, shard.mapping, at.document, at.path);
  const shown = derived.shown(derivedFields, at.segment, at.doc);
  const { source } = at.document;
  if (fields.size === 0 || source === undefined) return fieldsJson(values, made, read, shown);
  const fetched = sourceFields(fields, shard.mapping, at.document);
  profile?.phase('FetchFieldsPhase');
  return fieldsJson(values, made, read, fetched, shown);
}
