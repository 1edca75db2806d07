import type { JsonMap } from '@sextant/contract';
import {
  type FieldRules,
  fieldView,
  type GetRequest,
  type GetResult,
  type IndexMetadata,
  Mapping,
  type SearchOptions,
} from '@sextant/engine';
import { engineRules } from '../../../patterns/engine-rules.ts';
import type { BackendRequest } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';
import { streamOf } from '../streams/data-stream.ts';

const askedAtOnce = 500;
const hidden: GetResult = {
  found: false,
  version: -1,
  seqNo: -2,
  primaryTerm: 0,
  routing: null,
  source: null,
  kept: null,
};

type Caller = Pick<BackendRequest, 'access'>;

/** The query that says which documents of an index the caller may see; undefined = all. */
function documentFilterOf(
  { metadata }: Pick<EmbeddedContext, 'metadata'>,
  { access }: Caller,
  index: string,
): JsonMap | undefined {
  if (access.internal) return undefined;
  const stream = streamOf(metadata, index);
  return access.documentFilter(stream === undefined ? [index] : [index, stream]);
}

/** What the caller may see of the fields of an index; undefined = all. */
function fieldRulesOf(
  { metadata }: Pick<EmbeddedContext, 'metadata'>,
  { access }: Caller,
  index: string,
): FieldRules | undefined {
  if (access.internal) return undefined;
  const stream = streamOf(metadata, index);
  const rules = access.fieldRules(stream === undefined ? [index] : [index, stream]);
  return rules === undefined ? undefined : engineRules(rules);
}

/** The index as the caller may see it: fields that are hidden from him are not mapped. */
export function asSeen(
  context: Pick<EmbeddedContext, 'metadata'>,
  caller: Caller,
  index: IndexMetadata,
): IndexMetadata {
  const rules = fieldRulesOf(context, caller, index.name);
  if (rules === undefined) return index;
  const mapping = Mapping.create(index.mappings, index.settings).seenBy(fieldView(rules));
  return { ...index, mappings: mapping.toJson() };
}

/** What `documentFilters` and `fieldRules` of a search are, where the caller may not see all of the indices. */
export function visibleParts(
  context: Pick<EmbeddedContext, 'metadata'>,
  caller: Caller,
  indices: readonly IndexMetadata[],
): Pick<SearchOptions, 'documentFilters' | 'fieldRules'> {
  const documentFilters = new Map<string, JsonMap>();
  const fieldRules = new Map<string, FieldRules>();
  for (const { name } of indices) {
    const filter = documentFilterOf(context, caller, name);
    if (filter !== undefined) documentFilters.set(name, filter);
    const rules = fieldRulesOf(context, caller, name);
    if (rules !== undefined) fieldRules.set(name, rules);
  }
  return {
    ...(documentFilters.size === 0 ? {} : { documentFilters }),
    ...(fieldRules.size === 0 ? {} : { fieldRules }),
  };
}

/** The same for two callers, or at two times, where they may see the same of the indices. */
export function viewKey(
  { metadata }: Pick<EmbeddedContext, 'metadata'>,
  { access }: Caller,
  indices: readonly IndexMetadata[],
): string {
  if (access.internal) return '';
  const parts = indices.map(({ name }) => {
    const stream = streamOf(metadata, name);
    const names = stream === undefined ? [name] : [name, stream];
    return [access.documentFilter(names), access.fieldRules(names)];
  });
  return JSON.stringify(parts);
}

/**
 * Documents by id, as the caller may see them: one that is hidden from him is not there, nor are fields. Where some documents are, only what a
 * refresh has made visible is read, as only that can be asked whether it is to be seen.
 */
export async function readVisible(
  context: EmbeddedContext,
  caller: Caller,
  gets: readonly GetRequest[],
): Promise<readonly GetResult[]> {
  const results = await seenDocuments(context, caller, gets);
  const rules = new Map<string, FieldRules>();
  for (const index of new Set(gets.map((get) => get.index))) {
    const own = fieldRulesOf(context, caller, index);
    if (own !== undefined) rules.set(index, own);
  }
  if (rules.size === 0) return results;
  return results.map((result, i) => {
    const own = rules.get(gets[i]!.index);
    if (own === undefined) return result;
    const view = fieldView(own);
    const seen = (json: Uint8Array | null): Uint8Array | null => (json === null ? null : view.source(json));
    return { ...result, source: seen(result.source), kept: seen(result.kept) };
  });
}

async function seenDocuments(
  context: EmbeddedContext,
  caller: Caller,
  gets: readonly GetRequest[],
): Promise<readonly GetResult[]> {
  const filters = new Map<string, JsonMap>();
  for (const index of new Set(gets.map((get) => get.index))) {
    const filter = documentFilterOf(context, caller, index);
    if (filter !== undefined) filters.set(index, filter);
  }
  if (filters.size === 0) return context.engine.getMany(gets);
  const asked = gets.map((get) => (filters.has(get.index) ? { ...get, realtime: false } : get));
  const results = await context.engine.getMany(asked);
  const seen = new Set<string>();
  for (const [index, filter] of filters) {
    const ids = gets.filter((get, i) => get.index === index && results[i]!.found).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += askedAtOnce) {
      const page = ids.slice(from, from + askedAtOnce);
      for (const place of await placesOf(context, index, page, filter)) seen.add(place);
    }
  }
  return results.map((result, i) => {
    const { index, id } = gets[i]!;
    return filters.has(index) && !seen.has(placeOf(index, id, result)) ? hidden : result;
  });
}

/** One version of one document. */
function placeOf(
  index: string,
  id: string,
  { seqNo, routing }: { readonly seqNo?: number; readonly routing: string | null },
): string {
  return JSON.stringify([index, id, seqNo, routing]);
}

async function placesOf(
  { engine, settings }: EmbeddedContext,
  index: string,
  ids: readonly string[],
  filter: JsonMap,
): Promise<readonly string[]> {
  const { hits } = await engine.search({
    indices: [index],
    body: {
      query: { bool: { filter: [{ ids: { values: [...new Set(ids)] } }, filter] } },
      size: askedAtOnce,
      seq_no_primary_term: true,
      _source: false,
    },
    maxBuckets: settings.get('search.max_buckets'),
    partialResults: false,
    byRule: true,
  });
  return hits.map((hit) => placeOf(index, hit.id, hit));
}
