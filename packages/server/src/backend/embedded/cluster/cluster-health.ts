import { ApiError, Double, type JsonMap } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { resolveIndices } from '../../../cluster/index-names.ts';
import { everyIndex, indicesOptions } from '../../../cluster/indices-options.ts';
import { timeText } from '../../../config/units.ts';
import type { BackendRequest, BackendResponse } from '../../backend.ts';
import { catalogOf, type EmbeddedContext, type Handler, type RequestOf } from '../context.ts';
import { validationFailed } from '../document/write-params.ts';
import {
  clusterTotals,
  type HealthTotals,
  healthTotals,
  type IndexHealth,
  indexHealth,
} from '../index-health.ts';
import { type Condition, healthConditions } from './health-conditions.ts';
import { longestWaitMs, pendingFrom, pendingTasks } from './pending-tasks.ts';

interface HealthState {
  readonly indices: readonly IndexMetadata[];
  readonly totals: HealthTotals;
  /** A name that is no pattern has no index yet. */
  readonly missing: boolean;
}

function stateOf(context: EmbeddedContext, request: BackendRequest): HealthState {
  const names = request.indices;
  const { engine } = context;
  const indices = indicesOf(context, request);
  const missing = lacksOne(context, request);
  if (indices === undefined)
    return { indices: [], totals: { ...healthTotals(engine, []), status: 'red' }, missing };
  const totals = names.length === 0 ? clusterTotals(engine, indices) : healthTotals(engine, indices);
  return { indices, totals, missing };
}

/** undefined: there are none, though there have to be some. */
function indicesOf(context: EmbeddedContext, request: BackendRequest): readonly IndexMetadata[] | undefined {
  const asked = indicesOptions(request.params, everyIndex);
  const options = { ...asked, ignoreUnavailable: true };
  try {
    return resolveIndices(catalogOf(context, request), request.indices, options).map(({ index }) => index);
  } catch (error) {
    if (error instanceof ApiError && error.error.type === 'index_not_found_exception') return undefined;
    throw error;
  }
}

/** Whether one of the names that are no patterns, or of those that are left out, has no index. */
function lacksOne(context: EmbeddedContext, request: BackendRequest): boolean {
  const catalog = catalogOf(context, request);
  const names = request.indices;
  const firstPattern = names.findIndex((name) => name.includes('*'));
  return names.some((name, at) => {
    const isLeftOut = name.startsWith('-') && firstPattern >= 0 && at > firstPattern;
    const own = isLeftOut ? name.slice(1) : name;
    if (/[*]|^_all$/.test(own)) return false;
    return resolveIndices(catalog, [own], { ...everyIndex, ignoreUnavailable: true }).length === 0;
  });
}

function isFulfilled(state: HealthState, conditions: readonly Condition[]): boolean {
  return conditions.every((condition) => condition(state));
}

/** Changes under way that `wait_for_events` waits for: those of its priority, or of a higher one. */
function tasksBefore(context: EmbeddedContext, request: RequestOf<'cluster.health'>): readonly number[] {
  const wanted = request.params.wait_for_events;
  return wanted === undefined ? [] : pendingFrom(context, wanted.toUpperCase());
}

/** Waits until the conditions hold, the time is over or the caller has gone. */
async function waitFor(
  context: EmbeddedContext,
  request: RequestOf<'cluster.health'>,
): Promise<HealthState & { timedOut: boolean }> {
  const conditions = healthConditions(request.params);
  const earlier = tasksBefore(context, request);
  let state: HealthState | undefined;
  const holds = (): boolean => {
    state = stateOf(context, request);
    return (
      isFulfilled(state, conditions) && earlier.every((number) => context.tasks.get(number) === undefined)
    );
  };
  const wait = { timeoutMs: request.params.timeout ?? 30_000, signal: request.signal };
  const inTime = await context.changes.until(holds, wait);
  // It was looked at least once.
  return { ...state!, timedOut: !inTime };
}

