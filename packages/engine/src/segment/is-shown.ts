import { getBit } from '../codec/bits.ts';
import type { SegmentReader } from './segment-reader.ts';

/** Whether a search of the segment may tell of the document: it is live, or lies in one that is. */
export function isShown(
  { liveDocs, blocks }: Pick<SegmentReader, 'liveDocs' | 'blocks'>,
  doc: number,
): boolean {
  if (liveDocs === null || getBit(liveDocs, doc)) return true;
  return blocks !== null && getBit(liveDocs, blocks.rootOf(doc));
}
