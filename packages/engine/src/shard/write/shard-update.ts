import { apiError } from '@sextant/contract';
import type { ScriptHost } from '../../budget/script-host.ts';
import { isJsonObject, parseLossless } from '../../mapping/lossless-json.ts';
import type { ScriptAllowance } from '../../script/frame.ts';
import type { ScriptSpec } from '../../script/script-spec.ts';
import { failedScript, type Scripted, type ScriptedMeta, UpdateScript } from '../../script/update-script.ts';
import { UNASSIGNED } from '../index/write-batch.ts';
import {
  type CurrentVersion,
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
  { condition, allowance }: { readonly condition: WriteCondition; readonly allowance: ScriptAllowance },
): { readonly applied: Applied; readonly source: Uint8Array } {
  const conditional = condition.ifSeqNo !== UNASSIGNED;
  const request = parseUpdateRequest(decoder.decode(body), conditional);
  const current = shard.get(id);
  if (
    !current.found &&
    request.script !== undefined &&
    request.scriptedUpsert &&
    request.upsert !== undefined
  ) {
    const upsert = encoder.encode(JSON.stringify(request.upsert));
    return scriptedUpsert(shard, id, routing, { script: request.script, upsert, allowance });
  }
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
  if (request.script !== undefined) {
    return scriptedUpdate(
      shard,
      { script: request.script, allowance },
      {
        id,
        routing,
        source: current.source,
        own: current.routing,
        state,
      },
    );
  }
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

interface Updated {
  readonly applied: Applied;
  readonly source: Uint8Array;
}

interface AllowedScript {
  readonly script: ScriptSpec;
  readonly allowance: ScriptAllowance;
}

interface CurrentDocument {
  readonly id: string;
  readonly routing: string | null;
  readonly source: Uint8Array;
  /** The routing that it was written with. */
  readonly own: string | null;
  readonly state: CurrentVersion;
}

/** Throws ApiError: what the script throws is wrapped. */
function runScript(
  { clock, random }: ScriptHost,
  { script, allowance }: AllowedScript,
  source: Uint8Array,
  { op, meta }: { readonly op: string; readonly meta: ScriptedMeta },
): Scripted {
  try {
    return new UpdateScript(script, null, { clock, random }, allowance).run(source, op, meta);
  } catch (error) {
    throw failedScript(error);
  }
}

/** What the script says is to be done with a document that is there; anything that it does not know changes nothing. */
function scriptedUpdate(shard: ShardWriter, script: AllowedScript, current: CurrentDocument): Updated {
  const { id, routing, own, state } = current;
  const meta = {
    _index: shard.context.index,
    _id: id,
    _version: state.version,
    _routing: own,
    _now: shard.context.clock.now(),
  };
  const { op, source } = runScript(shard.context, script, current.source, { op: 'index', meta });
  if (op === 'index') {
    const written = encoder.encode(source() ?? '');
    return { applied: shard.index(id, routing ?? own, written, UNCONDITIONAL, false), source: written };
  }
  if (op === 'delete')
    return { applied: shard.delete(id, routing ?? own, UNCONDITIONAL), source: current.source };
  shard.countNoopUpdate();
  return { applied: { outcome: 'noop', ...state }, source: current.source };
}

/** A document that is not there, made of the one to be inserted by the script. */
function scriptedUpsert(
  shard: ShardWriter,
  id: string,
  routing: string | null,
  { upsert, ...script }: AllowedScript & { readonly upsert: Uint8Array },
): Updated {
  const { op, source } = runScript(shard.context, script, upsert, {
    op: 'create',
    meta: { _now: shard.context.clock.now() },
  });
  if (op === 'create' || op === 'index') {
    const written = encoder.encode(source() ?? '');
    return { applied: shard.index(id, routing, written, UNCONDITIONAL, false), source: written };
  }
  shard.countNoopUpdate();
  const none = { version: -1, seqNo: UNASSIGNED, primaryTerm: 0, deleted: false };
  return { applied: { outcome: 'noop', ...none }, source: new Uint8Array() };
}
