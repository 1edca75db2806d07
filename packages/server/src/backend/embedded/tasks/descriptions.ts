import type { SearchBody } from '@sextant/engine';
import { bytesText } from '../../../config/units.ts';

/** How OpenSearch describes the work of its requests; the search's source is the one that was sent. */
export function searchDescription(names: readonly string[], body: SearchBody): string {
  const source = JSON.stringify(body);
  return `indices[${names.join(', ')}], search_type[QUERY_THEN_FETCH], source[${source}]`;
}

export function multiSearchDescription(searches: readonly string[]): string {
  return `,${searches.join('indices:data/read/msearch[')}]`;
}

const sourceBytesMax = 2048;

export function indexDescription(index: string, id: string | null, source: Uint8Array): string {
  const { byteLength } = source;
  const shown =
    byteLength > sourceBytesMax
      ? `n/a, actual length: [${bytesText(byteLength)}], max length: 2kb`
      : Buffer.from(source).toString();
  return `index {[${index}][${id}], source[${shown}]}`;
}

export function deleteDescription(index: string, id: string): string {
  return `delete {[${index}][${id}]}`;
}

export function bulkDescription(operations: number, indices: readonly string[]): string {
  return `requests[${operations}], indices[${indices.join(', ')}]`;
}

export interface ForceMerge {
  readonly indices: readonly string[];
  readonly maxSegments: number;
  readonly onlyExpungeDeletes: boolean;
  readonly flush: boolean;
  readonly primaryOnly: boolean;
}

export function forceMergeDescription(merge: ForceMerge): string {
  return (
    `Force-merge indices [${merge.indices.join(', ')}], maxSegments[${merge.maxSegments}], ` +
    `onlyExpungeDeletes[${merge.onlyExpungeDeletes}], flush[${merge.flush}], primaryOnly[${merge.primaryOnly}]`
  );
}
