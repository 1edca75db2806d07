import { apiError } from '@sextant/contract';
import { isJsonObject, parseLossless } from '../../mapping/lossless-json.ts';
import { UNASSIGNED } from '../index/write-batch.ts';
import {
  conflictOf,
  documentMissing,
  documentSourceMissing,
  UNCONDITIONAL,
  versionConflict,
  type WriteCondition,
} from './current-version.ts';
import type { Applied, ShardWriter } from './shard-writer.ts';
import { mergeDocument } from './update-document.ts';
import { parseUpdateRequest } from './update-request.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Reads the document, merges the request's into it and writes it back. Nothing can come between, so there is
 * never a reason to try again. Answers with the document as it is afterwards. Throws ApiError.
 */
export function applyUpdate(
  shard: ShardWriter,
  id: string,
  routing: string | null,
  body: Uint8Array,
  condition: WriteCondition,
): { readonly applied: Applied; readonly source: Uint8Array } {
  const conditional = condition.ifSeqNo !== UNASSIGNED;
  const request = parseUpdateRequest(decoder.decode(body), conditional);
  const current = shard.get(id);
  if (!current.found) {
    const upsert = request.docAsUpsert ? request.doc : request.upsert;
    if (upsert === undefined) throw documentMissing(shard.context, id);
    const source = encoder.encode(JSON.stringify(upsert));
    return { applied: shard.index(id, routing, source, UNCONDITIONAL, false), source };
  }
  if (current.source === null) throw documentSourceMissing(shard.context, id);
  const { version, seqNo, primaryTerm } = current;
  const state = { version, seqNo, primaryTerm, deleted: false };
  const conflict = conditional ? conflictOf(state, condition) : undefined;
  if (conflict !== undefined) throw versionConflict(shard.context, id, conflict);
  const document = parseLossless(decoder.decode(current.source));
  if (!isJsonObject(document)) {
    throw apiError('illegal_argument_exception', `[${id}]: the stored document is not an object`);
  }
  const modified = mergeDocument(document, request.doc ?? {});
  if (!modified && request.detectNoop) {
    shard.countNoopUpdate();
    return { applied: { outcome: 'noop', ...state }, source: current.source };
  }
  const source = encoder.encode(JSON.stringify(document));
  return { applied: shard.index(id, routing ?? current.routing, source, UNCONDITIONAL, false), source };
}
