import { filterSource, type SourceRequest, type WriteResult } from '@sextant/engine';

interface AskedUpdate {
  /** Its place in the result. */
  readonly place: number;
  /** The document as it is now. */
  readonly source: Uint8Array | undefined;
  readonly filter: SourceRequest | undefined;
}

/** `get` of the answer to an update, as JSON: the document where it was asked for, and, asked for or not, that there is none. */
export function updateGet(
  { outcomes, seqNos, primaryTerms }: WriteResult,
  { place, source, filter }: AskedUpdate,
): string | undefined {
  if (hasNoDocument(seqNos[place]!)) return '{"found":false}';
  if (filter?.enabled !== true) return undefined;
  const found = `"_seq_no":${seqNos[place]},"_primary_term":${primaryTerms[place]},"found":true`;
  if (outcomes[place] === 'deleted') return `{${found}}`;
  if (source === undefined) return undefined;
  return `{${found},"_source":${Buffer.from(filterSource(source, filter)).toString('utf8')}}`;
}

/** A script made none where there was none. */
export function hasNoDocument(seqNo: number): boolean {
  return seqNo < 0;
}
