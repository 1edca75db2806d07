import { detachWhole } from '@sextant/base';
import { apiError, RawJson } from '@sextant/contract';
import type { WriteBatch } from '@sextant/engine';
import { appendOnlyRefusal } from '../../../cluster/settings/append-only.ts';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { causeOf } from '../error-body.ts';
import { bulkDescription } from '../tasks/descriptions.ts';
import { BulkResults, bulkAnswer } from './bulk-answer.ts';
import type { BulkAction, BulkDefaults, BulkOperations } from './bulk-operations.ts';
import { parseBulk } from './bulk-parser.ts';
import { type BulkSlice, type IndexOperations, sliceBatch, sliceOperations } from './bulk-slices.ts';
import { ingestBulk } from './ingest-bulk.ts';
import { observed, tellWrites } from './observe-writes.ts';
import { bulkWithStoredScripts } from './scripted-bulk.ts';
import { sourceFilterOfParams } from './source-filter.ts';
import { throttledGroups } from './throttle-bulk.ts';
import { filterInBody } from './update-document.ts';
import { activeShardCount, checkActiveShards, type Refresh, refreshOf } from './write-params.ts';
import { operationRouting, type WriteTarget, writeTarget } from './write-target.ts';

/** Batches under way at once: enough to keep the writer busy, few enough to bound memory. */
const BATCHES_IN_FLIGHT = 4;

/** Operations whose index is looked up between two pauses: each can be an error of its own. */
const OPERATIONS_PER_TURN = 1000;

const privileges = {
  index: 'indices:data/write/index',
  create: 'indices:data/write/index',
  update: 'indices:data/write/update',
  delete: 'indices:data/write/delete',
} as const;

type BulkRequest = RequestOf<'bulk'>;

export const bulk: Handler<'bulk'> = async (context, request) => {
  const started = context.clock.nanos();
  const refresh = refreshOf(request.params);
  activeShardCount(request.params.wait_for_active_shards, 1);
  const sent = await bulkBody(request);
  const { operations, typed } = await parseBulk(sent, defaultsOf(request));
  if (typed) request.warn('[types removal] Specifying types in bulk requests is deprecated.');
  const results = new BulkResults(operations.length);
  const ingested = await ingestBulk(context, request, operations, sent, results);
  const body = bulkWithStoredScripts(context, operations, ingested.body);
  const found = await groupByIndex(context, request, operations, body, results);
  const throttled = !request.access.internal;
  const groups = throttled ? await throttledGroups(context, found, operations, results) : found;
  const indices = groups.map(({ index }) => index.name);
  request.task.describe(() => bulkDescription(operations.length, indices));
  await writeAll(context, groups, operations, body, refresh, results);
  // Unless they went to the writer as they were.
  for (const each of [sent, ingested.body, body]) detachWhole(each);
  const tookMs = Math.round((context.clock.nanos() - started) / 1e6);
  const took = { tookMs, ingestTookMs: ingested.tookMs };
  const answer = await bulkAnswer(operations, results, took, {
    documentType: request.dialect.documentType,
    errorTrace: request.params.error_trace === true,
    told: (status) => context.statuses.document(status),
  });
  return ok(new RawJson(answer));
};

async function bulkBody(request: BulkRequest): Promise<Buffer> {
  if (request.body.empty) throw apiError('parse_exception', 'request body is required');
  const { contentType } = request.body;
  if (contentType === 'yaml' || contentType === 'cbor') {
    throw apiError('illegal_argument_exception', `a bulk body must be NDJSON, not ${contentType}`);
  }
  return request.body.bytes();
}

function defaultsOf(request: BulkRequest): BulkDefaults {
  const { params, pathParams } = request;
  return {
    index: pathParams.index,
    routing: params.routing,
    requireAlias: params.require_alias === true,
    pipeline: params.pipeline,
    filter: sourceFilterOfParams(params),
  };
}

