import { apiError, Double, type JsonMap, unrecognized } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { splitNames } from '../../../cluster/index-names.ts';
import type { BackendResponse } from '../../backend.ts';
import { catalogOf, type Handler, ok, type RequestOf } from '../context.ts';
import { humanFigures } from '../human-figures.ts';
import { clusterTotals } from '../index-health.ts';
import { isThisNode, nodesHeader } from '../nodes/node-rim.ts';
import { type IndexStats, statsOfIndices } from '../shard-stats.ts';
import { refuseAllBesideOthers } from '../stats-params.ts';
import { type StatsSection, statsOf } from '../stats-sections.ts';
import { analysisUsage } from './analysis-usage.ts';
import { elasticsearchStats, withElasticsearchParts } from './elasticsearch-stats.ts';
import { type NodeTotal, nodeTotalNames, nodeTotals, noNodeTotals } from './node-totals.ts';

const sections = new Set<StatsSection>([
  'docs',
  'store',
  'fielddata',
  'query_cache',
  'completion',
  'segments',
]);

function spread(values: readonly number[], asDouble: boolean): JsonMap {
  const total = values.reduce((sum, value) => sum + value, 0);
  const number = (value: number) => (asDouble ? new Double(value) : value);
  return {
    min: number(Math.min(...values)),
    max: number(Math.max(...values)),
    avg: new Double(total / values.length),
  };
}

function shardCounts(indices: readonly IndexMetadata[]): JsonMap {
  if (indices.length === 0) return {};
  const shards = indices.map((index) => index.numberOfShards);
  const primaries = shards.reduce((sum, count) => sum + count, 0);
  const none = indices.map(() => 0);
  return {
    total: primaries,
    primaries,
    replication: new Double(0),
    index: {
      shards: spread(shards, false),
      primaries: spread(shards, false),
      replication: spread(none, true),
    },
  };
}

/** How often each field type occurs, and in how many indices. */
function fieldTypes(indices: readonly IndexMetadata[]): JsonMap[] {
  const counts = new Map<string, { count: number; indices: Set<string> }>();
  const visit = (properties: unknown, index: string): void => {
    if (typeof properties !== 'object' || properties === null) return;
    for (const field of Object.values(properties) as Record<string, unknown>[]) {
      const type = typeof field.type === 'string' ? field.type : 'object';
      const entry = counts.get(type) ?? { count: 0, indices: new Set() };
      entry.count++;
      entry.indices.add(index);
      counts.set(type, entry);
      visit(field.properties, index);
      visit(field.fields, index);
    }
  };
  for (const index of indices) visit(index.mappings.properties, index.name);
  const names = [...counts.keys()].sort();
  return names.map((name) => ({
    name,
    count: counts.get(name)!.count,
    index_count: counts.get(name)!.indices.size,
  }));
}

/** What is told of indices beside their number. */
type IndexTotal = StatsSection | 'shards' | 'mappings' | 'analysis';

const indexTotalNames: readonly IndexTotal[] = ['shards', ...sections, 'mappings', 'analysis'];

function indicesPart(
  stats: readonly IndexStats[],
  all: readonly IndexMetadata[],
  wanted: ReadonlySet<IndexTotal>,
  nowMs: number,
): JsonMap {
  const indices = stats.map(({ index }) => index);
  const shards = stats.flatMap((each) => each.shards);
  return {
    count: indices.length,
    ...(wanted.has('shards') ? { shards: shardCounts(indices) } : {}),
    ...statsOf(shards, wanted as ReadonlySet<StatsSection>, nowMs),
    ...(wanted.has('mappings') ? { mappings: { field_types: fieldTypes(all) } } : {}),
    ...(wanted.has('analysis') ? { analysis: analysisUsage(all) } : {}),
  };
}

interface Wanted {
  /** Undefined where indices are not asked for. */
  readonly indices: ReadonlySet<IndexTotal> | undefined;
  readonly nodes: ReadonlySet<NodeTotal>;
}

/** Throws ApiError for metrics that there are not. */
function wantedOf(request: RequestOf<'cluster.stats'>): Wanted {
  const { askedPath, pathParams } = request;
  const asked = splitNames(pathParams.metric ?? '_all');
  const ofIndices = splitNames(pathParams.index_metric ?? '_all');
  refuseAllBesideOthers(request, asked);
  const known: readonly string[] = ['indices', ...nodeTotalNames];
  const unknown = asked.filter((name) => name !== '_all' && !known.includes(name));
  if (unknown.length > 0) throw unrecognized(askedPath, 'metric', unknown, known);
  const all = asked.includes('_all');
  const hasIndices = all || asked.includes('indices');
  if (pathParams.index_metric !== undefined && !hasIndices) {
    const reason = `request [${askedPath}] contains index metrics [${pathParams.index_metric}] but indices stats not requested`;
    throw apiError('illegal_argument_exception', reason);
  }
  refuseAllBesideOthers(request, ofIndices, 'index metrics');
  const unknownOfIndices = ofIndices.filter(
    (name) => name !== '_all' && !(indexTotalNames as readonly string[]).includes(name),
  );
  if (unknownOfIndices.length > 0) {
    throw unrecognized(askedPath, 'index metric', unknownOfIndices, indexTotalNames);
  }
  const allOfIndices = ofIndices.includes('_all');
  return {
    indices: hasIndices ? new Set(allOfIndices ? indexTotalNames : (ofIndices as IndexTotal[])) : undefined,
    nodes: new Set(all ? nodeTotalNames : nodeTotalNames.filter((name) => asked.includes(name))),
  };
}

export const clusterStats: Handler<'cluster.stats'> = async (context, request): Promise<BackendResponse> => {
  const wanted = wantedOf(request);
  const isHere = isThisNode(context, splitNames(request.pathParams.node_id ?? ''));
  const indices = [...catalogOf(context, request).all()];
  const now = context.clock.now();
  const stats = isHere && wanted.indices !== undefined ? await statsOfIndices(context, indices) : [];
  const { dialect } = request;
  const inIndices =
    wanted.indices === undefined ? undefined : indicesPart(stats, indices, wanted.indices, now);
  // Clients of Elasticsearch decode the whole answer; parts of it are OpenSearch's.
  const isWhole = isHere && !dialect.openSearchKeys && request.pathParams.metric === undefined;
  const nodes = isHere ? nodeTotals(context, dialect, wanted.nodes) : noNodeTotals(dialect, wanted.nodes);
  const body: JsonMap = {
    ...nodesHeader(context.clusterName),
    ...(isHere ? {} : { _nodes: { total: 0, successful: 0, failed: 0 } }),
    cluster_uuid: context.identity.clusterUuid,
    timestamp: now,
    ...(isHere ? { status: clusterTotals(context.engine, indices).status } : {}),
    ...(inIndices === undefined ? {} : { indices: isWhole ? withElasticsearchParts(inIndices) : inIndices }),
    ...(wanted.nodes.size === 0 ? {} : { nodes }),
    ...(isWhole ? elasticsearchStats : {}),
  };
  return ok(request.params.human === true ? humanFigures(body) : body);
};
