import { apiError } from '@sextant/contract';
import type { WriteBatch } from '@sextant/engine';
import type { Documents } from '../search/documents-view.ts';

/** The documents of `items` as a batch holds them: the page's bytes where it is the whole of it. */
export function pickSources(
  { source, starts, ends, length }: Documents,
  items: readonly number[],
): Pick<WriteBatch, 'source' | 'starts' | 'ends'> {
  if (items.length === length)
    return { source, starts: starts.slice(0, length), ends: ends.slice(0, length) };
  return {
    source,
    starts: Int32Array.from(items, (item) => starts[item]!),
    ends: Int32Array.from(items, (item) => ends[item]!),
  };
}

/** Throws ApiError where a document has none to be copied. */
export function requireSources({ starts, ends, ids, indices }: Documents, items: readonly number[]): void {
  const without = items.find((item) => starts[item] === ends[item]);
  if (without === undefined) return;
  const reason = `[${indices[without]!}][${ids[without]!}] didn't store _source`;
  throw apiError('illegal_argument_exception', reason);
}
