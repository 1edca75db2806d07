import { isObject } from '@sextant/contract';
import { type IndexMetadata, Mapping, type SearchOptions, type SearchResult } from '@sextant/engine';

type Query = Readonly<Record<string, unknown>>;

/** Searches within what the request may take. */
export type SearchOf = (options: SearchOptions) => Promise<SearchResult>;

/** Queries of one field: an index that does not map it has no document of theirs. */
const fieldQueries = new Set(
  'term terms match match_phrase match_phrase_prefix match_bool_prefix prefix wildcard regexp fuzzy'.split(
    ' ',
  ),
);

/**
 * Whether a document of the index could match, told from its mapping and, for ranges, from its values; true where
 * that does not tell. Throws ApiError where the query is none.
 */
export async function canMatch(search: SearchOf, index: IndexMetadata, query: Query): Promise<boolean> {
  const anyMatch = await matchesSome(search, index, query);
  return anyMatch || possible(search, index, query);
}

async function matchesSome(search: SearchOf, index: IndexMetadata, query: Query): Promise<boolean> {
  const result = await search({
    indices: [index.name],
    body: { query },
    countOnly: true,
    terminateAfter: 1,
    maxBuckets: 0,
  });
  return (result.total?.value ?? 0) > 0;
}

async function possible(search: SearchOf, index: IndexMetadata, query: Query): Promise<boolean> {
  const [name = '', body] = Object.entries(query)[0] ?? [];
  if (name === 'range') return matchesSome(search, index, query);
  if (name === 'match_none') return false;
  if (!isObject(body)) return true;
  if (name === 'bool') return boolPossible(search, index, body);
  if (!fieldQueries.has(name)) return true;
  const [field = ''] = Object.keys(body).filter((key) => key !== 'boost' && key !== '_name');
  if (field.startsWith('_')) return true;
  return Mapping.create(index.mappings, index.settings).field(field) !== undefined;
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
