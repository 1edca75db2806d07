import { ApiError, className, type ErrorCause, errorTable, type Json, type JsonMap } from '@sextant/contract';

/** An error as it stands inside an answer: `type`, `reason`, further keys, `caused_by`. */
export function causeBody(cause: ErrorCause): JsonMap {
  return {
    type: cause.type,
    reason: cause.reason,
    ...cause.details,
    ...(cause.causedBy === undefined ? {} : { caused_by: causeBody(cause.causedBy) }),
  };
}

/**
 * The same with `stack_trace` in each, as `error_trace` asks for it: what Java calls the exceptions, and those that caused
 * them. Where in the service they were thrown is not known: most come from another thread.
 */
export function tracedBody(cause: ErrorCause): JsonMap {
  return {
    type: cause.type,
    reason: cause.reason,
    ...cause.details,
    ...(cause.causedBy === undefined ? {} : { caused_by: tracedBody(cause.causedBy) }),
    stack_trace: traceOf(cause),
  };
}

/** `[index/uuid][[index][0]] DocumentMissingException[[1]: document missing]` */
function traceOf({ type, reason, details = {}, causedBy }: ErrorCause): string {
  const name = className(type);
  const { index, shard, index_uuid: uuid } = details;
  const ofIndex = typeof index !== 'string' ? '' : `[${index}${typeof uuid === 'string' ? `/${uuid}` : ''}]`;
  const place = ofIndex === '' || shard === undefined ? ofIndex : `${ofIndex}[[${index}][${String(shard)}]]`;
  const own = `${place === '' ? '' : `${place} `}${name}[${reason}]`;
  return causedBy === undefined ? own : `${own}\nCaused by: ${traceOf(causedBy)}`;
}

/** As `causeBody`, with `root_cause` in front, as in mget and msearch. */
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
