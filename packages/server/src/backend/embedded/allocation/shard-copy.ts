import { createHash } from 'node:crypto';
import { ApiError, type JsonMap } from '@sextant/contract';
import type { Engine, IndexMetadata, ShardFailure } from '@sextant/engine';

/** A copy of a shard as this one node has it, or has not: its primary is here unless it failed, replicas never are. */
export interface ShardCopy {
  readonly index: IndexMetadata;
  readonly shard: number;
  readonly primary: boolean;
  readonly state: 'STARTED' | 'INITIALIZING' | 'UNASSIGNED';
  /** Why the primary is not here. */
  readonly failure?: ShardFailure;
}

/** Throws ApiError where the index has no such shard. */
export function primaryOf(engine: Engine, index: IndexMetadata, shard: number): ShardCopy {
  if (!hasShard(index, shard)) throw noSuchShard(index, shard);
  const failure = engine.failures(index.name).find((each) => each.shard === shard);
  if (failure !== undefined) return { index, shard, primary: true, state: 'UNASSIGNED', failure };
  const isOpening = engine.openingShards(index.name).includes(shard);
  return { index, shard, primary: true, state: isOpening ? 'INITIALIZING' : 'STARTED' };
}

/** Undefined where the index wants no replica. Throws ApiError where it has no such shard. */
export function replicaOf(index: IndexMetadata, shard: number): ShardCopy | undefined {
  if (!hasShard(index, shard)) throw noSuchShard(index, shard);
  return index.numberOfReplicas === 0 ? undefined : { index, shard, primary: false, state: 'UNASSIGNED' };
}

/** Copies that are nowhere, primaries first, in the order in which they are to be looked at. */
export function* unassignedCopies(engine: Engine, indices: Iterable<IndexMetadata>): Generator<ShardCopy> {
  const all = [...indices];
  for (const index of all) {
    for (const failure of engine.failures(index.name)) {
      yield { index, shard: failure.shard, primary: true, state: 'UNASSIGNED', failure };
    }
  }
  for (const index of all) {
    for (let shard = 0; index.numberOfReplicas > 0 && shard < index.numberOfShards; shard++) {
      yield { index, shard, primary: false, state: 'UNASSIGNED' };
    }
  }
}

function hasShard({ numberOfShards }: IndexMetadata, shard: number): boolean {
  return Number.isInteger(shard) && shard >= 0 && shard < numberOfShards;
}

function noSuchShard(index: IndexMetadata, shard: number): ApiError {
  const details = { index: index.name, shard: String(shard), index_uuid: index.uuid };
  return new ApiError({ type: 'shard_not_found_exception', reason: 'no such shard', details });
}

/** 22 characters that stay the same while this node has the shard. */
export function allocationId({ uuid }: { readonly uuid: string }, shard: number): string {
  return createHash('sha256').update(`${uuid}/${shard}`).digest().subarray(0, 16).toString('base64url');
}

/** `unassigned_info` of a copy; OpenSearch spells two of its keys otherwise in the cluster state. */
export interface UnassignedInfo {
  readonly reason: 'ALLOCATION_FAILED' | 'INDEX_CREATED';
  /** ISO 8601 */
  readonly at: string;
  readonly details?: string;
  readonly status: 'no_attempt' | 'no_valid_shard_copy';
}

export function unassignedInfo({ index, failure }: Pick<ShardCopy, 'index' | 'failure'>): UnassignedInfo {
  if (failure === undefined) {
    const at = new Date(index.creationDate).toISOString();
    return { reason: 'INDEX_CREATED', at, status: 'no_attempt' };
  }
  const at = new Date(failure.since).toISOString();
  return { reason: 'ALLOCATION_FAILED', at, details: failure.cause.reason, status: 'no_valid_shard_copy' };
}

/** A copy as the texts of OpenSearch show it: `[[i][0], node[…], [P], s[STARTED], a[id=…]]` without the outer brackets. */
export function copyText(copy: ShardCopy, nodeId: string): string {
  const { index, shard, primary, state } = copy;
  const name = `[${index.name}][${shard}], node[${state === 'UNASSIGNED' ? null : nodeId}], [${primary ? 'P' : 'R'}]`;
  if (state !== 'UNASSIGNED') return `[${name}, s[${state}], a[id=${allocationId(index, shard)}]]`;
  const { reason, at, status } = unassignedInfo(copy);
  const source = primary ? 'existing store recovery; bootstrap_history_uuid=false' : 'peer recovery';
  const info = `[reason=${reason}], at[${at}], delayed=false, allocation_status[${status}]`;
  return `[${name}, recovery_source[${source}], s[UNASSIGNED], unassigned_info[${info}]]`;
}

/** A copy in the routing table. `searchOnly` is a key of OpenSearch alone. */
export function routingEntry(copy: ShardCopy, nodeId: string, openSearchKeys: boolean): JsonMap {
  const { index, shard, primary, state } = copy;
  const isHere = state !== 'UNASSIGNED';
  const place = {
    state,
    primary,
    ...(openSearchKeys ? { searchOnly: false } : {}),
    node: isHere ? nodeId : null,
    relocating_node: null,
    shard,
    index: index.name,
  };
  if (isHere) {
    const recovery = state === 'INITIALIZING' ? { recovery_source: existingStore } : {};
    return { ...place, ...recovery, allocation_id: { id: allocationId(index, shard) } };
  }
  const { reason, at, details, status } = unassignedInfo(copy);
  return {
    ...place,
    recovery_source: primary ? existingStore : { type: 'PEER' },
    unassigned_info: {
      reason,
      at,
      delayed: false,
      ...(details === undefined ? {} : { details }),
      allocation_status: status,
    },
  };
}

const existingStore = { type: 'EXISTING_STORE', bootstrap_new_history_uuid: false } as const;
