import { ApiError } from '@sextant/contract';

/** Indices of the service itself; their names begin like this. No user may read or write them. */
export const systemIndexPrefix = '.sextant-';

/** The one that holds the records of the service, on either backend. */
export const recordIndex = `${systemIndexPrefix}security`;

/** What nobody has the right to: the name that OpenSearch gives it. */
export const systemIndexAction = 'system:admin/system_index';

export function isSystemIndex(name: string): boolean {
  return name.startsWith(systemIndexPrefix);
}

export function systemIndexRefused(name: string): ApiError {
  return new ApiError({
    type: 'security_exception',
    reason: `[${name}] is an index of the service itself and cannot be reached by requests`,
  });
}
