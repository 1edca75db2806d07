import { type ApiError, apiError } from '@sextant/contract';
import { type IndexMetadata, routingShards } from '@sextant/engine';
import { indexSetting } from '../../../cluster/settings/index-rows.ts';
import type { ResizeBody } from './resize-body.ts';

const shardCount = 'index.number_of_shards';
const routingCount = 'index.number_of_routing_shards';

/** How the new index shares the documents out. */
export interface TargetShards {
  readonly count: number;
  /** Undefined: as the settings of the new index say. */
  readonly routingShards: number | undefined;
}

/**
 * How many shards the new index has. `sourceBytes`: of all primaries of the source. Throws ApiError, as OpenSearch does, where the
 * numbers do not go into each other.
 */
export function targetShards(source: IndexMetadata, body: ResizeBody, sourceBytes: number): TargetShards {
  const { kind, settings } = body;
  const given = settings[shardCount] ?? null;
  const count =
    given === null ? unnamed(source, body, sourceBytes) : indexSetting({ [shardCount]: given }, shardCount);
  const { numberOfShards: sources } = source;
  if (kind === 'shrink') checkShrink(sources, count);
  else if (kind === 'split') checkSplit(source, count);
  else if (count !== sources) {
    throw refused(
      `the number of target shards (${count}) must be the same as the number of source shards (${sources})`,
    );
  }
  const routing = settings[routingCount] ?? null;
  const isFree = kind === 'split' && sources === 1;
  if (routing !== null) {
    if (!isFree) throw refused('cannot provide index.number_of_routing_shards on resize');
    checkFactor(count, indexSetting({ [routingCount]: routing }, routingCount));
  }
  return { count, routingShards: isFree ? undefined : routingShards(source) };
}

/** One, or as many as the limit of their size asks for. */
function unnamed(source: IndexMetadata, { kind, maxShardBytes }: ResizeBody, sourceBytes: number): number {
  const { numberOfShards } = source;
  if (kind === 'clone') return numberOfShards;
  if (maxShardBytes === undefined || sourceBytes === 0) return 1;
  let count = Math.max(1, Math.ceil(sourceBytes / maxShardBytes));
  if (count >= numberOfShards) return numberOfShards;
  while (numberOfShards % count !== 0) count++;
  return count;
}

function checkShrink(sources: number, targets: number): void {
  if (sources < targets) {
    throw refused(
      `the number of target shards [${targets}] must be less that the number of source shards [${sources}]`,
    );
  }
  checkFactor(sources, targets);
}

/** Told after all else that may be wrong, as OpenSearch does. Throws ApiError. */
export function checkSeveralShards({ kind }: ResizeBody, { numberOfShards }: IndexMetadata): void {
  if (kind === 'shrink' && numberOfShards === 1) throw refused("can't shrink an index with only one shard");
}

function checkSplit(source: IndexMetadata, targets: number): void {
  const { numberOfShards: sources } = source;
  checkFactor(sources, targets);
  if (sources > targets) {
    throw refused(
      `the number of source shards [${sources}] must be less that the number of target shards [${targets}]`,
    );
  }
  const routing = sources === 1 ? targets : routingShards(source);
  if (routing % targets === 0) return;
  const reason = `the number of routing shards [${routing}] must be a multiple of the target shards [${targets}]`;
  throw apiError('illegal_state_exception', reason);
}

function checkFactor(sources: number, targets: number): void {
  if (sources < targets && targets % sources !== 0) {
    throw refused(`the number of source shards [${sources}] must be a factor of [${targets}]`);
  }
  if (sources > targets && sources % targets !== 0) {
    throw refused(`the number of source shards [${sources}] must be a multiple of [${targets}]`);
  }
}

function refused(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}
