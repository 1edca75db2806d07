import { type InnerHitsBody, noCollapse, parseInnerHits } from './inner-hits.ts';
import {
  isObject,
  type JsonObject,
  notSupported,
  requireBoost,
  singleOptions,
  toBoolean,
} from './json-reader.ts';
import type { QueryNode } from './query-node.ts';

/** What queries have in common that ask for documents, or objects, by others that they are joined with. */
interface JoiningOptions {
  readonly query: QueryNode | null;
  readonly ignoreUnmapped: boolean;
  readonly innerHits: InnerHitsBody | null;
  readonly boost: number;
}

/**
 * Reads the body of such a query. `own` takes what it alone has, in the order in which that stands there, and says whether it
 * knows the name. Throws ApiError.
 */
export function readJoining(
  kind: string,
  body: JsonObject,
  parse: (query: JsonObject) => QueryNode,
  own: (name: string, value: unknown) => boolean,
): JoiningOptions {
  let query: QueryNode | null = null;
  let ignoreUnmapped = false;
  let innerHits: InnerHitsBody | null = null;
  let boost = 1;
  for (const { name, value } of singleOptions(body)) {
    if (name === 'query' && isObject(value)) query = parse(value);
    else if (name === 'inner_hits' && isObject(value)) innerHits = parseInnerHits(value, noCollapse(kind));
    else if (isObject(value)) throw notSupported(kind, name);
    else if (name === 'ignore_unmapped') ignoreUnmapped = toBoolean(value);
    else if (name === 'boost') boost = requireBoost(value);
    else if (!own(name, value)) throw notSupported(kind, name);
  }
  return { query, ignoreUnmapped, innerHits, boost };
}
