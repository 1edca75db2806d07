import { ApiError, className, type ErrorCause, isObject, type JsonMap } from '@sextant/contract';
import { type IndexMetadata, parseQuery } from '@sextant/engine';
import { blocksOf } from '../../../cluster/blocks.ts';
import { metadataIndices } from '../../../cluster/indices-options.ts';
import type { BackendResponse } from '../../backend.ts';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { checkMembers } from '../read-errors.ts';
import { withLookups } from '../search/lookups/resolve-lookups.ts';
import { checkOneQuery, queryOfParams, readSearchBody } from '../search/search-body.ts';
import { engineTargets } from '../search/search-targeted.ts';
import { searchTargets } from '../search/search-targets.ts';
import { resolvedNames } from './resolve.ts';

/** Tries the query out, index by index: an error of the query is the answer, not an error of the call. */
export const validateQuery: Handler<'indices.validate_query'> = async (context, request) => {
  const { params } = request;
  const wish = {
    explains: params.explain === true || params.rewrite === true || params.all_shards === true,
    byShard: params.all_shards === true,
  };
  checkOneQuery(request);
  let query: unknown;
  try {
    query = await readQuery(request);
  } catch (error) {
    return refused(error, wish);
  }
  // What is wrong with the names is no fault of the query.
  const named = { ...params, allow_no_indices: params.allow_no_indices ?? false };
  const resolved = (): IndexMetadata[] =>
    resolvedNames(context, request, { ...metadataIndices, allowNoIndices: false });
  if (query === undefined && !request.body.empty) refuseNull(resolved);
  const error = blockedBy(resolved());
  if (error !== '') {
    return ok({ _shards: noShards, valid: false, explanations: [{ valid: false, error }] });
  }
  const targets = searchTargets(context, request, request.indices, named, []);
  const told: Validity[] = [];
  const names = targets.indices.map(({ name }) => name).sort();
  const options = engineTargets(context, request, targets);
  try {
    const asked =
      query === undefined || names.length === 0
        ? {}
        : { query: await withLookups(context, request, query, targets.indices) };
    for (const name of names) {
      told.push(...(await validityOf(context, { ...options, indices: [name], body: asked }, wish)));
    }
  } catch (error) {
    return refused(error, wish);
  }
  const shards = { total: told.length, successful: told.length, failed: 0 };
  const valid = told.every((each) => each.valid);
  return ok({ _shards: shards, valid, ...(wish.explains ? { explanations: told } : {}) });
};

const noShards = { total: 0, successful: 0, failed: 0 };

/** That there is no query is told before what is wrong with the names, but for who may not ask. */
function refuseNull(resolved: () => unknown): never {
  try {
    resolved();
  } catch (error) {
    if (error instanceof ApiError && error.error.type === 'security_exception') throw error;
  }
  throw validationFailed(['query cannot be null']);
}

/** What keeps indices from being read, closed ones among it; empty where there is nothing. */
function blockedBy(indices: readonly IndexMetadata[]): string {
  const reasons = [...indices].sort(byName).map((index) => {
    const blocks = blocksOf(index, 'read').map(({ text }) => text);
    if (index.state === 'close') blocks.push('FORBIDDEN/4/index closed');
    return blocks.length === 0 ? '' : `index [${index.name}] blocked by: [${blocks.join(', ')}];`;
  });
  return reasons.join('');
}

function byName(a: IndexMetadata, b: IndexMetadata): number {
  return a.name < b.name ? -1 : 1;
}

async function readQuery(request: RequestOf<'indices.validate_query'>): Promise<unknown> {
  const body = await readSearchBody(request);
  checkMembers(body, ['query']);
  const query = request.body.empty ? queryOfParams(request.params) : body.query;
  if (query !== undefined) parseQuery(query);
  return query;
}

/** Throws what is no fault of the query. */
function refused(error: unknown, { explains }: Wish): BackendResponse {
  const cause = error instanceof ApiError ? queryProblem(error.error) : undefined;
  if (cause === undefined) throw error;
  return ok(explains ? { valid: false, error: thrown(cause) } : { valid: false });
}

