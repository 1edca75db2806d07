import type { X509Certificate } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { apiError, type Method, type Route } from '@sextant/contract';
import type { Access } from '../backend/access.ts';
import type { Dialect, ParamValue, RequestBody } from '../backend/backend.ts';
import type { Task } from '../tasks/task.ts';
import type { Principal } from './authenticator.ts';
import type { Exchange } from './pipeline/exchange.ts';
import type { ServiceRequest } from './service-request.ts';

export type Headers = Readonly<Record<string, string | undefined>>;

export interface HttpRequestParts {
  readonly route: Route;
  readonly method: Method;
  readonly askedPath: string;
  readonly indices: readonly string[];
  readonly access: Access;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly body: RequestBody;
  readonly dialect: Dialect;
  readonly principal: Principal | undefined;
  readonly task: Task;
}

/** One request on its way to a handler. */
export class HttpRequest implements ServiceRequest {
  readonly route: Route;
  readonly method: Method;
  readonly askedPath: string;
  readonly indices: readonly string[];
  readonly access: Access;
  readonly pathParams: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, ParamValue>>;
  readonly body: RequestBody;
  readonly dialect: Dialect;
  readonly principal: Principal | undefined;
  readonly task: Task;
  readonly headers: Headers;
  readonly remoteAddress: string;
  readonly certificate: X509Certificate | undefined;
  readonly warn: (text: string) => void;
  readonly #response: ServerResponse;
  #abort: AbortController | undefined;

  constructor(
    parts: HttpRequestParts,
    { headers, remoteAddress, certificate, response, warnings }: Exchange,
  ) {
    this.route = parts.route;
    this.method = parts.method;
    this.askedPath = parts.askedPath;
    this.indices = parts.indices;
    this.access = parts.access;
    this.pathParams = parts.pathParams;
    this.params = parts.params;
    this.body = parts.body;
    this.dialect = parts.dialect;
    this.principal = parts.principal;
    this.task = parts.task;
    this.headers = headers;
    this.remoteAddress = remoteAddress;
    this.certificate = certificate;
    this.warn = (text) => warnings.add(text);
    this.#response = response;
  }

  /** Made when first asked for: most handlers never wait long enough to need it. */
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      this.task.onCancel(() => abort.abort(cancelled(this.task)));
      const onClose = (): void => {
        if (!this.#response.writableFinished) abort.abort();
      };
      if (this.#response.closed) onClose();
      else this.#response.once('close', onClose);
    }
    return this.#abort.signal;
  }
}

function cancelled({ cancelReason = '' }: Task): Error {
  return apiError('task_cancelled_exception', `cancelled task with reason: ${cancelReason}`);
}
