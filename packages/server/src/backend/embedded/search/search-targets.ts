import type { IndexMetadata, SearchOptions } from '@sextant/engine';
import { blocksOf, checkBlocks } from '../../../cluster/blocks.ts';
import { type IndicesOptions, type Resolved, resolveIndices } from '../../../cluster/index-names.ts';
import { indicesOptions, openIndices } from '../../../cluster/indices-options.ts';
import type { BackendRequest } from '../../backend.ts';
import { catalogOf, type EmbeddedContext } from '../context.ts';
import { visibleParts } from '../document/visible-documents.ts';

/** What to search. */
export interface SearchTargets {
  readonly indices: readonly IndexMetadata[];
  /** Filters of aliases, per index. */
  readonly aliasFilters: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** What the caller may see of them, where that is not all. */
  readonly visible: Pick<SearchOptions, 'documentFilters' | 'fieldRules'>;
  /** Names of the aliases by which an index was reached, per index. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** Routing values, per index that is not searched whole. */
  readonly routings: ReadonlyMap<string, readonly string[]>;
}

/** Rows of which a search is a part: it needs the right of one. */
const rowsThatSearch: ReadonlySet<string> = new Set([
  'search_template',
  'msearch',
  'msearch_template',
  'rank_eval',
  'update_by_query',
  'delete_by_query',
  'reindex',
]);

/** What whoever asks for a row that searches must be allowed. */
export function searchAction({ name, privilege }: BackendRequest['route']): string {
  return rowsThatSearch.has(name) ? 'indices:data/read/search' : privilege;
}

/** Open indices behind names, or those of `kind`, with what their aliases ask for. Throws ApiError: missing, closed, blocked. */
export function searchTargets(
  context: EmbeddedContext,
  request: BackendRequest,
  names: readonly string[],
  options: Readonly<Record<string, unknown>>,
  routing: readonly string[],
  kind: IndicesOptions = openIndices,
): SearchTargets {
  const catalog = catalogOf(context, request, searchAction(request.route));
  const found = resolveIndices(catalog, names, indicesOptions(options, kind));
  const blocked = found.find(({ index }) => blocksOf(index, 'read').length > 0);
  if (blocked !== undefined) checkBlocks([blocked.index], 'read');
  const aliasFilters = new Map<string, Readonly<Record<string, unknown>>>();
  const routings = new Map<string, readonly string[]>();
  const aliases = new Map<string, readonly string[]>();
  for (const entry of found) {
    aliases.set(entry.index.name, [...entry.aliases].sort());
    const filter = aliasFilter(entry);
    if (filter !== undefined) aliasFilters.set(entry.index.name, filter);
    const values = searchRouting(entry, routing);
    if (values !== undefined) routings.set(entry.index.name, values);
  }
  const indices = found.map((entry) => entry.index);
  const visible = visibleParts(context, request, indices);
  return { indices, aliasFilters, visible, aliases, routings };
}

/** No filter where the index itself was named, or some alias has none; else any of them. */
function aliasFilter({
  index,
  direct,
  aliases,
}: Resolved<IndexMetadata>): Readonly<Record<string, unknown>> | undefined {
  if (direct) return undefined;
  const filters = [...aliases].map((alias) => index.aliases[alias]?.filter);
  if (filters.length === 0 || filters.includes(undefined)) return undefined;
  return filters.length === 1 ? filters[0] : { bool: { should: filters, minimum_should_match: 1 } };
}

/** Values of the request narrowed by those of the aliases; undefined: all shards. */
function searchRouting(
  { index, direct, aliases }: Resolved<IndexMetadata>,
  given: readonly string[],
): readonly string[] | undefined {
  const ofAliases = [...aliases].map((alias) => index.aliases[alias]?.searchRouting);
  if (direct || ofAliases.length === 0 || ofAliases.includes(undefined))
    return given.length > 0 ? given : undefined;
  const allowed = new Set(ofAliases.flatMap((values) => values!.split(',')));
  return given.length === 0 ? [...allowed] : given.filter((value) => allowed.has(value));
}
