import { ApiError } from '@sextant/contract';
import { type JsonObject, requireBoost, requireObject } from './json-reader.ts';
import type { MatchAllNode, MatchNoneNode } from './query-node.ts';

/** `{"match_all":{"boost":1.2}}` */
export function parseMatchAll(body: unknown): MatchAllNode {
  return Object.freeze({
    kind: 'match_all',
    boost: onlyBoost('match_all', requireObject('match_all', body)),
  });
}

export function parseMatchNone(body: unknown): MatchNoneNode {
  return Object.freeze({
    kind: 'match_none',
    boost: onlyBoost('match_none', requireObject('match_none', body)),
  });
}

function onlyBoost(query: string, body: JsonObject): number {
  for (const name of Object.keys(body)) if (name !== 'boost') throw unknownField(query, name);
  return body.boost === undefined ? 1 : requireBoost(body.boost);
}

/** The error of those queries that OpenSearch reads by a table of fields. */
export function unknownField(query: string, name: string): ApiError {
  const reason = `[${query}] unknown field [${name}]`;
  return new ApiError({
    type: 'parsing_exception',
    reason,
    causedBy: { type: 'x_content_parse_exception', reason },
  });
}
