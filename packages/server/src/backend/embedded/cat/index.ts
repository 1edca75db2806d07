import { splitNames } from '../../../cluster/index-names.ts';
import type { BackendResponse, CatColumn, CatRow } from '../../backend.ts';
import { catTable } from '../../cat-columns.ts';
import { taskColumns } from '../../task-table.ts';
import type { EmbeddedContext, Handler, Handlers } from '../context.ts';
import { withDefaultTimeout } from '../search/search-body.ts';
import { engineTargets } from '../search/search-targeted.ts';
import { searchTargets } from '../search/search-targets.ts';
import type { CatHandler, CatRequest } from './cat-request.ts';
import {
  allocationCells,
  attributeCells,
  fielddataRows,
  healthCells,
  managerCells,
  nodeRow,
  timeCells,
} from './cluster-tables.ts';
import { aliasesColumns } from './columns/aliases.ts';
import { allocationColumns } from './columns/allocation.ts';
import { clusterManagerColumns } from './columns/cluster-manager.ts';
import { countColumns } from './columns/count.ts';
import { fielddataColumns } from './columns/fielddata.ts';
import { healthColumns } from './columns/health.ts';
import { indicesColumns } from './columns/indices.ts';
import { nodeattrsColumns } from './columns/nodeattrs.ts';
import { nodesColumns } from './columns/nodes.ts';
import { pendingTasksColumns } from './columns/pending-tasks.ts';
import { pluginsColumns } from './columns/plugins.ts';
import { recoveryColumns } from './columns/recovery.ts';
import { repositoriesColumns } from './columns/repositories.ts';
import { segmentReplicationColumns } from './columns/segment-replication.ts';
import { segmentsColumns } from './columns/segments.ts';
import { shardsColumns } from './columns/shards.ts';
import { templatesColumns } from './columns/templates.ts';
import { threadPoolColumns } from './columns/thread-pool.ts';
import {
  aliasRows,
  allPitSegmentRows,
  indicesRows,
  pitSegmentRows,
  recoveryRows,
  replicationRows,
  segmentRows,
  shardRows,
} from './index-tables.ts';
import { listHandlers } from './list-tables.ts';
import type { Cells } from './stats-cells.ts';
import { pendingTaskRows, taskRows } from './task-rows.ts';
import { templateRows } from './template-rows.ts';
import { threadPoolRows } from './thread-pool-rows.ts';

type Rows = (
  context: EmbeddedContext,
  request: CatRequest,
) => Promise<readonly (Cells | CatRow)[]> | readonly Cells[];

function tableOf(columns: readonly CatColumn[], rows: Rows): CatHandler {
  return async (context, request): Promise<BackendResponse> => {
    const cells = request.params.help === true ? [] : await rows(context, request);
    return { status: 200, kind: 'table', table: catTable(columns, cells) };
  };
}

async function countRows(context: EmbeddedContext, request: CatRequest): Promise<readonly Cells[]> {
  const names = splitNames(request.pathParams.index);
  const targets = searchTargets(context, request, names, request.params, []);
  const now = timeCells(context.clock.now());
  if (targets.indices.length === 0) return [{ ...now, count: 0 }];
  const timeoutMs = context.settings.get('search.default_search_timeout');
  const body = withDefaultTimeout({ size: 0, track_total_hits: true }, timeoutMs);
  const search = { ...engineTargets(context, request, targets), body, countOnly: true };
  const result = await context.engine.search(search);
  return [{ ...now, count: result.total?.value ?? 0 }];
}

/** The discovery column is OpenSearch's own: clients of Elasticsearch would stumble over it. */
function healthTable(): CatHandler {
  const others = healthColumns.filter(({ name }) => name !== 'discovered_cluster_manager');
  return async (context, request) => {
    const columns = request.dialect.openSearchKeys ? healthColumns : others;
    return tableOf(columns, () => [healthCells(context, request)])(context, request);
  };
}

const tasksTable: Handler<'cat.tasks'> = async (context, request) => {
  const columns = taskColumns(request.params.detailed === true);
  return tableOf(columns, () => taskRows(context, request))(context, request);
};

const paths = [
  'aliases',
  'aliases/{alias}',
  'allocation',
  'cluster_manager',
  'count',
  'count/{index}',
  'fielddata',
  'fielddata/{fields}',
  'health',
  'indices',
  'indices/{index}',
  'nodeattrs',
  'nodes',
  'pending_tasks',
  'plugins',
  'recovery',
  'recovery/{index}',
  'repositories',
  'segment_replication',
  'segment_replication/{index}',
  'segments',
  'segments/{index}',
  'pit_segments',
  'pit_segments/{pit_id}',
  'shards',
  'shards/{index}',
  'tasks',
  'templates',
  'thread_pool',
  'thread_pool/{thread_pools}',
];

const help: CatHandler = async () => {
  const lines = paths.map((path) => `/_cat/${path}\n`);
  return { status: 200, kind: 'text', body: `=^.^=\n${lines.join('')}` };
};

const none: Rows = () => [];

export const catHandlers: Handlers<'cat'> = {
  'cat.help': help,
  'cat.aliases': tableOf(aliasesColumns, aliasRows),
  'cat.allocation': tableOf(allocationColumns, allocationCells),
  'cat.cluster_manager': tableOf(clusterManagerColumns, (context) => [managerCells(context)]),
  'cat.count': tableOf(countColumns, countRows),
  'cat.fielddata': tableOf(fielddataColumns, fielddataRows),
  'cat.health': healthTable(),
  'cat.indices': tableOf(indicesColumns, indicesRows),
  'cat.nodeattrs': tableOf(nodeattrsColumns, attributeCells),
  'cat.nodes': tableOf(nodesColumns, async (context, request) => [await nodeRow(context, request)]),
  'cat.pending_tasks': tableOf(pendingTasksColumns, pendingTaskRows),
  'cat.plugins': tableOf(pluginsColumns, none),
  'cat.recovery': tableOf(recoveryColumns, recoveryRows),
  'cat.repositories': tableOf(repositoriesColumns, none),
  'cat.segment_replication': tableOf(segmentReplicationColumns, replicationRows),
  'cat.pit_segments': tableOf(segmentsColumns, pitSegmentRows),
  'cat.all_pit_segments': tableOf(segmentsColumns, allPitSegmentRows),
  'cat.segments': tableOf(segmentsColumns, segmentRows),
  'cat.shards': tableOf(shardsColumns, shardRows),
  'cat.tasks': tasksTable,
  'cat.templates': tableOf(templatesColumns, templateRows),
  'cat.thread_pool': tableOf(threadPoolColumns, threadPoolRows),
  ...listHandlers,
};
