import { ApiError, type ErrorCause, errorTable, type Json, type JsonMap } from '@sextant/contract';

/** An error as it stands inside an answer: `type`, `reason`, further keys, `caused_by`. */
export function causeBody(cause: ErrorCause): JsonMap {
  return {
    type: cause.type,
    reason: cause.reason,
    ...cause.details,
    ...(cause.causedBy === undefined ? {} : { caused_by: causeBody(cause.causedBy) }),
  };
}

/** The same with `root_cause` in front, as in mget and msearch. */
export function errorBody(cause: ErrorCause): JsonMap {
  const roots = cause.rootCause ?? [cause];
  const root: Json = roots.map((each) =>
    causeBody({ type: each.type, reason: each.reason, ...detailsOf(each) }),
  );
  return { root_cause: root, ...causeBody(cause) };
}

function detailsOf(cause: ErrorCause): Pick<ErrorCause, 'details'> {
  return cause.details === undefined ? {} : { details: cause.details };
}

export function causeStatus(cause: ErrorCause): number {
  return cause.status ?? errorTable[cause.type].status;
}

/** The cause of an operating error; anything else is a fault of ours and goes on. */
export function causeOf(error: unknown): ErrorCause {
  if (error instanceof ApiError) return error.error;
  throw error;
}
