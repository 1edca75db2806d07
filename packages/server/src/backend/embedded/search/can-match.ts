import { ApiError, isObject } from '@sextant/contract';
import { type IndexMetadata, Mapping, type SearchOptions, type SearchResult } from '@sextant/engine';

type Query = Readonly<Record<string, unknown>>;

/** Searches within what the request may take. */
export type SearchOf = (options: SearchOptions) => Promise<SearchResult>;

/** Queries of one field: an index that does not map it has no document of theirs. */
const fieldQueries = new Set(
  'range term terms match match_phrase match_phrase_prefix match_bool_prefix prefix wildcard regexp fuzzy'.split(
    ' ',
  ),
);

/** Types whose values are looked at. */
const dates: ReadonlySet<string> = new Set(['date', 'date_nanos']);

/** Queries that find what another one within them finds: where that stands. */
const wrappers: ReadonlyMap<string, string> = new Map([
  ['constant_score', 'filter'],
  ['function_score', 'query'],
  ['boosting', 'positive'],
]);

/** `unread`: it has a date that is none, which is read before anything is looked for; `unfit`: it cannot be asked of the index. */
type Found = 'some' | 'none' | 'unread' | 'unfit';

/**
 * Whether a document of the index could match, told from its mapping and, for ranges of dates, from its values; true where
 * that does not tell. As in OpenSearch an index has none where a date of the query cannot be read, and may have some where another
 * value does not fit.
 */
export async function canMatch(search: SearchOf, index: IndexMetadata, query: Query): Promise<boolean> {
  const found = await find(search, index, query);
  if (found === 'some' || found === 'unread') return found === 'some';
  return possible(search, index, query);
}

/** Of `failed_shards`. */
interface ShardFailed {
  readonly reason: { readonly type: string };
}

async function find(search: SearchOf, index: IndexMetadata, query: Query): Promise<Found> {
  try {
    const result = await search({
      indices: [index.name],
      body: { query },
      countOnly: true,
      terminateAfter: 1,
      maxBuckets: 0,
    });
    return (result.total?.value ?? 0) > 0 ? 'some' : 'none';
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const { type, details } = error.error;
    if (type !== 'search_phase_execution_exception') throw error;
    const failures = details?.failed_shards as readonly ShardFailed[] | undefined;
    return failures?.[0]?.reason.type === 'parse_exception' ? 'unread' : 'unfit';
  }
}

async function possible(search: SearchOf, index: IndexMetadata, query: Query): Promise<boolean> {
  const [name = '', body] = Object.entries(query)[0] ?? [];
  if (name === 'match_none') return false;
  if (!isObject(body)) return true;
  const within = body[wrappers.get(name) ?? ''];
  if (isObject(within)) return possible(search, index, within);
  if (name === 'bool') return boolPossible(search, index, body);
  if (name === 'exists') return isThere(index, String(body.field));
  if (!fieldQueries.has(name)) return true;
  const [asked = ''] = Object.keys(body).filter((key) => key !== 'boost' && key !== '_name');
  if (asked.startsWith('_')) return true;
  const field = Mapping.create(index.mappings, index.settings).field(asked);
  if (name !== 'range' || field === undefined || !dates.has(field.type)) return field !== undefined;
  const found = await find(search, index, query);
  return found === 'some' || found === 'unfit';
}

function isThere(index: IndexMetadata, field: string): boolean {
  const mapping = Mapping.create(index.mappings, index.settings);
  return mapping.isObject(field) || mapping.matching(field).length > 0;
}

async function boolPossible(search: SearchOf, index: IndexMetadata, body: Query): Promise<boolean> {
  const clauses = (key: string): Query[] => [body[key] ?? []].flat().filter(isObject);
  const required = [...clauses('must'), ...clauses('filter')];
  for (const clause of required) if (!(await possible(search, index, clause))) return false;
  const optional = clauses('should');
  if (required.length > 0 || optional.length === 0) return true;
  for (const clause of optional) if (await possible(search, index, clause)) return true;
  return false;
}