/** Finds the index of every operation; what has none, or may not be written, is an error in its place. */
async function groupByIndex(
  context: EmbeddedContext,
  request: BulkRequest,
  operations: BulkOperations,
  body: Buffer,
  results: BulkResults,
): Promise<IndexOperations[]> {
  const targets = new TargetCache(context, request);
  const groups = new Map<string, IndexOperations>();
  for (let at = 0; at < operations.length; at++) {
    if (at % OPERATIONS_PER_TURN === OPERATIONS_PER_TURN - 1)
      await new Promise((resume) => setImmediate(resume));
    if (results.isSettled(at)) continue;
    const action = operations.actions[at]!;
    try {
      const target = targets.known(action) ?? (await targets.find(action));
      results.indices[at] = target.index;
      addToGroup(context, request, operations, at, target, groups);
    } catch (error) {
      results.errors.set(at, causeOf(error));
    }
    if (action.kind === 'update') addBodyFilter(operations, at, body);
  }
  return [...groups.values()];
}

/** Throws ApiError where the operation may not be done. */
function addToGroup(
  context: EmbeddedContext,
  request: BulkRequest,
  operations: BulkOperations,
  at: number,
  target: WriteTarget,
  groups: Map<string, IndexOperations>,
): void {
  const { index } = target;
  const { kind, index: name, routing: given } = operations.actions[at]!;
  const id = operations.ids[at]!;
  if (id === '') throw apiError('illegal_argument_exception', 'if _id is specified it must not be empty');
  if (isEmpty(operations, at))
    throw apiError('mapper_parsing_exception', 'failed to parse, document is empty');
  const refused = appendOnlyRefusal(index, kind, id);
  if (refused !== undefined) throw refused;
  const routing = operationRouting(target, name, id, given);
  checkActiveShards(context, index, request.params, id, routing);
  let group = groups.get(index.name);
  if (group === undefined) {
    group = { index, items: [], routings: [] };
    groups.set(index.name, group);
  }
  group.items.push(at);
  group.routings.push(routing);
}

function isEmpty({ actions, starts, ends }: BulkOperations, at: number): boolean {
  const { kind } = actions[at]!;
  return (kind === 'index' || kind === 'create') && starts[at] === ends[at];
}

/** `_source` inside the body of an update asks for the document as much as one outside. */
function addBodyFilter(operations: BulkOperations, at: number, body: Buffer): void {
  const action = operations.actions[at]!;
  const filter = filterInBody(body.subarray(operations.starts[at]!, operations.ends[at]!)) ?? action.filter;
  if (filter !== action.filter) operations.actions[at] = { ...action, filter };
}

/** Targets by action: one look-up, one privilege check and one creation for all operations that are alike. */
class TargetCache {
  private readonly context: EmbeddedContext;
  private readonly request: BulkRequest;
  private readonly byAction = new Map<BulkAction, WriteTarget>();
  private readonly byName = new Map<string, WriteTarget>();
  private readonly failures = new Map<string, unknown>();

  constructor(context: EmbeddedContext, request: BulkRequest) {
    this.context = context;
    this.request = request;
  }

  known(action: BulkAction): WriteTarget | undefined {
    return this.byAction.get(action);
  }

  async find(action: BulkAction): Promise<WriteTarget> {
    const mayCreate = action.kind !== 'delete' || action.conditions.versionType !== 'internal';
    const key = `${action.kind} ${mayCreate} ${action.requireAlias} ${action.index}`;
    if (this.failures.has(key)) throw this.failures.get(key);
    try {
      const target = this.byName.get(key) ?? (await this.resolve(action, mayCreate));
      // What was missing for a deletion may be there now.
      if (mayCreate && !this.byName.has(key)) this.failures.clear();
      this.byName.set(key, target);
      this.byAction.set(action, target);
      return target;
    } catch (error) {
      this.failures.set(key, error);
      throw error;
    }
  }

