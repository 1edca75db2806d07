import { keptPart, sourcePart } from '../../segment/stored-document.ts';
import type { GetResult } from '../index/write-batch.ts';
import type { Found, ShardState } from './shard-state.ts';

const MISSING: GetResult = {
  found: false,
  version: -1,
  seqNo: -2,
  primaryTerm: 0,
  routing: null,
  source: null,
  kept: null,
};

/** The document as the last operation left it: from its segment, or from the log. Throws ApiError. */
export function getDocument(state: ShardState, id: string): GetResult {
  state.checkUsable();
  const current = state.find(id);
  if (current === undefined || current.deleted) return MISSING;
  const { version, seqNo, primaryTerm } = current;
  return { found: true, version, seqNo, primaryTerm, ...storedOf(state, current) };
}

function storedOf(
  state: ShardState,
  { segment, doc, location }: Found,
): Pick<GetResult, 'routing' | 'source' | 'kept'> {
  if (segment !== undefined) {
    const { reader } = segment;
    // It crosses threads, and others have the same memory.
    const source = reader.sourceOf(doc!)?.slice() ?? null;
    return { routing: reader.routingOf(doc!), source, kept: reader.keptOf(doc!)?.slice() ?? null };
  }
  const { routing, source } = state.guard(() => state.translog!.read(location!));
  const stored = state.context.storedDocument(source!, true);
  const shown = sourcePart(stored);
  return { routing, source: shown.length === 0 ? null : shown, kept: keptPart(stored) };
}
