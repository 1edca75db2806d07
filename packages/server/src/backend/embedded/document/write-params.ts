import { type ApiError, apiError, type ParamsOf } from '@sextant/contract';
import { type Engine, type IndexMetadata, UNASSIGNED } from '@sextant/engine';
import { activeShardsSetting, readActiveShards } from '../../../cluster/settings/active-shards.ts';

export type VersionType = 'internal' | 'external' | 'external_gte';
export type Refresh = 'false' | 'true' | 'wait_for';

/** The rows that write documents: they share most of their parameters. */
export type WriteRow = 'index' | 'index_auto_id' | 'create' | 'update' | 'delete' | 'bulk';
type Params = ParamsOf<WriteRow>;

/** Conditions of one write; UNASSIGNED where not given. */
export interface Conditions {
  readonly ifSeqNo: number;
  readonly ifPrimaryTerm: number;
  readonly version: number;
  readonly versionType: VersionType;
}

export const unconditional: Conditions = {
  ifSeqNo: UNASSIGNED,
  ifPrimaryTerm: UNASSIGNED,
  version: UNASSIGNED,
  versionType: 'internal',
};

export function refreshOf(params: Params): Refresh {
  const value = params.refresh;
  if (value === undefined || value === 'false') return 'false';
  if (value === '' || value === 'true') return 'true';
  if (value === 'wait_for') return 'wait_for';
  throw apiError('illegal_argument_exception', `Unknown value for refresh: [${value}].`);
}

export function versionTypeOf(value: unknown): VersionType {
  switch (value) {
    case undefined:
    case 'internal':
      return 'internal';
    case 'external':
    case 'external_gt':
      return 'external';
    case 'external_gte':
      return 'external_gte';
    default:
      throw apiError('illegal_argument_exception', `No version type match [${String(value)}]`);
  }
}

export function conditionsOf(params: Params): Conditions {
  return {
    ifSeqNo: sequenceNumber(params.if_seq_no),
    ifPrimaryTerm: params.if_primary_term ?? UNASSIGNED,
    version: params.version ?? UNASSIGNED,
    versionType: versionTypeOf(params.version_type),
  };
}

export function sequenceNumber(value: unknown): number {
  if (value === undefined) return UNASSIGNED;
  if (typeof value === 'number' && (value >= 0 || value === UNASSIGNED)) return value;
  throw apiError(
    'illegal_argument_exception',
    `sequence numbers must be non negative. got [${String(value)}].`,
  );
}

/** Versions of a creation that clients in Java send: any, and that of a document that is not there. */
const saysNothing: ReadonlySet<number> = new Set([UNASSIGNED, -3, -4]);

/** What is wrong with the conditions of a write, in OpenSearch's words. */
export function conditionProblems(
  kind: 'index' | 'create' | 'update' | 'delete',
  given: Conditions,
): string[] {
  const problems: string[] = [];
  const { version, versionType, ifSeqNo } = given;
  const term = given.ifPrimaryTerm === UNASSIGNED ? 0 : given.ifPrimaryTerm;
  if (kind === 'create') {
    if (versionType !== 'internal') {
      return ['create operations only support internal versioning. use index instead'];
    }
    if (!saysNothing.has(version)) {
      return ['create operations do not support explicit versions. use index instead'];
    }
    if (ifSeqNo !== UNASSIGNED || term !== 0) {
      return ['create operations do not support compare and set. use index instead'];
    }
  }
  if (kind === 'create') return problems;
  if (versionType !== 'internal' && ifSeqNo === UNASSIGNED && version < 0) {
    const shown = version === UNASSIGNED ? -3 : version;
    problems.push(`illegal version value [${shown}] for version type [${versionType.toUpperCase()}]`);
  }
  if (versionType === 'internal' && version <= 0 && !saysNothing.has(version)) {
    problems.push(`illegal version value [${version}] for version type [INTERNAL]`);
  }
  if (versionType === 'internal' && version !== UNASSIGNED && version !== -3) {
    problems.push(
      'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead',
    );
  }
  if (ifSeqNo !== UNASSIGNED && (version !== UNASSIGNED || versionType !== 'internal')) {
    problems.push('compare and write operations can not use versioning');
  }
  if (ifSeqNo !== UNASSIGNED && term === 0) problems.push(`ifSeqNo is set, but primary term is [0]`);
  if (ifSeqNo === UNASSIGNED && term !== 0)
    problems.push(`ifSeqNo is unassigned, but primary term is [${term}]`);
  return problems;
}

export function idProblem(id: string | null): string | undefined {
  if (id === null || id.length <= 170) return undefined;
  const length = Buffer.byteLength(id);
  if (length <= 512) return undefined;
  return `id [${id}] is too long, must be no longer than 512 bytes but was: ${length}`;
}

export function validationFailed(problems: readonly string[]): ApiError {
  const listed = problems.map((problem, at) => `${at + 1}: ${problem};`).join('');
  return apiError('action_request_validation_exception', `Validation Failed: ${listed}`);
}

/** `wait_for_active_shards` as a number of copies; undefined: the default. `copies`: what `all` means. */
export function activeShardCount(value: unknown, copies: number): number | undefined {
  if (value === undefined) return undefined;
  const count = readActiveShards(String(value));
  return count === 'all' ? copies : count;
}

export interface ActiveShardParams {
  readonly wait_for_active_shards?: string;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** How many copies of a shard a write wants to be there; 1 is always true. */
export function copiesNeeded(index: IndexMetadata, params: ActiveShardParams): number {
  const given = wantedCopies(index, params);
  return given === undefined ? 1 : (activeShardCount(given, index.numberOfReplicas + 1) ?? 1);
}

function wantedCopies(index: IndexMetadata, params: ActiveShardParams): unknown {
  return params.wait_for_active_shards ?? activeShardsSetting(index.settings);
}

/**
 * Throws ApiError where a write wants more active copies than there are. One copy of a shard is all that one
 * node ever has, so waiting for the timeout would change nothing.
 */
export function checkActiveShards(
  { engine }: { readonly engine: Engine },
  index: IndexMetadata,
  params: ActiveShardParams,
  id: string | null,
  routing: string | null,
): void {
  const needed = copiesNeeded(index, params);
  if (needed <= 1) return;
  const shard = id === null ? 0 : engine.shardOf(index.name, id, routing ?? undefined);
  const timeoutMs = params.timeout ?? 60_000;
  const count = wantedCopies(index, params) === 'all' ? 'ALL' : needed;
  throw apiError(
    'unavailable_shards_exception',
    `[${index.name}][${shard}] Not enough active copies to meet shard count of [${count}] (have 1, needed ${needed}). Timeout: [${durationText(timeoutMs)}]`,
  );
}

function durationText(ms: number): string {
  if (ms >= 60_000 && ms % 60_000 === 0) return `${ms / 60_000}m`;
  return ms >= 1000 && ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}