  private async resolve(action: BulkAction, mayCreate: boolean): Promise<WriteTarget> {
    const { requireAlias } = action;
    const creates = action.kind === 'create';
    const options = { requireAlias, mayCreate, creates, action: privileges[action.kind] };
    return writeTarget(this.context, this.request, action.index, options);
  }
}

/**
 * Writes every slice, those of one index in order: the engine keeps the order in which batches are handed to
 * it.
 */
async function writeAll(
  context: EmbeddedContext,
  groups: readonly IndexOperations[],
  operations: BulkOperations,
  body: Buffer,
  refresh: Refresh,
  results: BulkResults,
): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const refreshes: Promise<void>[] = [];
  for (const group of groups) {
    const leave = enter(context, group, results);
    if (leave === undefined) continue;
    const slices = sliceOperations(group, operations);
    const single = slices.length === 1;
    // Who listens is told what was sent.
    const isLast = single && groups.length === 1 && !context.shardEvents.wantsWrites(group.index);
    const parts: Promise<readonly number[]>[] = [];
    for (const slice of slices) {
      const batch = sliceBatch(slice, operations, body, { refresh: single ? refresh : 'false', isLast });
      const sourceOf = (operation: number): Uint8Array => {
        const item = group.items[slice.from + operation]!;
        return body.subarray(operations.starts[item]!, operations.ends[item]!);
      };
      const part = writeSlice(context, slice, batch, sourceOf, results);
      const done = part.finally(() => underWay.delete(done));
      underWay.add(done);
      parts.push(part);
      if (underWay.size >= BATCHES_IN_FLIGHT) await Promise.race(underWay);
    }
    void Promise.all(parts).finally(leave);
    if (!single && refresh !== 'false') refreshes.push(refreshGroup(context, group, parts, refresh, results));
  }
  await Promise.all([...underWay, ...refreshes]);
}

/** Undefined where too much waits: then all operations on the index have failed. */
function enter(
  { boundedPools }: EmbeddedContext,
  { items }: IndexOperations,
  results: BulkResults,
): (() => void) | undefined {
  try {
    return boundedPools.of('write').enter();
  } catch (error) {
    const cause = causeOf(error);
    for (const item of items) results.errors.set(item, cause);
    return undefined;
  }
}

/** Answers with the shards that took an operation. */
async function writeSlice(
  context: EmbeddedContext,
  slice: BulkSlice,
  batch: WriteBatch,
  sourceOf: (operation: number) => Uint8Array,
  results: BulkResults,
): Promise<readonly number[]> {
  const { items, index } = slice.operations;
  try {
    const result = await context.engine.write(observed(context, index, batch));
    tellWrites(context, index, batch, result, sourceOf);
    for (let at = slice.from; at < slice.to; at++) {
      results.results[items[at]!] = result;
      results.places[items[at]!] = at - slice.from;
    }
    if (result.forcedRefresh) results.refreshed.add(index.name);
    const touched = new Set<number>();
    result.outcomes.forEach((outcome, i) => {
      if (outcome !== 'failed' && outcome !== 'noop') touched.add(result.shards[i]!);
    });
    return [...touched];
  } catch (error) {
    const cause = causeOf(error);
    for (let at = slice.from; at < slice.to; at++) results.errors.set(items[at]!, cause);
    return [];
  }
}

/** After all parts of an index are written: refreshes every shard that one of them wrote to. */
async function refreshGroup(
  context: EmbeddedContext,
  { index, items }: IndexOperations,
  parts: readonly Promise<readonly number[]>[],
  refresh: 'true' | 'wait_for',
  results: BulkResults,
): Promise<void> {
  const touched = [...new Set((await Promise.all(parts)).flat())];
  if (touched.length === 0) return;
  try {
    const { forced, failures } = await context.engine.refreshShards(index.name, touched, refresh);
    if (forced) results.refreshed.add(index.name);
    if (failures.size > 0) results.failShards(items, failures);
  } catch (error) {
    const cause = causeOf(error);
    results.failShards(items, new Map(touched.map((shard) => [shard, cause])));
  }
}