function shardLevel({ shards, replicas, failed, initializing }: IndexHealth): JsonMap {
  const started = replicas > 0 ? 'yellow' : 'green';
  const rowOf = (shard: number): JsonMap => {
    const active = !failed.has(shard) && !initializing.has(shard);
    return {
      status: active ? started : 'red',
      primary_active: active,
      active_shards: active ? 1 : 0,
      relocating_shards: 0,
      initializing_shards: initializing.has(shard) ? 1 : 0,
      unassigned_shards: failed.has(shard) ? replicas + 1 : replicas,
    };
  };
  const entries = Array.from({ length: shards }, (_, shard) => [String(shard), rowOf(shard)]);
  return Object.fromEntries(entries) as JsonMap;
}

function indexLevel(health: IndexHealth, withShards: boolean): JsonMap {
  return {
    status: health.status,
    number_of_shards: health.shards,
    number_of_replicas: health.replicas,
    active_primary_shards: health.active,
    active_shards: health.active,
    relocating_shards: 0,
    initializing_shards: health.initializing.size,
    unassigned_shards: health.unassigned,
    ...(withShards ? { shards: shardLevel(health) } : {}),
  };
}

function levels(
  context: EmbeddedContext,
  state: HealthState,
  { level, awareness_attribute: attribute = '' }: RequestOf<'cluster.health'>['params'],
): JsonMap {
  // No node tells its zone.
  if (level === 'awareness_attributes')
    return { awareness_attributes: attribute === '' ? {} : { [attribute]: {} } };
  if (level !== 'indices' && level !== 'shards') return {};
  const entries = state.indices.map(
    (index) => [index.name, indexLevel(indexHealth(context.engine, index), level === 'shards')] as const,
  );
  return { indices: Object.fromEntries(entries) };
}

/** Throws ApiError. */
function checkAwareness({ params, indices }: RequestOf<'cluster.health'>): void {
  const isLevel = params.level === 'awareness_attributes';
  if (isLevel && indices.length > 0)
    throw validationFailed(['awareness_attribute is not a supported parameter with index health']);
  if (params.ensure_node_weighed_in === true && params.local !== true)
    throw validationFailed(['not a local request to ensure local node commissioned or weighed in']);
  if (params.awareness_attribute === undefined || isLevel) return;
  throw validationFailed(['level=awareness_attributes is required with awareness_attribute parameter']);
}

export const clusterHealth: Handler<'cluster.health'> = async (
  context,
  request,
): Promise<BackendResponse> => {
  checkAwareness(request);
  const state = await waitFor(context, request);
  const { totals } = state;
  const all = healthTotals(context.engine, [...catalogOf(context, request).all()]);
  const status = state.missing ? 'red' : totals.status;
  const pending = pendingTasks(context);
  const waitedMs = longestWaitMs(pending);
  const percent = totals.status === 'green' ? 100 : all.activePercent;
  const isHuman = request.params.human === true;
  const { family, major, openSearchKeys } = request.dialect;
  const body: JsonMap = {
    cluster_name: context.clusterName,
    status,
    timed_out: state.timedOut,
    number_of_nodes: 1,
    number_of_data_nodes: 1,
    ...(openSearchKeys ? { discovered_master: true, discovered_cluster_manager: true } : {}),
    active_primary_shards: totals.active,
    active_shards: totals.active,
    relocating_shards: 0,
    initializing_shards: totals.initializing,
    unassigned_shards: totals.unassigned,
    ...(family === 'elasticsearch' && major >= 8
      ? { unassigned_primary_shards: totals.unassignedPrimaries }
      : {}),
    delayed_unassigned_shards: 0,
    number_of_pending_tasks: pending.length,
    number_of_in_flight_fetch: 0,
    ...(isHuman ? { task_max_waiting_in_queue: timeText(waitedMs) } : {}),
    task_max_waiting_in_queue_millis: waitedMs,
    ...(isHuman ? { active_shards_percent: `${percent.toFixed(1)}%` } : {}),
    active_shards_percent_as_number: new Double(percent),
    ...levels(context, state, request.params),
  };
  return { status: state.timedOut ? 408 : 200, kind: 'json', body };
};
