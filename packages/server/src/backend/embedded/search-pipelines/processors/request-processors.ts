import { ApiError, apiError, parseWithLongs } from '@sextant/contract';
import { locatedError, parseQuery, toInt } from '@sextant/engine';
import { javaText } from '../../ingest/java-values.ts';
import type { Config } from '../../ingest/processor-config.ts';
import type { RequestProcessorType } from '../search-pipeline.ts';
import { inJavaOrder } from './java-order.ts';
import { aclRoutingSearch, hierarchicalRoutingSearch, temporalRoutingSearch } from './routing-searches.ts';

/** What is searched, narrowed by another query, which counts for no score. */
const filterQuery: RequestProcessorType = (config) => {
  const given = config.optionalMap('query');
  if (given === undefined) {
    const reason = 'Did not specify the query property in processor of type filter_query';
    throw apiError('illegal_argument_exception', reason);
  }
  // Numbers that were kept by their texts are those of a search.
  const query = parseWithLongs(JSON.stringify(inJavaOrder(given)));
  checkQuery(query);
  return ({ body, params }) => {
    const must = body.query === undefined ? {} : { must: [body.query] };
    return { params, body: { ...body, query: { bool: { filter: [query], ...must } } } };
  };
};

/** Throws ApiError that tells the place in the query's own JSON. */
function checkQuery(query: unknown): void {
  try {
    parseQuery(query);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw locatedError(error, Buffer.from(JSON.stringify(query)), parseQuery);
  }
}

/** `size` of a search that does not say it. */
const SIZE = 10;
const INT_MAX = 2 ** 31 - 1;

/** More hits than were asked for, of which the answer may have the first. */
const oversample: RequestProcessorType = (config) => {
  const factor = doubleOf(config, 'sample_factor');
  if (!(factor >= 1)) throw config.wrong('sample_factor', 'Value must be >= 1.0');
  const prefix = config.optionalText('context_prefix');
  return ({ body, params }, { attributes }) => {
    const size = body.size === undefined ? SIZE : toInt(body.size);
    attributes.set(attributeOf(prefix, 'original_size'), size);
    return { params, body: { ...body, size: Math.min(INT_MAX, Math.ceil(size * factor)) } };
  };
};

/** The name of an attribute of a search. */
export function attributeOf(prefix: string | undefined, name: string): string {
  return prefix === undefined || prefix.trim() === '' ? name : `${prefix}.${name}`;
}

function doubleOf(config: Config, name: string): number {
  const text = javaText(config.required(name));
  const value = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?\s*$/.test(text)
    ? Number.parseFloat(text)
    : Number.NaN;
  if (!Number.isNaN(value)) return value;
  throw config.wrong(name, `property cannot be converted to a double [${text}]`);
}

/** By their names, in the order in which `_nodes` tells them. */
export const requestProcessorTypes: ReadonlyMap<string, RequestProcessorType> = new Map([
  ['acl_routing_search', aclRoutingSearch],
  ['filter_query', filterQuery],
  ['hierarchical_routing_search', hierarchicalRoutingSearch],
  ['oversample', oversample],
  ['script', (config, scripts) => scripts.processor(config)],
  ['temporal_routing_search', temporalRoutingSearch],
]);
