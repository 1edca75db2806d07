import { isObject, type JsonObject } from './json-reader.ts';
import type { QueryNode } from './query-node.ts';
import { inPlaceOf } from './read-place.ts';

export interface NamedBody {
  /** null where the query has none. */
  readonly name: string | null;
  readonly body: JsonObject;
}

/** How a kind of query is named. */
export interface Naming {
  /** Its options, `_name` among them, stand in an object under the name of the field, `{"title":{…}}`; else side by side. */
  readonly ofField: boolean;
  /** Its `_name` may be a text alone, or it has none; absent: any scalar is one. */
  readonly named?: 'by-text' | 'never';
}

/** The name that a query is given by `_name`, and its body without it. What is no name is left to the query's parser. */
export function takeName(body: JsonObject, { ofField, named }: Naming): NamedBody {
  if (named === 'never' || (named === 'by-text' && typeof body._name !== 'string'))
    return { name: null, body };
  if (!ofField) return withoutName(body);
  const entries = Object.entries(body);
  const [field, options] = entries[0] ?? [];
  if (entries.length !== 1 || field === undefined || !isObject(options)) return { name: null, body };
  const taken = withoutName(options);
  return taken.name === null
    ? { name: null, body }
    : { name: taken.name, body: inPlaceOf(body, { [field]: taken.body }) };
}

function withoutName(body: JsonObject): NamedBody {
  const { _name: name, ...others } = body;
  const isName = typeof name === 'string' || typeof name === 'number' || typeof name === 'boolean';
  return isName ? { name: String(name), body: inPlaceOf(body, others) } : { name: null, body };
}

/** The queries of a tree that have a name, those within others before those around them. Of one name the last counts. */
export function namedQueries(node: QueryNode, found = new Map<string, QueryNode>()): Map<string, QueryNode> {
  for (const inner of [...innerQueries(node), ...functionFilters(node)]) namedQueries(inner, found);
  if (node.name !== undefined) found.set(node.name, node);
  return found;
}

/** The queries that a query is made of, whatever it calls them; `except`: but for those. */
export function innerQueries(node: QueryNode, except?: string): QueryNode[] {
  const found: QueryNode[] = [];
  // This is done for each query of each search, and makes no list of the values.
  for (const name in node) {
    const value: unknown = node[name as keyof QueryNode];
    if (typeof value !== 'object' || value === null || name === except) continue;
    if (isQuery(value)) found.push(value);
    // A list of values may be long, and has none.
    else if (Array.isArray(value) && isQuery(value[0]))
      for (const each of value as QueryNode[]) found.push(each);
  }
  return found;
}

/** The queries that say which documents a function scores. */
function functionFilters(node: QueryNode): QueryNode[] {
  if (!('functions' in node)) return [];
  const functions = node.functions as readonly { readonly filter: QueryNode | null }[];
  return functions.flatMap(({ filter }) => filter ?? []);
}

function isQuery(value: unknown): value is QueryNode {
  return isObject(value) && typeof value.kind === 'string' && typeof value.boost === 'number';
}
