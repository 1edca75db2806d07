import { apiError } from '@sextant/contract';
import type { IndicesOptions } from './index-names.ts';

/** Searches, refresh, statistics: open indices only. */
export const openIndices: IndicesOptions = {
  ignoreUnavailable: false,
  allowNoIndices: true,
  expandOpen: true,
  expandClosed: false,
  expandHidden: false,
  forbidClosed: true,
};

/** Reads of metadata: closed ones can be named. */
export const metadataIndices: IndicesOptions = { ...openIndices, forbidClosed: false };

export const allIndices: IndicesOptions = { ...metadataIndices, expandClosed: true };

/** Reads of settings and aliases, where wildcards also show hidden indices. */
export const everyIndex: IndicesOptions = { ...allIndices, expandHidden: true };

/** Changes of metadata: something must match. */
export const changedIndices: IndicesOptions = { ...allIndices, allowNoIndices: false };

/** The defaults of an endpoint with the parameters of a request laid over them. */
export function indicesOptions(
  params: Readonly<Record<string, unknown>>,
  defaults: IndicesOptions,
): IndicesOptions {
  const { ignore_unavailable: ignore, allow_no_indices: none, expand_wildcards: expand } = params;
  const options = {
    ...defaults,
    ignoreUnavailable: typeof ignore === 'boolean' ? ignore : defaults.ignoreUnavailable,
    allowNoIndices: typeof none === 'boolean' ? none : defaults.allowNoIndices,
  };
  return Array.isArray(expand) ? { ...options, ...expansion(expand as readonly string[]) } : options;
}

function expansion(
  words: readonly string[],
): Pick<IndicesOptions, 'expandOpen' | 'expandClosed' | 'expandHidden'> {
  const result = { expandOpen: false, expandClosed: false, expandHidden: false };
  for (const word of words) {
    switch (word) {
      case 'open':
        result.expandOpen = true;
        break;
      case 'closed':
        result.expandClosed = true;
        break;
      case 'hidden':
        result.expandHidden = true;
        break;
      case 'none':
        Object.assign(result, { expandOpen: false, expandClosed: false, expandHidden: false });
        break;
      case 'all':
        Object.assign(result, { expandOpen: true, expandClosed: true, expandHidden: true });
        break;
      default:
        throw apiError('illegal_argument_exception', `No valid expand wildcard value [${word}]`);
    }
  }
  return result;
}
