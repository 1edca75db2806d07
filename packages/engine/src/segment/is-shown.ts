import { getBit } from '../codec/bits.ts';
import type { SegmentReader } from './segment-reader.ts';

/**
 * Whether a search of the segment may tell of the document: it is live, or, where objects of a nested path are asked about, one of
 * these within a document that is. Queries come upon the others, too.
 */
export function isShown(
  { liveDocs, blocks }: Pick<SegmentReader, 'liveDocs' | 'blocks'>,
  doc: number,
  nestedPath: string | undefined,
): boolean {
  if (liveDocs === null) return true;
  if (nestedPath === undefined) return getBit(liveDocs, doc);
  const objects = blocks?.docsOf(nestedPath) ?? null;
  return objects !== null && getBit(objects, doc) && getBit(liveDocs, blocks!.rootOf(doc));
}
