import { recordCall } from './request-log.ts';
import { closeSession, session } from './session.ts';
import { list, type Shape, shape, text } from './shape.ts';

export interface ServiceCall {
  readonly method: string;
  /** With the query, from the root of the service: `/_cluster/health`. */
  readonly path: string;
  readonly body?: string;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
  /** Kept out of the list of requests: it holds a secret. */
  readonly secret?: boolean;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly durationMs: number;
  /** Bytes of the body after decompression. */
  readonly size: number;
  readonly headers: readonly (readonly [string, string])[];
}

/** A call that failed: with the service's own words, or `unreachable` where no answer came. */
export class ServiceError extends Error {
  readonly status: number;
  readonly type: string;
  readonly reason: string;
  constructor(status: number, type: string, reason: string) {
    super(`${type}: ${reason}`);
    this.name = 'ServiceError';
    this.status = status;
    this.type = type;
    this.reason = reason;
  }
}

/** Sends one call and gives the answer whatever its status. Throws ServiceError (status 0) where none came. */
export async function send(call: ServiceCall): Promise<ServiceAnswer> {
  const headers: Record<string, string> = { 'X-Requested-With': 'sextant-ui' };
  const { token } = session.get();
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (call.body !== undefined) headers['Content-Type'] = call.contentType ?? 'application/json';
  const startedMs = performance.now();
  try {
    const init: RequestInit = { method: call.method, headers, cache: 'no-store' };
    if (call.body !== undefined) init.body = call.body;
    if (call.signal !== undefined) init.signal = call.signal;
    const response = await fetch(call.path, init);
    const body = await response.text();
    const durationMs = performance.now() - startedMs;
    record(call, response.status, durationMs);
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      text: body,
      durationMs,
      size: new Blob([body]).size,
      headers: [...response.headers],
    };
  } catch (error) {
    if (call.signal?.aborted) throw error;
    record(call, 0, performance.now() - startedMs);
    throw new ServiceError(0, 'unreachable', error instanceof Error ? error.message : String(error));
  }
}

/** Sends one call and gives its JSON. Throws ServiceError for every status from 400 on; 401 ends the session. */
export async function ask(call: ServiceCall): Promise<unknown> {
  const answer = await send(call);
  if (answer.status >= 400) {
    if (answer.status === 401) closeSession();
    throw errorOf(answer);
  }
  return answer.text === '' ? null : JSON.parse(answer.text);
}

/** The service's error envelope as an error; plain text where it is none. */
export function errorOf(answer: Pick<ServiceAnswer, 'status' | 'text'>): ServiceError {
  const error = envelopeOf(answer.text);
  if (error === undefined) return new ServiceError(answer.status, `status ${answer.status}`, answer.text);
  const causes = list(error.root_cause).map(shape);
  const first = causes[0] ?? error;
  const reason = text(error, 'reason') || text(first, 'reason');
  return new ServiceError(answer.status, text(error, 'type', `status ${answer.status}`), reason);
}

function envelopeOf(body: string): Shape | undefined {
  try {
    const { error } = shape(JSON.parse(body));
    if (typeof error === 'string') return { reason: error };
    return typeof error === 'object' && error !== null ? shape(error) : undefined;
  } catch {
    return undefined;
  }
}

function record(call: ServiceCall, status: number, durationMs: number): void {
  if (call.secret) return;
  const { method, path, body } = call;
  recordCall({ method, path, body, status, durationMs, at: Date.now(), screen: location.pathname });
}
