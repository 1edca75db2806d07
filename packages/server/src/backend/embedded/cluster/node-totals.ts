import type { Json, JsonMap } from '@sextant/contract';
import type { NodeFigures } from '../../../observe/node-probe.ts';
import type { Dialect } from '../../backend.ts';
import type { EmbeddedContext } from '../context.ts';
import { ingestUse } from '../ingest/ingest-stats.ts';
import { dataSpace } from '../nodes/data-space.ts';
import { roleNames } from '../nodes/node-rim.ts';
import { runtimeOf } from '../nodes/nodes-info.ts';
import { indexingPressure } from '../nodes/nodes-stats.ts';

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

/** Roles of OpenSearch that this node has not. */
const rolesNotTaken = { search: 0, warm: 0 } as const;

/** What is told of nodes beside their number. */
export const nodeTotalNames = [
  'os',
  'process',
  'jvm',
  'fs',
  'plugins',
  'network_types',
  'discovery_types',
  'packaging_types',
  'ingest',
] as const;

export type NodeTotal = (typeof nodeTotalNames)[number];

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

/** What is told of this node, as of all nodes together. */
export function nodeTotals(
  context: EmbeddedContext,
  dialect: Dialect,
  wanted: ReadonlySet<NodeTotal>,
): JsonMap {
  const figures = context.probe();
  const told = nodeTotalNames
    .filter((name) => wanted.has(name))
    .map((name) => [name, totals[name](context, figures, dialect)]);
  return {
    count: roleCounts(dialect, 1),
    versions: [context.node.version],
    ...(Object.fromEntries(told) as JsonMap),
    ...(dialect.openSearchKeys ? {} : { indexing_pressure: indexingPressure }),
  };
}

/** Where the nodes that were asked for are not there. */
export function noNodeTotals(dialect: Dialect, wanted: ReadonlySet<NodeTotal>): JsonMap {
  const told = nodeTotalNames.filter((name) => wanted.has(name)).map((name) => [name, none[name]]);
  return { count: roleCounts(dialect, 0), versions: [], ...(Object.fromEntries(told) as JsonMap) };
}

const none: Readonly<Record<NodeTotal, Json>> = {
  os: {
    available_processors: 0,
    allocated_processors: 0,
    names: [],
    pretty_names: [],
    mem: { total_in_bytes: 0, free_in_bytes: 0, used_in_bytes: 0, free_percent: 0, used_percent: 0 },
  },
  process: { cpu: { percent: 0 } },
  jvm: {
    max_uptime_in_millis: 0,
    versions: [],
    mem: { heap_used_in_bytes: 0, heap_max_in_bytes: 0 },
    threads: 0,
  },
  fs: { cache_utilized: 0 },
  plugins: [],
  network_types: { transport_types: {}, http_types: {} },
  discovery_types: {},
  packaging_types: [],
  ingest: { number_of_pipelines: 0, processor_stats: {} },
};

type Teller = (context: EmbeddedContext, figures: NodeFigures, dialect: Dialect) => Json;

const totals: Readonly<Record<NodeTotal, Teller>> = {
  os: (_, figures) => ({
    available_processors: figures.processors,
    allocated_processors: figures.processors,
    names: [{ name: figures.osName, count: 1 }],
    pretty_names: [{ pretty_name: figures.osName, count: 1 }],
    mem: memory(figures),
  }),
  process: (_, figures) => ({
    cpu: { percent: figures.cpuPercent },
    open_file_descriptors: { min: figures.openFiles, max: figures.openFiles, avg: figures.openFiles },
  }),
  jvm: (_, figures) => ({
    max_uptime_in_millis: figures.uptimeMs,
    versions: [{ ...runtimeOf(figures), count: 1 }],
    mem: { heap_used_in_bytes: figures.heapUsedBytes, heap_max_in_bytes: figures.heapMaxBytes },
    threads: figures.threads,
  }),
  fs: (context) => {
    const space = dataSpace(context);
    return {
      total_in_bytes: space.totalBytes,
      free_in_bytes: space.freeBytes,
      available_in_bytes: space.availableBytes,
      cache_reserved_in_bytes: 0,
    };
  },
  plugins: () => [],
  network_types: () => ({ transport_types: { none: 1 }, http_types: { node: 1 } }),
  discovery_types: () => ({ 'single-node': 1 }),
  packaging_types: (_, __, dialect) => [
    { ...(dialect.openSearchKeys ? {} : { flavor: 'default' }), type: 'npm', count: 1 },
  ],
  ingest: ({ pipelines }) => ingestUse(pipelines),
};

/** How many nodes have each role. Clients of Elasticsearch decode its answer with all roles that exist there. */
function roleCounts(dialect: Dialect, nodes: 0 | 1): JsonMap {
  const counts = Object.fromEntries(countedRoles(dialect).map((role) => [role, nodes]));
  const elsewhere = Object.fromEntries(rolesElsewhere.map((role) => [role, 0]));
  const absent = dialect.openSearchKeys ? rolesNotTaken : elsewhere;
  return { total: nodes, coordinating_only: 0, ...counts, ...absent, voting_only: 0 };
}

/** The manager is counted under both of its names where a client may look for either. */
function countedRoles(dialect: Dialect): readonly string[] {
  const roles = roleNames(dialect);
  return dialect.openSearchKeys ? [...new Set([...roles, 'cluster_manager', 'master'])].sort() : roles;
}
