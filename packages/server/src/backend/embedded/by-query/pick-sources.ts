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

/** Throws ApiError where a document has none. */
export function requireSources({ length, starts, ends, ids, indices }: Documents): void {
  for (let item = 0; item < length; item++) {
    if (starts[item] !== ends[item]) continue;
    const reason = `[${indices[item]!}][${ids[item]!}] didn't store _source`;
    throw apiError('illegal_argument_exception', reason);
  }
}
