import { type ApiError, apiError, type ParamsOf, table } from '@sextant/contract';
import { readActiveShards } from '../../../cluster/settings/active-shards.ts';
import type { HealthStatus, HealthTotals } from '../index-health.ts';

const order: readonly HealthStatus[] = ['green', 'yellow', 'red'];
/** Highest first. */
export const priorities: readonly string[] = ['IMMEDIATE', 'URGENT', 'HIGH', 'NORMAL', 'LOW', 'LANGUID'];

/** True when the state fulfils what the request waits for. */
export type Condition = (state: { readonly totals: HealthTotals; readonly missing: boolean }) => boolean;

function numberFormat(text: string): ApiError {
  return apiError('number_format_exception', `For input string: "${text}"`);
}

function wholeNumber(text: string): number {
  if (!/^-?\d+$/.test(text)) throw numberFormat(text);
  return Number(text);
}

function statusCondition(text: string): Condition {
  const wanted = order.indexOf(text.toLowerCase() as HealthStatus);
  if (wanted < 0) {
    const name = `org.opensearch.cluster.health.ClusterHealthStatus.${text.toUpperCase()}`;
    throw apiError('illegal_argument_exception', `No enum constant ${name}`);
  }
  return ({ totals }) => order.indexOf(totals.status) <= wanted;
}

/** `3`, `>=3`, `ge(3)` and so on, against the one node that there is. */
function nodesCondition(text: string): Condition {
  const nodes = 1;
  const match = /^(>=|<=|>|<|ge\(|le\(|gt\(|lt\()?(.*?)\)?$/.exec(text)!;
  const wanted = wholeNumber(match[2]!);
  const results: Readonly<Record<string, boolean>> = table({
    '>=': nodes >= wanted,
    'ge(': nodes >= wanted,
    '<=': nodes <= wanted,
    'le(': nodes <= wanted,
    '>': nodes > wanted,
    'gt(': nodes > wanted,
    '<': nodes < wanted,
    'lt(': nodes < wanted,
  });
  const result = match[1] === undefined ? nodes === wanted : results[match[1]]!;
  return () => result;
}

function activeCondition(text: string): Condition {
  const wanted = readActiveShards(text);
  if (wanted === 'all') return ({ totals }) => totals.unassigned + totals.initializing === 0;
  return ({ totals }) => totals.active >= wanted;
}

/** All that a health request waits for. Relocating shards do not occur on one node. */
export function healthConditions(params: ParamsOf<'cluster.health'>): readonly Condition[] {
  if (params.wait_for_relocating_shards !== undefined) {
    const reason =
      'wait_for_relocating_shards has been removed, use wait_for_no_relocating_shards [true/false] instead';
    throw apiError('illegal_argument_exception', reason);
  }
  const conditions: Condition[] = [({ missing }) => !missing];
  const status = params.wait_for_status;
  if (status !== undefined) conditions.push(statusCondition(status));
  const nodes = params.wait_for_nodes;
  if (nodes !== undefined && nodes !== '') conditions.push(nodesCondition(nodes));
  const active = params.wait_for_active_shards;
  if (active !== undefined) conditions.push(activeCondition(active));
  const events = params.wait_for_events?.toUpperCase();
  if (events !== undefined && !priorities.includes(events)) {
    throw apiError('illegal_argument_exception', `No enum constant org.opensearch.common.Priority.${events}`);
  }
  if (params.wait_for_no_initializing_shards === true) {
    conditions.push(({ totals }) => totals.initializing === 0);
  }
  return conditions;
}
