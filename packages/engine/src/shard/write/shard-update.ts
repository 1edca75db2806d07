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
import { parseUpdateRequest, type UpdateRequest } from './update-request.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What an update comes to. */
export interface DecidedUpdate {
  readonly op: 'create' | 'index' | 'delete' | 'noop';
  readonly routing: string | null;
  /** The document as it is afterwards. */
  readonly source: Uint8Array;
  /** Of the document as it is now. */
  readonly state: CurrentVersion;
}

export interface UpdateOptions {
  readonly condition: WriteCondition;
  readonly allowance: ScriptAllowance;
}

/**
 * Reads the document, merges the request's into it and writes it back. Nothing can come between, so there is
 * never a reason to try again. Answers with the document as it is afterwards. Throws ApiError.
 */
export function applyUpdate(
  shard: ShardWriter,
  id: string,
  routing: string | null,
  body: Uint8Array,
  options: UpdateOptions,
): { readonly applied: Applied; readonly source: Uint8Array } {
  const { op, source, state, ...decided } = decideUpdate(shard, id, routing, body, options);
  if (op === 'noop') return { applied: { outcome: 'noop', ...state }, source };
  if (op === 'delete') return { applied: shard.delete(id, decided.routing, UNCONDITIONAL), source };
  return { applied: shard.index(id, decided.routing, source, UNCONDITIONAL, false), source };
}

/** What `applyUpdate` does, without doing it; one that changes nothing is counted here. Throws ApiError. */
export function decideUpdate(
  shard: ShardWriter,
  id: string,
  routing: string | null,
  body: Uint8Array,
  { condition, allowance }: UpdateOptions,
): DecidedUpdate {
  const conditional = condition.ifSeqNo !== UNASSIGNED;
  const request = parseUpdateRequest(decoder.decode(body), conditional);
  const current = shard.get(id);
  if (!current.found) return decideUpsert(shard, { id, routing }, request, allowance);
  if (current.source === null) throw documentSourceMissing(shard.context, id);
  const { version, seqNo, primaryTerm } = current;
  const state = { version, seqNo, primaryTerm, deleted: false };
  const conflict = conditional ? conflictOf(state, condition) : undefined;
  if (conflict !== undefined) throw versionConflict(shard.context, id, conflict);
  const kept = { routing: routing ?? current.routing, state };
  if (request.script !== undefined) {
    const script = { script: request.script, allowance };
    const { source, routing: own } = current;
    return scriptedUpdate(shard, script, { id, source, own, kept });
  }
  const document = parseLossless(decoder.decode(current.source));
  if (!isJsonObject(document)) {
    throw apiError('illegal_argument_exception', `[${id}]: the stored document is not an object`);
  }
  const modified = mergeDocument(document, request.doc ?? {});
  if (!modified && request.detectNoop) return noop(shard, current.source, kept);
  return { op: 'index', source: encoder.encode(JSON.stringify(document)), ...kept };
}

/** A document that is not there. */
const ABSENT: CurrentVersion = { version: -1, seqNo: UNASSIGNED, primaryTerm: 0, deleted: false };

function decideUpsert(
  shard: ShardWriter,
  { id, routing }: { readonly id: string; readonly routing: string | null },
  { script, scriptedUpsert: isScripted, upsert: given, doc, docAsUpsert }: UpdateRequest,
  allowance: ScriptAllowance,
): DecidedUpdate {
  const kept = { routing, state: ABSENT };
  if (script !== undefined && isScripted && given !== undefined) {
    const upsert = encoder.encode(JSON.stringify(given));
    return scriptedUpsert(shard, { script, upsert, allowance }, kept);
  }
  const upsert = docAsUpsert ? doc : given;
  if (upsert === undefined) throw documentMissing(shard.context, id);
  return { op: 'create', source: encoder.encode(JSON.stringify(upsert)), ...kept };
}

type Kept = Pick<DecidedUpdate, 'routing' | 'state'>;

function noop(shard: ShardWriter, source: Uint8Array, kept: Kept): DecidedUpdate {
  shard.countNoopUpdate();
  return { op: 'noop', source, ...kept };
}

interface AllowedScript {
  readonly script: ScriptSpec;
  readonly allowance: ScriptAllowance;
}

interface CurrentDocument {
  readonly id: string;
  readonly source: Uint8Array;
  /** The routing that it was written with. */
  readonly own: string | null;
  readonly kept: Kept;
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
function scriptedUpdate(shard: ShardWriter, script: AllowedScript, current: CurrentDocument): DecidedUpdate {
  const { id, own, kept } = current;
  const meta = {
    _index: shard.context.index,
    _id: id,
    _version: kept.state.version,
    _routing: own,
    _now: shard.context.clock.now(),
  };
  const { op, source } = runScript(shard.context, script, current.source, { op: 'index', meta });
  if (op === 'index') return { op, source: encoder.encode(source() ?? ''), ...kept };
  if (op === 'delete') return { op, source: current.source, ...kept };
  return noop(shard, current.source, kept);
}

/** A document that is not there, made of the one to be inserted by the script. */
function scriptedUpsert(
  shard: ShardWriter,
  { upsert, ...script }: AllowedScript & { readonly upsert: Uint8Array },
  kept: Kept,
): DecidedUpdate {
  const { op, source } = runScript(shard.context, script, upsert, {
    op: 'create',
    meta: { _now: shard.context.clock.now() },
  });
  if (op === 'create' || op === 'index') {
    return { op: 'create', source: encoder.encode(source() ?? ''), ...kept };
  }
  return noop(shard, new Uint8Array(), kept);
}
