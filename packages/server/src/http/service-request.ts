import type { X509Certificate } from 'node:crypto';
import type { ParamsOf, PathParamsOf, ServiceRouteName } from '@sextant/contract';
import type { BackendRequest, BackendResponse } from '../backend/backend.ts';
import type { Principal } from './authenticator.ts';

/** What a handler of the service itself gets: a request and who sent it. */
export interface ServiceRequest extends BackendRequest {
  /** Undefined only in rows that are `public`, for a caller who is not known. */
  readonly principal: Principal | undefined;
  readonly remoteAddress: string;
  /** Of the connection, where a trusted authority has signed it. */
  readonly certificate?: X509Certificate | undefined;
}

/** The same with what its row says of parameters, as types. */
type ServiceRequestOf<Name extends ServiceRouteName> = Omit<ServiceRequest, 'params' | 'pathParams'> & {
  readonly params: ParamsOf<Name>;
  readonly pathParams: PathParamsOf<Name>;
};

/** Answers one row that says `service`. */
export type ServiceHandler<Name extends ServiceRouteName = ServiceRouteName> = (
  request: ServiceRequestOf<Name>,
) => BackendResponse | Promise<BackendResponse>;

/** The handlers of some rows: of each, or it does not compile. */
export type ServiceHandlers<Name extends ServiceRouteName = ServiceRouteName> = {
  readonly [Each in Name]: ServiceHandler<Each>;
};

/** Serves the files of the web interface; undefined = no such file. */
export interface UiHost {
  /** `path` begins with `/_ui`. */
  serve(path: string, headers: Readonly<Record<string, string | undefined>>): Promise<UiAnswer | undefined>;
}

export interface UiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}
