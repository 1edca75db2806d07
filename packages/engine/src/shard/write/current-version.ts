import { type ApiError, apiError } from '@sextant/contract';
import type { ShardName } from '../index/shard-name.ts';
import { UNASSIGNED } from '../index/write-batch.ts';

/**
 * What is known of an id before an operation. A deleted document has a version, one that never was has none.
 */
export interface CurrentVersion {
  readonly seqNo: number;
  readonly primaryTerm: number;
  readonly version: number;
  readonly deleted: boolean;
}

/** What an operation demands. UNASSIGNED where it demands nothing. */
export interface WriteCondition {
  readonly create: boolean;
  readonly ifSeqNo: number;
  readonly ifPrimaryTerm: number;
  readonly version: number;
  readonly versionType: 'internal' | 'external' | 'external_gte';
}

export const UNCONDITIONAL: WriteCondition = {
  create: false,
  ifSeqNo: UNASSIGNED,
  ifPrimaryTerm: UNASSIGNED,
  version: UNASSIGNED,
  versionType: 'internal',
};

/** Why the operation must not be done, in OpenSearch's words; undefined where it may. */
export function conflictOf(
  current: CurrentVersion | undefined,
  condition: WriteCondition,
): string | undefined {
  const exists = current !== undefined && !current.deleted;
  if (condition.ifSeqNo !== UNASSIGNED) {
    const required = `required seqNo [${condition.ifSeqNo}], primary term [${condition.ifPrimaryTerm}].`;
    if (!exists) return `${required} but no document was found`;
    if (current.seqNo !== condition.ifSeqNo || current.primaryTerm !== condition.ifPrimaryTerm) {
      return `${required} current document has seqNo [${current.seqNo}] and primary term [${current.primaryTerm}]`;
    }
    return undefined;
  }
  if (condition.create && exists) return `document already exists (current version [${current.version}])`;
  if (condition.version === UNASSIGNED || current === undefined) return undefined;
  const given = condition.version;
  if (condition.versionType === 'external' && current.version >= given) {
    return `current version [${current.version}] is higher or equal to the one provided [${given}]`;
  }
  if (condition.versionType === 'external_gte' && current.version > given) {
    return `current version [${current.version}] is higher than the one provided [${given}]`;
  }
  return undefined;
}

export function nextVersion(current: CurrentVersion | undefined, condition: WriteCondition): number {
  if (condition.version !== UNASSIGNED && condition.versionType !== 'internal') return condition.version;
  return (current?.version ?? 0) + 1;
}

export function versionConflict(shard: ShardName, id: string, conflict: string): ApiError {
  return apiError(
    'version_conflict_engine_exception',
    `[${id}]: version conflict, ${conflict}`,
    details(shard),
  );
}

export function documentMissing(shard: ShardName, id: string): ApiError {
  return apiError('document_missing_exception', `[${id}]: document missing`, details(shard));
}

export function documentSourceMissing(shard: ShardName, id: string): ApiError {
  return apiError('document_source_missing_exception', `[${id}]: document source missing`, details(shard));
}

function details({ index, shard, indexUuid }: ShardName): {
  index: string;
  shard: string;
  index_uuid: string;
} {
  return { index, shard: String(shard), index_uuid: indexUuid };
}
