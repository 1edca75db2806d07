import { apiError, matchesWildcard } from '@sextant/contract';
import type { RemoteHosts } from '../../../../transport/outgoing-http.ts';
import type { EmbeddedContext } from '../../context.ts';
import type { RemoteSource } from '../by-query-work.ts';
import type { RemoteInfo } from './remote-info.ts';
import { RemotePages, remoteAnswerBytesMax } from './remote-pages.ts';
import type { RemoteSearch } from './remote-request.ts';

const keepAliveMs = 300_000;

/** Throws ApiError where no pattern of `reindex.remote.allowlist` names the host. */
export function checkAllowed({ allowed }: Pick<RemoteHosts, 'allowed'>, { place }: RemoteInfo): void {
  if (allowed.some((pattern) => matchesWildcard(pattern, place))) return;
  throw apiError('illegal_argument_exception', `[${place}] not allowlisted in reindex.remote.allowlist`);
}

/** `scrollMs`: how long the other side is asked to wait for the next page. */
export function remoteSource(
  { clock, log, remoteHosts }: EmbeddedContext,
  { remote, search, scrollMs = keepAliveMs }: RemoteReading,
): RemoteSource {
  return async ({ signal, onRetry }) => {
    const caller = await remoteHosts.open({
      origin: remote.origin,
      connectTimeoutMs: remote.connectTimeoutMs,
      socketTimeoutMs: remote.socketTimeoutMs,
      bytesMax: remoteAnswerBytesMax,
    });
    return new RemotePages({ remote, search, caller, keepAliveMs: scrollMs, clock, log, signal, onRetry });
  };
}

export interface RemoteReading {
  readonly remote: RemoteInfo;
  readonly search: RemoteSearch;
  readonly scrollMs: number | undefined;
}
