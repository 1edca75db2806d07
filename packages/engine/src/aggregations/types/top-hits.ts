import { apiError, table } from '@sextant/contract';
import { type JsonObject, parsingError, toBoolean, toInt, tokenOf } from '../../dsl/json-reader.ts';
import { membersOf } from '../../dsl/read-place.ts';
import type { AggregationType } from '../aggregation-tree.ts';
import { TopHitsAggregator } from '../buckets/top-hits-aggregator.ts';
import type { TopHitsSpec } from '../specs/top-hits.ts';

/** The documents of a bucket that match best, or come first. */
export const topHits: AggregationType<TopHitsSpec> = {
  name: 'top_hits',
  holds: false,
  gives: 'buckets',
  needsScores: ({ body }) => {
    if (body.sort === undefined || body.track_scores === true || body.track_scores === 'true') return true;
    return JSON.stringify(body.sort).includes('_score');
  },
  searchBody: ({ body }) => body,
  parse: parseTopHits,
  create: (node, shard) => new TopHitsAggregator(node, shard),
};

const MEMBERS: Readonly<Record<string, RegExp>> = table({
  from: /^VALUE_NUMBER|^VALUE_STRING/,
  size: /^VALUE_NUMBER|^VALUE_STRING/,
  version: /^VALUE/,
  seq_no_primary_term: /^VALUE/,
  explain: /^VALUE/,
  track_scores: /^VALUE/,
  _source: /^/,
  stored_fields: /^VALUE|^START_ARRAY/,
  sort: /^/,
  highlight: /^START_OBJECT/,
  script_fields: /^START_OBJECT/,
  docvalue_fields: /^START_ARRAY/,
  fields: /^START_ARRAY/,
});

function parseTopHits(name: string, body: JsonObject): TopHitsSpec {
  for (const [member, value] of membersOf(body)) {
    const tokens = Object.hasOwn(MEMBERS, member) ? MEMBERS[member] : undefined;
    const token = tokenOf(value);
    if (tokens?.test(token) !== true) throw parsingError(`Unknown key for a ${token} in [${member}].`);
  }
  if (body.explain !== undefined && toBoolean(body.explain)) {
    throw apiError('illegal_argument_exception', '[explain] of the [top_hits] aggregation is not supported');
  }
  const from = count('from', body.from ?? 0, name);
  const size = count('size', body.size ?? 3, name);
  const { explain: _, ...rest } = body;
  return Object.freeze({ body: Object.freeze({ ...rest, from, size }), from, size });
}

function count(member: string, value: unknown, name: string): number {
  const number = toInt(value);
  if (number >= 0) return number;
  const reason = `[${member}] must be greater than or equal to 0. Found [${number}] in [${name}]`;
  throw apiError('illegal_argument_exception', reason);
}
