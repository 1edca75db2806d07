import { STATUS_CODES } from 'node:http';
import { InvariantError } from '@sextant/base';
import { ApiError, dictionary, type ErrorCause, isObject, type JsonMap } from '@sextant/contract';

/** An error as it stands inside answers: type, reason, details, cause. */
function causeTree(error: ErrorCause, trace?: string): JsonMap {
  return {
    type: error.type,
    reason: error.reason,
    ...error.details,
    caused_by: error.causedBy === undefined ? undefined : causeTree(error.causedBy),
    stack_trace: trace,
  };
}

/** `{"error":{"root_cause":[…],"type":…,"reason":…},"status":400}`; stack traces only with `error_trace`. */
export function errorEnvelope(error: ApiError, withTrace: boolean): JsonMap {
  // Where the service is installed is nobody's business.
  const trace = withTrace ? error.stack?.replace(/file:\/\/\S*\//g, '') : undefined;
  const roots = error.error.rootCause ?? [innermostOfParser(error.error)];
  const body: JsonMap = {
    root_cause: roots.map((root) => causeTree(withoutCause(root), trace)),
    ...causeTree(error.error, trace),
  };
  return { error: body, status: error.status };
}

/** The innermost part of a body that could not be read is what OpenSearch calls the root. */
function innermostOfParser(error: ErrorCause): ErrorCause {
  const { type, causedBy } = error;
  const isParser = type === 'x_content_parse_exception' && causedBy?.type === type;
  return isParser ? innermostOfParser(causedBy) : error;
}

function withoutCause(error: ErrorCause): ErrorCause {
  const { causedBy: _, ...rest } = error;
  return rest;
}

/** The account API's own shape. */
export function accountError(error: ApiError): JsonMap {
  return { status: error.status, error: { reason: error.error.reason } };
}

/** The form of the security plugin of OpenSearch: `{"status":"FORBIDDEN","message":"…"}`. */
export function securityError(error: ApiError): JsonMap {
  const name = STATUS_CODES[error.status]?.toUpperCase().replaceAll(/\W+/g, '_');
  return { status: name ?? String(error.status), message: error.error.reason };
}

/**
 * Whatever was thrown, as an error for the caller. What we did not throw on purpose tells nothing about its
 * inside.
 */
export function asApiError(thrown: unknown): { readonly error: ApiError; readonly unexpected: boolean } {
  if (thrown instanceof ApiError) return { error: thrown, unexpected: false };
  const kind = thrown instanceof InvariantError ? 'a broken invariant' : 'an unexpected fault';
  const reason = `the service met ${kind}; its log has the details`;
  return { error: new ApiError({ type: 'exception', reason }, { cause: thrown }), unexpected: true };
}

/** Headers that an error asks for in its details, as the authentication errors of Elasticsearch do. */
export function errorHeaders(error: ApiError): Readonly<Record<string, string>> {
  const headers: unknown = error.error.details?.header;
  if (!isObject(headers)) return {};
  const result: Record<string, string> = dictionary();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') result[name] = value;
  return result;
}
