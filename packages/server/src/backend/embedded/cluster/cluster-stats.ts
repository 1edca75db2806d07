import { Double, type JsonMap } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { splitNames } from '../../../cluster/index-names.ts';
import type { NodeFigures } from '../../../observe/node-probe.ts';
import type { BackendResponse, Dialect } from '../../backend.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok } from '../context.ts';
import { humanFigures } from '../human-figures.ts';
import { clusterTotals } from '../index-health.ts';
import { ingestUse } from '../ingest/ingest-stats.ts';
import { isThisNode, nodesHeader, roleNames } from '../nodes/node-rim.ts';
import { indexingPressure } from '../nodes/nodes-stats.ts';
import { type IndexStats, statsOfIndices } from '../shard-stats.ts';
import { type StatsSection, statsOf } from '../stats-sections.ts';
import { analysisUsage } from './analysis-usage.ts';
import { elasticsearchStats, withElasticsearchParts } from './elasticsearch-stats.ts';

const sections = new Set<StatsSection>([
  'docs',
  'store',
  'fielddata',
  'query_cache',
  'completion',
  'segments',
]);

/** Roles of Elasticsearch that this node cannot have. */
const rolesElsewhere = [
  'data_cold',
  'data_content',
  'data_frozen',
  'data_hot',
  'data_warm',
  'ml',
  'transform',
] as const;

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

function indicesPart(stats: readonly IndexStats[], nowMs: number): JsonMap {
  const indices = stats.map(({ index }) => index);
  const shards = stats.flatMap((each) => each.shards);
  return {
    count: indices.length,
    shards: shardCounts(indices),
    ...statsOf(shards, sections, nowMs),
    mappings: { field_types: fieldTypes(indices) },
    analysis: analysisUsage(indices),
  };
}

function memory(figures: NodeFigures): JsonMap {
  const used = figures.memoryTotalBytes - figures.memoryFreeBytes;
  const percent = Math.round((100 * used) / figures.memoryTotalBytes);
  return {
    total_in_bytes: figures.memoryTotalBytes,
    free_in_bytes: figures.memoryFreeBytes,
    used_in_bytes: used,
    free_percent: 100 - percent,
    used_percent: percent,
  };
}

/** How many nodes have each role. Clients of Elasticsearch decode its answer with all roles that exist there. */
function roleCounts(dialect: Dialect): JsonMap {
  const counts = Object.fromEntries(countedRoles(dialect).map((role) => [role, 1]));
  const absent = dialect.openSearchKeys ? {} : Object.fromEntries(rolesElsewhere.map((role) => [role, 0]));
  return { total: 1, coordinating_only: 0, ...counts, ...absent, voting_only: 0 };
}

function nodesPart(context: EmbeddedContext, dialect: Dialect, version: string): JsonMap {
  const figures = context.probe();
  const space = context.node.disk.space(context.node.directory);
  return {
    count: roleCounts(dialect),
    versions: [version],
    os: {
      available_processors: figures.processors,
      allocated_processors: figures.processors,
      names: [{ name: figures.osName, count: 1 }],
      pretty_names: [{ pretty_name: figures.osName, count: 1 }],
      mem: memory(figures),
    },
    process: {
      cpu: { percent: figures.cpuPercent },
      open_file_descriptors: { min: figures.openFiles, max: figures.openFiles, avg: figures.openFiles },
    },
    jvm: {
      max_uptime_in_millis: figures.uptimeMs,
      versions: [],
      mem: { heap_used_in_bytes: figures.heapUsedBytes, heap_max_in_bytes: figures.heapMaxBytes },
      threads: figures.threads,
    },
    fs: {
      total_in_bytes: space.totalBytes,
      free_in_bytes: space.freeBytes,
      available_in_bytes: space.availableBytes,
    },
    plugins: [],
    network_types: { transport_types: {}, http_types: { node: 1 } },
    discovery_types: { 'single-node': 1 },
    packaging_types: [{ ...(dialect.openSearchKeys ? {} : { flavor: 'default' }), type: 'npm', count: 1 }],
    ingest: ingestUse(context.pipelines),
    ...(dialect.openSearchKeys ? {} : { indexing_pressure: indexingPressure }),
  };
}

/** The manager is counted under both of its names where a client may look for either. */
function countedRoles(dialect: Dialect): readonly string[] {
  const roles = roleNames(dialect);
  return dialect.openSearchKeys ? [...new Set([...roles, 'cluster_manager', 'master'])].sort() : roles;
}

export const clusterStats: Handler<'cluster.stats'> = async (context, request): Promise<BackendResponse> => {
  if (!isThisNode(context, splitNames(request.pathParams.node_id ?? ''))) {
    return ok({ ...nodesHeader(context.clusterName), _nodes: { total: 0, successful: 0, failed: 0 } });
  }
  const indices = [...catalogOf(context, request).all()];
  const stats = await statsOfIndices(context, indices);
  const { dialect } = request;
  const inIndices = indicesPart(stats, context.clock.now());
  const body: JsonMap = {
    ...nodesHeader(context.clusterName),
    cluster_uuid: context.identity.clusterUuid,
    timestamp: context.clock.now(),
    status: clusterTotals(context.engine, indices).status,
    indices: dialect.openSearchKeys ? inIndices : withElasticsearchParts(inIndices),
    nodes: nodesPart(context, dialect, context.node.version),
    ...(dialect.openSearchKeys ? {} : elasticsearchStats),
  };
  return ok(request.params.human === true ? humanFigures(body) : body);
};
