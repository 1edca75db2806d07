import { ApiError, apiError } from '@sextant/contract';
import { parseQuery } from '@sextant/engine';
import type { BackendRequest } from '../../../backend.ts';
import type { EmbeddedContext } from '../../context.ts';
import { readRouting, readTarget } from '../../document/get-document.ts';
import { storedFieldValues } from '../../document/stored-fields.ts';
import { requestBudget } from '../request-budget.ts';
import { engineTargets } from '../search-targeted.ts';
import { searchTargets } from '../search-targets.ts';
import { extractValues } from './extract-values.ts';
import { findLookups, type Lookups, replaced, type TermsLookup } from './find-lookups.ts';

/** Lookups within the queries of lookups. */
const DEPTH_MAX = 5;

/** Documents that the query of a lookup may find. */
const FOUND_MAX = 10_000;

/** The right to read the documents that are looked up. */
const readAction = 'indices:data/read/get';

/**
 * The body with what its queries look up put in. Documents are read with the caller's rights. Throws ApiError where an index
 * is not there, or is not the caller's to read.
 */
export async function withLookups<Body>(
  context: EmbeddedContext,
  request: BackendRequest,
  body: Body,
): Promise<Body> {
  const lookups = findLookups(body);
  if (lookups.size === 0) return body;
  return (await resolved(context, request, body, lookups, 1)) as Body;
}

async function resolved(
  context: EmbeddedContext,
  request: BackendRequest,
  body: unknown,
  lookups: Lookups,
  depth: number,
): Promise<unknown> {
  const replacements = new Map<object, unknown>();
  for (const [place, lookup] of lookups) {
    if (lookup.kind === 'terms') {
      // One that stands within the query of another is looked up with it.
      replacements.set(place, await valuesOf(context, request, lookup, depth));
    } else {
      const query = await resolved(context, request, lookup.query, lookup.lookups, depth);
      replacements.set(place, { query: Buffer.from(JSON.stringify(query)).toString('base64') });
    }
  }
  return replaced(body, replacements);
}

async function valuesOf(
  context: EmbeddedContext,
  request: BackendRequest,
  lookup: TermsLookup,
  depth: number,
): Promise<unknown[]> {
  // What cannot be read is told before anything is looked up.
  const { index, path, id } = lookup;
  if (id === null) return foundValues(context, request, lookup, depth);
  const target = readTarget(context, request, index, readAction);
  const routing = readRouting(target, index, id, lookup.routing);
  const get = { index: target.name, id, realtime: true, ...(routing === undefined ? {} : { routing }) };
  const { source } = await context.engine.get(get);
  if (source === null) return [];
  const budget = requestBudget(context, request);
  try {
    budget.reserve(source.length, '<terms lookup>');
    if (lookup.store) return [storedFieldValues(target, source, [path])?.[path] ?? []].flat();
    return extractValues(JSON.parse(new TextDecoder().decode(source)), path);
  } finally {
    budget.close();
  }
}

async function foundValues(
  context: EmbeddedContext,
  request: BackendRequest,
  { index, path, query: given }: TermsLookup,
  depth: number,
): Promise<unknown[]> {
  if (depth > DEPTH_MAX) {
    const reason = `[terms] lookups are nested more than [${DEPTH_MAX}] deep`;
    throw apiError('illegal_argument_exception', reason);
  }
  parseQuery(given);
  const lookups = findLookups(given);
  const query = lookups.size === 0 ? given : await resolved(context, request, given, lookups, depth + 1);
  const targets = searchTargets(context, request, [index], {}, []);
  const result = await context.engine.search({
    ...engineTargets(context, request, targets),
    body: { query, size: FOUND_MAX, _source: [path], track_total_hits: FOUND_MAX + 1 },
  });
  const [failed] = result.shards.failures;
  if (failed !== undefined) throw new ApiError(failed.cause);
  if ((result.total?.value ?? 0) > FOUND_MAX) {
    const reason = `[terms] lookup query matches more than [${FOUND_MAX}] documents`;
    throw apiError('illegal_argument_exception', reason);
  }
  const decoder = new TextDecoder();
  return result.hits.flatMap(({ source }) => {
    return source === undefined ? [] : extractValues(JSON.parse(decoder.decode(source)), path);
  });
}
