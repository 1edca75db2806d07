import type { JsonMap } from '@sextant/contract';
import { BUFFERS_LIMIT_BYTES } from '@sextant/engine';
import { nestSettings } from '../../../cluster/flat-settings.ts';
import { splitNames } from '../../../cluster/index-names.ts';
import type { NodeFigures } from '../../../observe/node-probe.ts';
import type { BackendRequest, BackendResponse, Dialect } from '../../backend.ts';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { humanFigures } from '../human-figures.ts';
import { processorTypes } from '../ingest/processor-types.ts';
import { searchPipelinesPart } from '../search-pipelines/search-pipeline-stats.ts';
import { isThisNode, nodeAddress, nodesHeader, roleNames } from './node-rim.ts';
import { aggregationsPart } from './search-parts.ts';
import { threadPoolInfo } from './thread-pools.ts';

const metrics = [
  'settings',
  'os',
  'process',
  'jvm',
  'thread_pool',
  'transport',
  'http',
  'plugins',
  'ingest',
  'aggregations',
  'indices',
  'search_pipelines',
] as const;
type Metric = (typeof metrics)[number];

/** Clients of Elasticsearch decode `node.attr` even where there is none. */
function settingsOf(context: EmbeddedContext, dialect: Dialect, flat: boolean): JsonMap {
  const election = { 'cluster.election.strategy': 'supports_voting_only' };
  const settings = {
    'client.type': 'node',
    'cluster.name': context.clusterName,
    ...election,
    'discovery.type': 'single-node',
    'http.type.default': 'node',
    'transport.type.default': 'none',
    'http.port': String(context.node.httpPort),
    'node.name': context.nodeName,
    ...attributeSettings(context),
    'path.data': [...context.engine.paths.all],
    // opensearch-java wants these: all that the service keeps is there.
    'path.home': context.node.directory,
    'path.logs': context.node.directory,
  };
  if (flat) return settings;
  const nested = nestSettings(settings) as JsonMap;
  if (dialect.openSearchKeys) return nested;
  return {
    ...nested,
    node: { attr: {}, ...(nested.node as JsonMap) },
  };
}

function attributeSettings({ nodeAttributes }: EmbeddedContext): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(nodeAttributes).map(([name, value]) => [`node.attr.${name}`, value]),
  );
}

/** What the service runs on, under the names that OpenSearch has for a Java machine. */
export function runtimeOf({ runtime }: NodeFigures): JsonMap {
  return {
    version: runtime,
    vm_name: 'V8 (Node.js)',
    vm_version: runtime,
    vm_vendor: 'OpenJS Foundation',
    bundled_jdk: false,
    using_bundled_jdk: false,
  };
}

function part(
  metric: Exclude<Metric, 'indices'>,
  context: EmbeddedContext,
  { dialect, params }: RequestOf<'nodes.info'>,
): JsonMap | readonly JsonMap[] {
  const figures = context.probe();
  const address = nodeAddress(context);
  switch (metric) {
    case 'settings':
      return settingsOf(context, dialect, params.flat_settings === true);
    case 'os':
      return {
        refresh_interval_in_millis: 1000,
        name: figures.osName,
        pretty_name: figures.osName,
        arch: figures.osArch,
        version: figures.osVersion,
        available_processors: figures.processors,
        allocated_processors: figures.processors,
      };
    case 'process':
      return { refresh_interval_in_millis: 1000, id: figures.pid, mlockall: false };
    case 'jvm':
      return {
        pid: figures.pid,
        ...runtimeOf(figures),
        start_time_in_millis: figures.startedAt,
        mem: {
          heap_init_in_bytes: 0,
          heap_max_in_bytes: figures.heapMaxBytes,
          non_heap_init_in_bytes: 0,
          non_heap_max_in_bytes: 0,
          direct_max_in_bytes: 0,
        },
        input_arguments: figures.runtimeArguments,
        gc_collectors: ['young', 'old'],
        memory_pools: ['young', 'old', 'survivor'],
        using_compressed_ordinary_object_pointers: 'false',
      };
    case 'thread_pool':
      return threadPoolInfo(context);
    case 'transport':
      return { bound_address: [address], publish_address: address, profiles: {} };
    case 'http':
      return {
        bound_address: [address],
        publish_address: address,
        max_content_length_in_bytes: context.settings.get('http.max_content_length'),
      };
    case 'plugins':
      return [];
    case 'ingest':
      return { processors: Object.keys(processorTypes).map((type) => ({ type })) };
    case 'aggregations':
      return aggregationsPart();
    case 'search_pipelines':
      return searchPipelinesPart();
  }
}

/** `/_nodes/{x}` names nodes or metrics: it is a metric list when every word is one. */
function split(request: BackendRequest): {
  readonly nodes: readonly string[];
  readonly wanted: readonly Metric[];
} {
  const isMetric = (name: string): boolean =>
    name === '_all' || (metrics as readonly string[]).includes(name);
  const first = splitNames(request.pathParams.node_id ?? '');
  const second = splitNames(request.pathParams.metric ?? '');
  if (second.length === 0 && first.length > 0 && first.every(isMetric))
    return { nodes: [], wanted: wantedOf(first) };
  return { nodes: first, wanted: wantedOf(second) };
}

function wantedOf(names: readonly string[]): readonly Metric[] {
  if (names.length === 0 || names.includes('_all')) return metrics;
  return metrics.filter((metric) => names.includes(metric));
}

/** What typed clients of Elasticsearch want to be told; the numbers stand for the oldest that they know. */
function elasticsearchKeys({ openSearchKeys, major }: Dialect): JsonMap {
  if (openSearchKeys) return {};
  const number = major * 1_000_000 + 99;
  return {
    transport_version: number,
    index_version: number,
    component_versions: {},
    build_flavor: 'default',
  };
}

/** Elasticsearch has its number under the name that OpenSearch has for a text, and clients decode it so. */
function indexingBuffer({ openSearchKeys }: Dialect): JsonMap {
  const name = openSearchKeys ? 'total_indexing_buffer_in_bytes' : 'total_indexing_buffer';
  return { [name]: BUFFERS_LIMIT_BYTES };
}

export const nodesInfo: Handler<'nodes.info'> = async (context, request): Promise<BackendResponse> => {
  const { nodes, wanted } = split(request);
  const header = nodesHeader(context.clusterName);
  if (!isThisNode(context, nodes)) {
    return ok({ ...header, _nodes: { total: 0, successful: 0, failed: 0 }, nodes: {} });
  }
  const address = nodeAddress(context);
  const node: JsonMap = {
    name: context.nodeName,
    transport_address: address,
    host: context.node.host,
    ip: context.node.host,
    version: context.node.version,
    ...elasticsearchKeys(request.dialect),
    build_type: 'npm',
    build_hash: 'unknown',
    ...(wanted.includes('indices') ? indexingBuffer(request.dialect) : {}),
    roles: roleNames(request.dialect),
    attributes: context.nodeAttributes,
    ...Object.fromEntries(
      wanted
        .filter((metric) => metric !== 'indices')
        .map((metric) => [metric, part(metric, context, request)]),
    ),
    // Screens go through both lists.
    ...(wanted.includes('plugins') ? { modules: [] } : {}),
  };
  const shown = request.params.human === true ? humanFigures(node) : node;
  return ok({ ...header, nodes: { [context.identity.nodeId]: shown } });
};
