import { ApiError, apiError, type JsonMap } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, tokenOf, unknownKey } from '../../dsl/json-reader.ts';
import { didYouMean } from '../../dsl/suggestions.ts';
import type { AggregationNode, AggregationTree, AggregationType } from '../aggregation-tree.ts';
import { aggregationTypes } from '../aggregation-types.ts';

/** How deep aggregations may lie in each other; deeper ones could only be an accident or an attack. */
const DEEPEST = 100;

/**
 * The value of `aggs` or `aggregations` in a search body as frozen nodes. Throws ApiError
 * (`parsing_exception`, `x_content_parse_exception`, `illegal_argument_exception`) in OpenSearch's words
 * where it cannot be read.
 */
export function parseAggregations(body: unknown): AggregationTree {
  if (!isObject(body)) throw unknownKey('aggs', body);
  return parseTree(body, 1);
}

function parseTree(body: JsonObject, depth: number): AggregationTree {
  if (depth > DEEPEST)
    throw apiError('illegal_argument_exception', `Aggregations are nested deeper than [${DEEPEST}] levels`);
  return Object.freeze(Object.entries(body).map(([name, definition]) => parseNode(name, definition, depth)));
}

function parseNode(name: string, definition: unknown, depth: number): AggregationNode {
  if (name === '' || /[[\]>]/.test(name)) {
    const rule = `Aggregation names can contain any character except '[', ']', and '>'`;
    throw parsingError(`Invalid aggregation name [${name}]. ${rule}`);
  }
  if (!isObject(definition)) {
    throw parsingError(
      `Aggregation definition for [${name} starts with a [${tokenOf(definition)}], ` +
        'expected a [START_OBJECT].',
    );
  }
  let type: AggregationType | undefined;
  let spec: object | undefined;
  let meta: JsonMap | null = null;
  let children: AggregationTree | undefined;
  for (const [key, value] of Object.entries(definition)) {
    if (!isObject(value))
      throw parsingError(
        `Expected [START_OBJECT] under [${key}], but got a [${tokenOf(value)}] in [${name}]`,
      );
    if (key === 'meta') {
      // Passed through as it came: parsed JSON is an answer's JSON.
      meta = value as JsonMap;
    } else if (key === 'aggs' || key === 'aggregations') {
      if (children !== undefined) throw parsingError(`Found two sub aggregation definitions under [${name}]`);
      children = parseTree(value, depth + 1);
    } else {
      if (type !== undefined)
        throw parsingError(
          `Found two aggregation type definitions in [${name}]: [${type.name}] and [${key}]`,
        );
      type = typeOf(key);
      spec = type.parse(name, value);
    }
  }
  if (spec === undefined || type === undefined)
    throw parsingError(`Missing definition for aggregation [${name}]`);
  if (children !== undefined && children.length > 0 && !type.holds) {
    const reason = `Aggregator [${name}] of type [${type.name}] cannot accept sub-aggregations`;
    throw apiError('aggregation_initialization_exception', reason);
  }
  return Object.freeze({ name, type, spec, meta, children: children ?? Object.freeze([]) });
}

function typeOf(name: string): AggregationType {
  const type = Object.hasOwn(aggregationTypes, name) ? aggregationTypes[name] : undefined;
  if (type !== undefined) return type;
  throw new ApiError({
    type: 'parsing_exception',
    reason: `Unknown aggregation type [${name}]${didYouMean(name, Object.keys(aggregationTypes))}`,
    causedBy: { type: 'named_object_not_found_exception', reason: `unknown field [${name}]` },
  });
}
