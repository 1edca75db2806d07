import { ApiError, apiError } from '@sextant/contract';
import { activeShardCount } from '../document/write-params.ts';

export type Conflicts = 'abort' | 'proceed';

/** What all work by query takes. */
export interface ByQueryOptions {
  readonly conflicts: Conflicts;
  /** Documents at most; Infinity = all. */
  readonly maxDocs: number;
  /** Documents of one page. */
  readonly pageSize: number;
  /** `auto`: as many as the shards suggest. */
  readonly slices: number | 'auto';
  /** Infinity = as fast as it goes. */
  readonly perSecond: number;
  readonly refresh: boolean;
  readonly wait: boolean;
}

interface Params {
  readonly conflicts?: string;
  readonly max_docs?: number;
  readonly refresh?: boolean;
  readonly requests_per_second?: string;
  readonly scroll_size?: number;
  readonly size?: number;
  readonly slices?: string;
  readonly wait_for_active_shards?: string;
  readonly wait_for_completion?: boolean;
}

const PAGE_SIZE = 1000;

/** Slices of a search where `index.max_slices_per_scroll` does not say otherwise. */
export const mostSlices = 1024;

/** Throws ApiError where there would be too many: each is a search of its own. */
export function checkSlices(slices: number, most: number): void {
  if (slices <= most) return;
  throw apiError(
    'illegal_argument_exception',
    `The number of slices [${slices}] is too large. It must be less than [${most}]. ` +
      'This limit can be set by changing the [index.max_slices_per_scroll] index level setting.',
  );
}

/** What the body says goes before the query. Throws ApiError. */
export function byQueryOptions(
  params: Params,
  body: { readonly conflicts?: unknown; readonly maxDocs?: number; readonly pageSize?: number },
): ByQueryOptions {
  const slices = readSlices(params.slices);
  activeShardCount(params.wait_for_active_shards, 1);
  const maxDocs = theOneOf([body.maxDocs, params.size, params.max_docs]) ?? Number.POSITIVE_INFINITY;
  if (maxDocs < 0) {
    const reason = `[max_docs] parameter cannot be negative, found [${maxDocs}]`;
    throw apiError('illegal_argument_exception', reason);
  }
  if (maxDocs < (slices === 'auto' ? 1 : slices)) {
    throw apiError('illegal_argument_exception', '[max_docs] should be >= [slices]');
  }
  return {
    conflicts: readConflicts(body.conflicts ?? params.conflicts),
    maxDocs,
    pageSize: params.scroll_size ?? body.pageSize ?? PAGE_SIZE,
    slices,
    perSecond: readPerSecond(params.requests_per_second) ?? Number.POSITIVE_INFINITY,
    refresh: params.refresh === true,
    wait: params.wait_for_completion !== false,
  };
}

/** Throws ApiError where two say different numbers. */
function theOneOf(given: readonly (number | undefined)[]): number | undefined {
  const [first, ...others] = given.filter((value) => value !== undefined);
  const other = others.find((value) => value !== first);
  if (other === undefined) return first;
  const reason = `[max_docs] set to two different values [${first}] and [${other}]`;
  throw apiError('illegal_argument_exception', reason);
}

export function readConflicts(value: unknown): Conflicts {
  if (value === undefined) return 'abort';
  if (value === 'abort' || value === 'proceed') return value;
  const reason = `conflicts may only be "proceed" or "abort" but was [${String(value)}]`;
  throw apiError('illegal_argument_exception', reason);
}

function readSlices(text: string | undefined): number | 'auto' {
  if (text === undefined) return 1;
  if (text === 'auto') return 'auto';
  const reason = `[slices] must be a positive integer or the string "auto", but was [${text}]`;
  if (!/^-?\d{1,9}$/.test(text)) throw notNumber(reason, text);
  if (Number(text) < 1) throw apiError('illegal_argument_exception', reason);
  return Number(text);
}

/** Infinity for -1. Throws ApiError. */
export function readPerSecond(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const reason = '[requests_per_second] must be a float greater than 0. Use -1 to disable throttling.';
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw notNumber(reason, text);
  if (value === -1) return Number.POSITIVE_INFINITY;
  if (value <= 0) throw apiError('illegal_argument_exception', reason);
  return value;
}

function notNumber(reason: string, text: string): ApiError {
  const causedBy = { type: 'number_format_exception', reason: `For input string: "${text}"` } as const;
  return new ApiError({ type: 'illegal_argument_exception', reason, causedBy });
}
