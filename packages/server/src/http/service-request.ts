import type { BackendRequest, BackendResponse } from '../backend/backend.ts';
import type { Principal } from './authenticator.ts';

/** What a handler of the service itself gets: a request and who sent it. */
export interface ServiceRequest extends BackendRequest {
  /** Undefined only in rows that are `public`, for a caller who is not known. */
  readonly principal: Principal | undefined;
  readonly remoteAddress: string;
}

/** Answers one row that says `service`. */
export type ServiceHandler = (request: ServiceRequest) => BackendResponse | Promise<BackendResponse>;

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
