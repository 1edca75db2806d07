import { wildcardTest } from '@sextant/contract';
import { splitNames } from '../../../cluster/index-names.ts';
import { timeText } from '../../../config/units.ts';
import type { CatCell, CatRow } from '../../backend.ts';
import { longestWaitMs, pendingTasks } from '../cluster/pending-tasks.ts';
import { catalogOf, type EmbeddedContext } from '../context.ts';
import { clusterTotals } from '../index-health.ts';
import { dataSpace } from '../nodes/data-space.ts';
import { isThisNode, roleLetters, roleNames } from '../nodes/node-rim.ts';
import { allShardStats } from '../shard-stats.ts';
import { bytesByField, fielddataOf } from '../stats-sections.ts';
import type { CatRequest } from './cat-request.ts';
import { type Cells, statsCell } from './stats-cells.ts';

/** Epoch in seconds and the time of day in UTC, as several tables begin. */
export function timeCells(now: number): Cells {
  return { epoch: Math.floor(now / 1000), timestamp: new Date(now).toISOString().slice(11, 19) };
}

export function healthCells(context: EmbeddedContext, request: CatRequest): Cells {
  const totals = clusterTotals(context.engine, [...catalogOf(context, request).all()]);
  const pending = pendingTasks(context);
  const waitedMs = longestWaitMs(pending);
  return {
    ...timeCells(context.clock.now()),
    cluster: context.clusterName,
    status: totals.status,
    'node.total': 1,
    'node.data': 1,
    discovered_cluster_manager: 'true',
    shards: totals.active,
    pri: totals.active,
    relo: 0,
    init: totals.initializing,
    unassign: totals.unassigned,
    pending_tasks: pending.length,
    max_task_wait_time: waitedMs === 0 ? '-' : timeText(waitedMs),
    active_shards_percent: `${totals.activePercent.toFixed(1)}%`,
  };
}

function percent(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.round((100 * part) / whole);
}

function shortId(context: EmbeddedContext, request: CatRequest): string {
  const { nodeId } = context.identity;
  return request.params.full_id === true ? nodeId : nodeId.slice(0, 4);
}

function machineCells(context: EmbeddedContext): Cells {
  const figures = context.probe();
  const space = dataSpace(context);
  const ramUsed = figures.memoryTotalBytes - figures.memoryFreeBytes;
  const diskUsed = space.totalBytes - space.availableBytes;
  const load = figures.load.map((value) => value.toFixed(2));
  const known = (value: number): CatCell => (value < 0 ? null : value);
  return {
    pid: String(figures.pid),
    jdk: figures.runtime,
    'disk.total': { bytes: space.totalBytes },
    'disk.used': { bytes: diskUsed },
    'disk.avail': { bytes: space.availableBytes },
    'disk.used_percent': ((100 * diskUsed) / space.totalBytes).toFixed(2),
    'heap.current': { bytes: figures.heapUsedBytes },
    'heap.percent': percent(figures.heapUsedBytes, figures.heapMaxBytes),
    'heap.max': { bytes: figures.heapMaxBytes },
    'ram.current': { bytes: ramUsed },
    'ram.percent': percent(ramUsed, figures.memoryTotalBytes),
    'ram.max': { bytes: figures.memoryTotalBytes },
    'file_desc.current': known(figures.openFiles),
    'file_desc.percent': known(figures.maxFiles < 0 ? -1 : percent(figures.openFiles, figures.maxFiles)),
    'file_desc.max': known(figures.maxFiles),
    cpu: figures.cpuPercent,
    load_1m: load[0],
    load_5m: load[1],
    load_15m: load[2],
    uptime: { millis: figures.uptimeMs },
  };
}

export async function nodeRow(context: EmbeddedContext, request: CatRequest): Promise<CatRow> {
  const shards = await allShardStats(context, request);
  const cells = nodeCells(context, request);
  return (column) => cells[column] ?? statsCell(column, shards);
}

function nodeCells(context: EmbeddedContext, request: CatRequest): Cells {
  const { node, nodeName } = context;
  return {
    ...machineCells(context),
    id: shortId(context, request),
    ip: node.host,
    port: String(node.httpPort),
    http_address: `${node.host}:${node.httpPort}`,
    version: node.version,
    type: 'npm',
    build: 'unknown',
    'node.role': roleLetters,
    'node.roles': roleNames(request.dialect).join(','),
    cluster_manager: '*',
    name: nodeName,
    'script.compilations': 0,
    'script.cache_evictions': 0,
    'script.compilation_limit_triggered': 0,
  };
}

/** The elected node: the only one there is. */
export function managerCells(context: EmbeddedContext): Cells {
  const { host } = context.node;
  return { id: context.identity.nodeId, host, ip: host, node: context.nodeName };
}

/** A row for each text field whose terms are in memory by document. */
export async function fielddataRows(context: EmbeddedContext, request: CatRequest): Promise<Cells[]> {
  const { fields } = request.params as { readonly fields?: readonly string[] };
  const tests = [...splitNames(request.pathParams.fields ?? ''), ...(fields ?? [])].map(wildcardTest);
  const isWanted = (field: string): boolean => tests.length === 0 || tests.some((test) => test(field));
  const found = bytesByField(await allShardStats(context, request), fielddataOf, isWanted);
  const node = managerCells(context);
  return [...found].map(([field, bytes]) => ({ ...node, field, size: { bytes } }));
}

/** A row for each attribute of the node. */
export function attributeCells(context: EmbeddedContext, request: CatRequest): Cells[] {
  const { node, nodeName, nodeAttributes, probe } = context;
  const here = {
    node: nodeName,
    id: shortId(context, request),
    pid: String(probe().pid),
    host: node.host,
    ip: node.host,
    port: String(node.httpPort),
  };
  return Object.entries(nodeAttributes).map(([attr, value]) => ({ ...here, attr, value }));
}

export async function allocationCells(context: EmbeddedContext, request: CatRequest): Promise<Cells[]> {
  const totals = clusterTotals(context.engine, [...catalogOf(context, request).all()]);
  const nowhere = totals.unassigned === 0 ? [] : [{ shards: totals.unassigned, node: 'UNASSIGNED' }];
  if (!isThisNode(context, splitNames(request.pathParams.node_id))) return nowhere;
  const stats = await allShardStats(context, request);
  const space = dataSpace(context);
  const used = space.totalBytes - space.availableBytes;
  const { host } = context.node;
  const here: Cells = {
    shards: totals.active,
    'disk.indices': { bytes: stats.reduce((bytes, shard) => bytes + shard.storeBytes, 0) },
    'disk.used': { bytes: used },
    'disk.avail': { bytes: space.availableBytes },
    'disk.total': { bytes: space.totalBytes },
    'disk.percent': percent(used, space.totalBytes),
    host,
    ip: host,
    node: context.nodeName,
  };
  return [here, ...nowhere];
}
