import { apiError, wildcardTest } from '@sextant/contract';
import type { IndexMetadata, ShardFailure, ShardStats } from '@sextant/engine';
import { resolveIndices, splitNames } from '../../../cluster/index-names.ts';
import { allIndices, everyIndex, indicesOptions, openIndices } from '../../../cluster/indices-options.ts';
import type { CatCell, CatRow } from '../../backend.ts';
import { catalogOf, type EmbeddedContext } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import { indexHealth } from '../index-health.ts';
import { contextsToEnd } from '../search/contexts/context-body.ts';
import type { OpenContext } from '../search/contexts/open-contexts.ts';
import { type IndexStats, statsOfIndices } from '../shard-stats.ts';
import type { CatRequest } from './cat-request.ts';
import { type Cells, statsCell } from './stats-cells.ts';

/** Indices that the path names, with the options of the request over the defaults of the table. */
export function indicesOf(
  context: EmbeddedContext,
  request: CatRequest,
  defaults: typeof everyIndex,
): IndexMetadata[] {
  const options = indicesOptions(request.params, defaults);
  return resolveIndices(catalogOf(context, request), request.indices, options).map(({ index }) => index);
}

/** Copies have no shards here, so the figures of an index are those of its primaries, and each column's `pri.` twin is alike. */
function indexRow(context: EmbeddedContext, { index, shards }: IndexStats): CatRow {
  const own: Cells = {
    health: indexHealth(context.engine, index).status,
    status: index.state,
    index: index.name,
    uuid: index.uuid,
    pri: index.numberOfShards,
    rep: index.numberOfReplicas,
    'creation.date': String(index.creationDate),
    'search.throttled': 'false',
  };
  return (column) => {
    if (Object.hasOwn(own, column)) return own[column];
    if (column === 'creation.date.string') return new Date(index.creationDate).toISOString();
    if (shards.length === 0) return undefined;
    return indexFigure(column.startsWith('pri.') ? column.slice(4) : column, shards);
  };
}

function indexFigure(column: string, shards: IndexStats['shards']): CatCell | undefined {
  switch (column) {
    case 'docs.count':
      return shards.reduce((docs, shard) => docs + shard.docsCount, 0);
    case 'docs.deleted':
      return shards.reduce((docs, shard) => docs + shard.docsDeleted, 0);
    case 'store.size':
      return { bytes: shards.reduce((bytes, shard) => bytes + shard.storeBytes, 0) };
    default:
      return statsCell(column === 'memory.total' ? 'segments.memory' : column, shards);
  }
}

/** Whether an index has the health that is asked for. Throws ApiError where there is no such health. */
function healthTest(context: EmbeddedContext, { params }: CatRequest): (index: IndexMetadata) => boolean {
  const wanted = params.health?.toLowerCase();
  if (wanted === undefined) return () => true;
  if (['green', 'yellow', 'red'].includes(wanted)) {
    return (index) => indexHealth(context.engine, index).status === wanted;
  }
  throw apiError('illegal_argument_exception', `unknown cluster health status [${params.health}]`);
}

export async function indicesRows(
  context: EmbeddedContext,
  request: CatRequest,
  given?: readonly IndexMetadata[],
): Promise<CatRow[]> {
  const isWanted = healthTest(context, request);
  const indices = (given ?? indicesOf(context, request, allIndices)).filter(isWanted);
  return (await statsOfIndices(context, indices)).map((stats) => indexRow(context, stats));
}

function replicaCells(index: IndexMetadata, shard: number, now: number): Cells {
  return {
    index: index.name,
    shard: String(shard),
    prirep: 'r',
    state: 'UNASSIGNED',
    'unassigned.reason': 'INDEX_CREATED',
    'unassigned.at': new Date(index.creationDate).toISOString(),
    'unassigned.for': { millis: now - index.creationDate },
    'recoverysource.type': 'peer',
  };
}

function replicaRows(index: IndexMetadata, shard: number, now: number): Cells[] {
  if (index.numberOfReplicas === 0) return [];
  const replica = replicaCells(index, shard, now);
  return Array.from({ length: index.numberOfReplicas }, () => replica);
}

/** A primary that failed: where its files are, but not at work. */
function failedCells(context: EmbeddedContext, index: IndexMetadata, failure: ShardFailure): Cells {
  return {
    index: index.name,
    shard: String(failure.shard),
    prirep: 'p',
    state: 'UNASSIGNED',
    'unassigned.reason': 'ALLOCATION_FAILED',
    'unassigned.at': new Date(failure.since).toISOString(),
    'unassigned.for': { millis: context.clock.now() - failure.since },
    'unassigned.details': failure.cause.reason,
    'recoverysource.type': 'existing_store',
  };
}

