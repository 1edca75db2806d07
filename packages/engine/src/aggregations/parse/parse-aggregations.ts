import { ApiError, apiError, type JsonMap } from '@sextant/contract';
import { isObject, type JsonObject, parsingError, tokenOf, unknownKey } from '../../dsl/json-reader.ts';
import { membersOf, readAtName } from '../../dsl/read-place.ts';
import { didYouMean } from '../../dsl/suggestions.ts';
import type {
  AggregationNode,
  AggregationTree,
  AggregationType,
  PipelineNode,
  PipelineSpec,
  PipelineType,
} from '../aggregation-tree.ts';
import { aggregationTypes } from '../aggregation-types.ts';
import { pipelineTypes } from '../pipeline-types.ts';
import { checkPipelines, orderPipelines } from './check-pipelines.ts';

/** How deep aggregations may lie in each other; deeper ones could only be an accident or an attack. */
const DEEPEST = 100;
/** So do more of them: each takes its time, whatever it counts. */
const MOST = 20_000;
/** Beside each other: each makes all buckets around it anew, with the results of those before it. */
const MOST_PIPELINES = 1000;

/** Where an aggregation stands: how deep, and how many there are so far in the whole request. */
interface Standing {
  readonly depth: number;
  readonly request: { aggregations: number };
}

/**
 * The value of `aggs` or `aggregations` in a search body as frozen nodes. Throws ApiError
 * (`parsing_exception`, `x_content_parse_exception`, `illegal_argument_exception`) in OpenSearch's words
 * where it cannot be read.
 */
export function parseAggregations(body: unknown): AggregationTree {
  if (!isObject(body)) throw unknownKey('aggs', body);
  const tree = parseTree(body, { depth: 1, request: { aggregations: 0 } });
  checkPipelines(tree);
  return tree;
}

function parseTree(body: JsonObject, at: Standing): AggregationTree {
  if (at.depth > DEEPEST)
    throw apiError('illegal_argument_exception', `Aggregations are nested deeper than [${DEEPEST}] levels`);
  const children: AggregationNode[] = [];
  const pipelines: PipelineNode[] = [];
  for (const [name, definition] of membersOf(body)) {
    if (++at.request.aggregations > MOST)
      throw apiError('illegal_argument_exception', `A search may have [${MOST}] aggregations at most`);
    const parts = readParts(name, definition, at);
    const pipeline = Object.hasOwn(pipelineTypes, parts.type) ? pipelineTypes[parts.type] : undefined;
    if (pipeline === undefined) children.push(aggregationNode(name, parts));
    else pipelines.push(pipelineNode(name, pipeline, parts));
  }
  if (pipelines.length > MOST_PIPELINES) {
    const reason = `There may be [${MOST_PIPELINES}] pipeline aggregations at most beside each other`;
    throw apiError('illegal_argument_exception', reason);
  }
  const ordered = orderPipelines(pipelines, children);
  return Object.freeze({
    children: Object.freeze(children),
    pipelines: Object.freeze(typeof ordered === 'string' ? pipelines : ordered),
  });
}

/** The definition of one aggregation, by its members. */
interface Parts {
  readonly type: string;
  /** As the type reads it. */
  readonly spec: object;
  readonly meta: JsonMap | null;
  /** undefined: not given. */
  readonly tree: AggregationTree | undefined;
}

function readParts(name: string, definition: unknown, at: Standing): Parts {
  if (name === '' || /[[\]>]/.test(name)) {
    const rule = `Aggregation names can contain any character except '[', ']', and '>'`;
    readAtName();
    throw parsingError(`Invalid aggregation name [${name}]. ${rule}`);
  }
  if (!isObject(definition)) {
    throw parsingError(
      `Aggregation definition for [${name} starts with a [${tokenOf(definition)}], ` +
        'expected a [START_OBJECT].',
    );
  }
  let type: string | undefined;
  let spec: object | undefined;
  let meta: JsonMap | null = null;
  let tree: AggregationTree | undefined;
  for (const [key, value] of membersOf(definition)) {
    if (!isObject(value))
      throw parsingError(
        `Expected [START_OBJECT] under [${key}], but got a [${tokenOf(value)}] in [${name}]`,
      );
    if (key === 'meta') {
      // Passed through as it came: parsed JSON is an answer's JSON.
      meta = value as JsonMap;
    } else if (key === 'aggs' || key === 'aggregations') {
      if (tree !== undefined) throw parsingError(`Found two sub aggregation definitions under [${name}]`);
      tree = parseTree(value, { ...at, depth: at.depth + 1 });
    } else {
      if (type !== undefined)
        throw parsingError(`Found two aggregation type definitions in [${name}]: [${type}] and [${key}]`);
      type = key;
      spec = typeOf(key).parse(name, value);
    }
  }
  if (spec === undefined || type === undefined)
    throw parsingError(`Missing definition for aggregation [${name}]`);
  return { type, spec, meta, tree };
}

const NOTHING: AggregationTree = Object.freeze({
  children: Object.freeze([]),
  pipelines: Object.freeze([]),
});

function aggregationNode(name: string, { type: key, spec, meta, tree = NOTHING }: Parts): AggregationNode {
  const type = aggregationTypes[key]!;
  if (!type.holds && tree.children.length + tree.pipelines.length > 0) {
    const reason = `Aggregator [${name}] of type [${key}] cannot accept sub-aggregations`;
    throw apiError('aggregation_initialization_exception', reason);
  }
  return Object.freeze({ name, type, spec, meta, ...tree });
}

function pipelineNode(name: string, type: PipelineType, { spec, meta, tree }: Parts): PipelineNode {
  if (tree !== undefined && tree.children.length + tree.pipelines.length > 0) {
    throw apiError('illegal_argument_exception', `Aggregation [${name}] cannot define sub-aggregations`);
  }
  return Object.freeze({ name, type, spec: spec as PipelineSpec, meta });
}

function typeOf(name: string): AggregationType | PipelineType {
  if (Object.hasOwn(aggregationTypes, name)) return aggregationTypes[name]!;
  if (Object.hasOwn(pipelineTypes, name)) return pipelineTypes[name]!;
  const known = [...Object.keys(aggregationTypes), ...Object.keys(pipelineTypes)];
  throw new ApiError({
    type: 'parsing_exception',
    reason: `Unknown aggregation type [${name}]${didYouMean(name, known)}`,
    causedBy: { type: 'named_object_not_found_exception', reason: `unknown field [${name}]` },
  });
}
