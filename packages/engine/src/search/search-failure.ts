import { ApiError, dictionary, type ErrorCause, type ErrorType, type JsonMap } from '@sextant/contract';

/** What went wrong on one shard. */
export interface ShardFailure {
  readonly index: string;
  readonly shard: number;
  readonly cause: ErrorCause;
  /** It found documents, and could not show them. */
  readonly isOfFetch?: true;
}

/** The wire form of a cause, as it stands inside `failed_shards`. */
function causeJson(cause: ErrorCause): JsonMap {
  const json: Record<string, JsonMap[string]> = dictionary({
    type: cause.type,
    reason: cause.reason,
    ...cause.details,
  });
  if (cause.causedBy !== undefined) json.caused_by = causeJson(cause.causedBy);
  return json;
}

/** Failures with one cause are shown once, as OpenSearch groups them. */
export function groupedFailures(failures: readonly ShardFailure[]): ShardFailure[] {
  const groups = new Map<string, ShardFailure>();
  for (const failure of failures) {
    const { type, reason } = failure.cause;
    const key = JSON.stringify([failure.index, type, reason]);
    if (!groups.has(key)) groups.set(key, failure);
  }
  return [...groups.values()];
}

/** Exceptions of Java's own; OpenSearch wraps them on their way between nodes, so they are shown twice. */
const javaTypes: ReadonlySet<ErrorType> = new Set([
  'illegal_argument_exception',
  'illegal_state_exception',
  'number_format_exception',
  'rejected_execution_exception',
  'too_many_nested_clauses',
  'unsupported_operation_exception',
  'x_content_parse_exception',
]);

/** Exceptions of OpenSearch's own that others are made around. */
const ownTypes: ReadonlySet<ErrorType> = new Set([
  'exception',
  'mapper_exception',
  'parse_exception',
  'resource_not_found_exception',
  'script_exception',
]);

/** What tells more than the exception around it: of two of OpenSearch's own, the inner one is the root. */
function innermost(cause: ErrorCause): ErrorCause {
  const inner = cause.causedBy;
  if (inner === undefined || cause.rootCause !== undefined) return cause;
  // What a parser of Java's own says of an expression is none of OpenSearch's.
  if (cause.type === 'script_exception' && inner.type === 'parse_exception') return cause;
  return ownTypes.has(inner.type) ? inner : cause;
}

export class AllShardsFailed extends ApiError {
  readonly failures: readonly ShardFailure[];

  constructor(error: ConstructorParameters<typeof ApiError>[0], failures: readonly ShardFailure[]) {
    super(error);
    this.failures = failures;
  }
}

/** The error of a search that failed on every shard; the status is that of the first cause. */
export function allShardsFailed(
  failures: readonly ShardFailure[],
  node: string | undefined,
  phase: 'query' | 'fetch' = 'query',
): AllShardsFailed {
  const groups = groupedFailures(failures);
  const first = innermost(groups[0]!.cause);
  const error = {
    type: 'search_phase_execution_exception' as const,
    reason: 'all shards failed',
    ...toldOf(groups, node, phase),
    causedBy: javaTypes.has(first.type) ? { type: first.type, reason: first.reason, causedBy: first } : first,
    status: new ApiError(groups[0]!.cause).status,
  };
  return new AllShardsFailed(error, failures);
}

/** The indices that a search failed on, where it did so on all of their shards. */
export function failedIndices(error: unknown): readonly string[] {
  const failed = error instanceof ApiError ? error.error.details?.failed_shards : undefined;
  if (!Array.isArray(failed)) return [];
  return [...new Set(failed.map(({ index }: { readonly index: string }) => index))];
}

function rootOf(cause: ErrorCause): ErrorCause {
  const { type, reason, details } = cause;
  return details === undefined ? { type, reason } : { type, reason, details };
}

function toldOf(
  groups: readonly ShardFailure[],
  node: string | undefined,
  phase: 'query' | 'fetch',
): Pick<ErrorCause, 'details' | 'rootCause'> {
  const failedShards = groups.map(({ index, shard, cause }) => {
    return { shard, index, ...(node === undefined ? {} : { node }), reason: causeJson(cause) };
  });
  return {
    details: { phase, grouped: true, failed_shards: failedShards },
    rootCause: groups.map(({ cause }) => rootOf(innermost(cause))),
  };
}

/** The parts of the shards do not go together, or are too much together. `failures`: those of shards that have no part in it. */
export function reduceFailed(
  cause: ErrorCause,
  failures: readonly ShardFailure[] = [],
  node?: string,
): ApiError {
  return new ApiError({
    type: 'search_phase_execution_exception',
    reason: '',
    ...toldOf(groupedFailures(failures), node, 'fetch'),
    causedBy: cause,
    status: new ApiError(cause).status,
  });
}

/** The answer to who wants all results or none, where the time was up. */
export function shardsOutOfTime(
  shards: readonly { readonly searcher: { readonly index: string; readonly shard: number } }[],
  node: string | undefined,
): ApiError {
  const cause = { type: 'query_phase_execution_exception', reason: 'Time exceeded' } as const;
  const failures = shards.map(({ searcher }) => ({ index: searcher.index, shard: searcher.shard, cause }));
  return allShardsFailed(failures, node);
}