/** A primary that is being opened. */
function openingCells(context: EmbeddedContext, index: IndexMetadata, shard: number): Cells {
  const { ip, id, node } = placeCells(context);
  const state = 'INITIALIZING';
  const source = { 'recoverysource.type': 'existing_store' };
  return { index: index.name, shard: String(shard), prirep: 'p', state, ip, id, node, ...source };
}

function primaryRow(context: EmbeddedContext, shard: ShardStats): CatRow {
  const cells = primaryCells(context, shard);
  return (column) => cells[column] ?? statsCell(column, [shard]);
}

function placeCells(context: EmbeddedContext): {
  readonly ip: string;
  readonly id: string;
  readonly node: string;
} {
  return { ip: context.node.host, id: context.identity.nodeId, node: context.nodeName };
}

function primaryCells(context: EmbeddedContext, shard: ShardStats): Cells {
  return {
    index: shard.index,
    shard: String(shard.shard),
    prirep: 'p',
    state: 'STARTED',
    docs: shard.docsCount,
    'docs.deleted': shard.docsDeleted,
    store: { bytes: shard.storeBytes },
    ...placeCells(context),
    'seq_no.max': shard.seqNo.maxSeqNo,
    'seq_no.local_checkpoint': shard.seqNo.localCheckpoint,
    'seq_no.global_checkpoint': shard.seqNo.globalCheckpoint,
    'path.data': shard.dataPath ?? context.node.directory,
    'path.state': shard.dataPath ?? context.node.directory,
  };
}

/** A closed index keeps its shards, and has no figures. */
function closedCells(context: EmbeddedContext, index: string, shard: number): Cells {
  return { index, shard: String(shard), prirep: 'p', state: 'STARTED', ...placeCells(context) };
}

/** Where no index is named, hidden and closed ones are shown too. */
export async function shardRows(context: EmbeddedContext, request: CatRequest): Promise<(Cells | CatRow)[]> {
  const indices = indicesOf(context, request, request.indices.length === 0 ? everyIndex : openIndices);
  return rowsOfShards(
    context,
    indices.map((index) => ({ index, from: 0, to: index.numberOfShards })),
  );
}

/** Shards of an index from the first number to below the second. */
export interface ShardRange {
  readonly index: IndexMetadata;
  readonly from: number;
  readonly to: number;
}

export async function rowsOfShards(
  context: EmbeddedContext,
  ranges: readonly ShardRange[],
): Promise<(Cells | CatRow)[]> {
  const stats = await statsOfIndices(
    context,
    ranges.map(({ index }) => index),
  );
  const byName = new Map(stats.map((each) => [each.index.name, each]));
  return ranges.flatMap(({ index, from, to }) => {
    const found = byName.get(index.name);
    return found === undefined ? [] : copiesOf(context, found).slice(from, to).flat();
  });
}

/** Rows of the copies of each shard of an index. */
function copiesOf(context: EmbeddedContext, { index, shards }: IndexStats): (Cells | CatRow)[][] {
  const failures = context.engine.failures(index.name);
  const opening = context.engine.openingShards(index.name);
  return Array.from({ length: index.numberOfShards }, (_, number) => {
    const failure = failures.find(({ shard }) => shard === number);
    const working = shards.find(({ shard }) => shard === number);
    const replicas = replicaRows(index, number, context.clock.now());
    if (failure !== undefined) return [failedCells(context, index, failure), ...replicas];
    if (index.state === 'close') return [closedCells(context, index.name, number), ...replicas];
    if (opening.includes(number)) return [openingCells(context, index, number), ...replicas];
    // Closed since its name was resolved.
    return working === undefined ? [] : [primaryRow(context, working), ...replicas];
  });
}

export async function segmentRows(context: EmbeddedContext, request: CatRequest): Promise<Cells[]> {
  const stats = await statsOfIndices(context, indicesOf(context, request, openIndices));
  return stats.flatMap(({ shards }) =>
    shards.flatMap((shard) =>
      shard.segments.map((segment) => ({
        index: shard.index,
        shard: String(shard.shard),
        prirep: 'p',
        ip: context.node.host,
        id: context.identity.nodeId,
        segment: segment.name,
        generation: segment.generation,
        'docs.count': segment.numDocs,
        'docs.deleted': segment.deletedDocs,
        size: { bytes: segment.sizeInBytes },
        'size.memory': segment.memoryInBytes,
        committed: String(segment.committed),
        searchable: String(segment.searchable),
        version: context.node.version,
        compound: 'true',
      })),
    ),
  );
}