interface Wish {
  readonly explains: boolean;
  /** Each shard is told by itself; else one of each index. */
  readonly byShard: boolean;
}

/** Of an index, or of a shard of it. */
type Validity = JsonMap & { readonly valid: boolean };

async function validityOf(
  context: EmbeddedContext,
  options: Parameters<EmbeddedContext['engine']['search']>[0],
  { explains, byShard }: Wish,
): Promise<readonly Validity[]> {
  const [index = ''] = options.indices;
  const shardCount = context.engine.index(index)?.numberOfShards ?? 1;
  const numbers = byShard ? Array.from({ length: shardCount }, (_, shard) => shard) : [0];
  const placeOf = (shard: number): JsonMap => (byShard ? { index, shard } : { index });
  try {
    const search = { ...options, countOnly: true, bindsOnly: true, tellsQuery: explains };
    const { queryTexts = [] } = await context.engine.search(search);
    const textOf = (shard: number): JsonMap => {
      const text = queryTexts.find((each) => each.shard === shard)?.text;
      return text === undefined ? {} : { explanation: text };
    };
    return numbers.map((shard) => ({ ...placeOf(shard), valid: true, ...textOf(shard) }));
  } catch (error) {
    const cause = error instanceof ApiError ? queryProblem(error.error) : undefined;
    const uuid = cause?.details?.index_uuid;
    if (cause === undefined || uuid === undefined) throw error;
    const problem = `[${index}/${String(uuid)}] ${thrown(cause)}`;
    return numbers.map((shard) => ({ ...placeOf(shard), valid: false, error: problem }));
  }
}

/** Errors that the names of the request are to blame for. */
const ofIndices: ReadonlySet<string> = new Set([
  'index_not_found_exception',
  'index_closed_exception',
  'security_exception',
]);

/** The part of an error that the query is to blame for; undefined where it is not. */
function queryProblem(cause: ErrorCause): ErrorCause | undefined {
  if (cause.type === 'search_phase_execution_exception') return failureOf(cause) ?? cause.causedBy;
  return ofIndices.has(cause.type) ? undefined : cause;
}

/** What failed on the first shard, with all that lies around the cause. */
function failureOf({ details }: ErrorCause): ErrorCause | undefined {
  const failed = details?.failed_shards;
  const first = Array.isArray(failed) ? failed[0] : undefined;
  return isObject(first) && isObject(first.reason) ? causeOfJson(first.reason as JsonMap) : undefined;
}

function causeOfJson({ type, reason, caused_by: inner, ...details }: JsonMap): ErrorCause {
  const causedBy = isObject(inner) ? { causedBy: causeOfJson(inner as JsonMap) } : {};
  return { type: type as ErrorCause['type'], reason: String(reason), details, ...causedBy };
}

/** As Java prints an exception, its causes, and each of them in turn. */
function thrown(cause: ErrorCause): string {
  const { causedBy } = cause;
  if (causedBy === undefined) return nested(cause);
  const inner = causedBy.causedBy === undefined ? ofJava(causedBy, cause) : thrown(causedBy);
  return `${nested(cause)};; ${inner}`;
}

/** `ScriptException[link error]; nested: ParseException[Unknown variable [foo]]` */
function nested({ type, reason, causedBy }: ErrorCause): string {
  const own = `${className(type)}[${reason}]`;
  return causedBy === undefined ? own : `${own}; nested: ${nested(causedBy)}`;
}

/** `java.lang.IllegalArgumentException: cannot resolve symbol [foo]` */
function ofJava({ type, reason }: ErrorCause, around: ErrorCause): string {
  // Expressions, which are scripts, have one of their own.
  const isOfQuery = type === 'parse_exception' && around.type === 'query_shard_exception';
  const home = isOfQuery ? 'org.apache.lucene.queryparser.classic' : (homes[type] ?? 'java.lang');
  return `${home}.${className(type)}: ${reason}`;
}

/** Where exceptions are at home that are not in `java.lang`. */
const homes: Partial<Record<ErrorCause['type'], string>> = {
  named_object_not_found_exception: 'org.opensearch.core.xcontent',
  parse_exception: 'java.text',
};