/** Of the points in time that the body names. */
export async function pitSegmentRows(context: EmbeddedContext, request: CatRequest): Promise<Cells[]> {
  const ids = request.body.empty ? [] : contextsToEnd(await request.body.json(), 'pit_id');
  if (ids.length === 0) throw validationFailed(['no pit ids specified']);
  const { caller } = request.access;
  const found = ids.map((id) => context.contexts.find('pointInTime', id, caller));
  return pinnedRows(
    context,
    found.filter((each) => each !== undefined),
  );
}

export function allPitSegmentRows(context: EmbeddedContext, { access, route }: CatRequest): Cells[] {
  return pinnedRows(context, context.contexts.all('pointInTime', access, route.privilege));
}

function pinnedRows(context: EmbeddedContext, opened: readonly OpenContext[]): Cells[] {
  return opened
    .flatMap(({ number }) => context.engine.pinned(number))
    .flatMap(({ index, shard, segments }) =>
      segments.map((segment) => ({
        index,
        shard: String(shard),
        prirep: 'p',
        ip: context.node.host,
        id: context.identity.nodeId,
        segment: segment.name,
        generation: segment.generation,
        'docs.count': segment.maxDoc - segment.deletedDocs,
        'docs.deleted': segment.deletedDocs,
        size: { bytes: segment.sizeInBytes },
        'size.memory': 0,
        committed: 'false',
        searchable: 'true',
        version: context.node.version,
        compound: 'true',
      })),
    );
}

function share(part: number, whole: number): string {
  return `${(whole === 0 ? 0 : (100 * part) / whole).toFixed(1)}%`;
}

function recoveryCells(context: EmbeddedContext, { index, shard, recovery }: ShardStats): Cells {
  const time = (ms: number): string => new Date(ms).toISOString();
  const existing = recovery.type === 'EXISTING_STORE';
  const files = existing ? 0 : recovery.files;
  return {
    index,
    shard: String(shard),
    start_time: time(recovery.startTime),
    start_time_millis: String(recovery.startTime),
    stop_time: time(recovery.stopTime),
    stop_time_millis: String(recovery.stopTime),
    time: { millis: Math.round(recovery.stopTime - recovery.startTime) },
    type: recovery.type.toLowerCase(),
    stage: 'done',
    source_host: 'n/a',
    source_node: 'n/a',
    target_host: context.node.host,
    target_node: context.nodeName,
    repository: 'n/a',
    snapshot: 'n/a',
    files: String(files),
    files_recovered: String(files),
    files_percent: share(files, recovery.files),
    files_total: String(recovery.files),
    bytes: { bytes: 0 },
    bytes_recovered: { bytes: 0 },
    bytes_percent: share(0, recovery.bytes),
    bytes_total: { bytes: recovery.bytes },
    translog_ops: String(recovery.translogOperations),
    translog_ops_recovered: String(recovery.translogOperations),
    translog_ops_percent: '100.0%',
  };
}

export async function recoveryRows(context: EmbeddedContext, request: CatRequest): Promise<Cells[]> {
  const indices = indicesOf(context, request, allIndices);
  if (request.params.active_only === true) return [];
  const stats = await statsOfIndices(context, indices);
  return stats.flatMap(({ shards }) => shards.map((shard) => recoveryCells(context, shard)));
}

/** Replicas take no segments over here: there are no rows, but names are looked for. */
export function replicationRows(context: EmbeddedContext, request: CatRequest): Cells[] {
  indicesOf(context, request, allIndices);
  return [];
}

export function aliasRows(context: EmbeddedContext, request: CatRequest): Cells[] {
  const wanted = splitNames(request.pathParams.name ?? '');
  const matches = (name: string): boolean =>
    wanted.length === 0 || wanted.some((pattern) => pattern === '_all' || wildcardTest(pattern)(name));
  const options = indicesOptions(request.params, everyIndex);
  const indices = resolveIndices(catalogOf(context, request), [], options);
  return indices.flatMap(({ index }) =>
    Object.entries(index.aliases)
      .filter(([name, { isHidden }]) => matches(name) && (isHidden !== true || options.expandHidden))
      .map(([alias, { filter, indexRouting, searchRouting, isWriteIndex }]) => ({
        alias,
        index: index.name,
        filter: filter === undefined ? '-' : '*',
        'routing.index': indexRouting ?? '-',
        'routing.search': searchRouting ?? '-',
        is_write_index: isWriteIndex === undefined ? '-' : String(isWriteIndex),
      })),
  );
}
