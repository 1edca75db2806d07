import { ApiError, type JsonMap } from '@sextant/contract';
import type { IndexMetadata, WriteBatch, WriteKind, WriteOutcome, WriteResult } from '@sextant/engine';
import { appendOnlyRefusal } from '../../../cluster/settings/append-only.ts';
import type { BackendRequest, BackendResponse } from '../../backend.ts';
import type { EmbeddedContext, RequestOf } from '../context.ts';
import { observed, tellWrites } from './observe-writes.ts';
import { hasNoDocument } from './update-get.ts';
import { type Conditions, refreshOf, type WriteRow } from './write-params.ts';

export interface SingleWrite {
  readonly index: IndexMetadata;
  readonly kind: WriteKind;
  readonly id: string | null;
  readonly routing: string | null;
  readonly source: Uint8Array;
  readonly conditions: Conditions;
  readonly retryOnConflict?: number;
  readonly returnSource?: boolean;
}

const nothing = new Uint8Array(0);

/** One operation through the engine. Throws ApiError where it failed. */
export async function writeOne(
  context: EmbeddedContext,
  request: RequestOf<WriteRow>,
  write: SingleWrite,
): Promise<WriteResult> {
  await admit(context, request, write);
  return writeAdmitted(context, request, write);
}

/** Throws ApiError where the index takes no such writes, or limits of writing refuse it. */
export async function admit(
  context: EmbeddedContext,
  { access }: RequestOf<WriteRow>,
  write: SingleWrite,
): Promise<void> {
  const refused = appendOnlyRefusal(write.index, write.kind, write.id);
  if (refused !== undefined) throw refused;
  if (!access.internal) await throttled(context, write);
}

/** As `writeOne`, of what is admitted already. */
export async function writeAdmitted(
  context: EmbeddedContext,
  request: RequestOf<WriteRow>,
  write: SingleWrite,
): Promise<WriteResult> {
  const batch = batchOf(write, refreshOf(request.params));
  const result = await engineWrite(context, request, observed(context, write.index, batch));
  tellWrites(context, write.index, batch, result, () => write.source);
  return result;
}

/** What an update would write, which it does not. Throws ApiError where it would fail. */
export async function previewUpdate(
  context: EmbeddedContext,
  request: RequestOf<WriteRow>,
  write: SingleWrite,
): Promise<WriteResult> {
  return engineWrite(context, request, { ...batchOf(write, 'false'), isPreview: true });
}

async function engineWrite(
  context: EmbeddedContext,
  request: RequestOf<WriteRow>,
  batch: WriteBatch,
): Promise<WriteResult> {
  const leave = request.access.internal ? undefined : context.boundedPools.of('write').enter();
  const result = await context.engine.write(batch).finally(leave);
  const error = result.errors.get(0);
  if (error !== undefined) throw new ApiError(error);
  return result;
}

function batchOf(write: SingleWrite, refresh: WriteBatch['refresh']): WriteBatch {
  const { conditions } = write;
  const source = write.source.byteLength === 0 ? nothing : Uint8Array.from(write.source);
  return {
    index: write.index.name,
    source,
    kinds: [write.kind],
    ids: [write.id],
    routings: write.routing === null ? null : [write.routing],
    starts: Int32Array.of(0),
    ends: Int32Array.of(source.byteLength),
    ifSeqNos: conditions.ifSeqNo < 0 ? null : Float64Array.of(conditions.ifSeqNo),
    ifPrimaryTerms: conditions.ifSeqNo < 0 ? null : Float64Array.of(conditions.ifPrimaryTerm),
    versions: conditions.versionType === 'internal' ? null : Float64Array.of(conditions.version),
    versionTypes: conditions.versionType === 'internal' ? null : [conditions.versionType],
    retryOnConflict: write.retryOnConflict === undefined ? null : Int32Array.of(write.retryOnConflict),
    refresh,
    ...(write.returnSource === true ? { returnSource: true } : {}),
  };
}

/** Throws ApiError where limits of writing refuse it. */
async function throttled({ writeThrottle, engine }: EmbeddedContext, write: SingleWrite): Promise<void> {
  const { index, id, routing, source } = write;
  if (writeThrottle.isOff(index)) return;
  const known = id !== null || routing !== null;
  const shard = known
    ? engine.shardOf(index.name, id ?? '', routing ?? undefined)
    : writeThrottle.anyShard(index);
  const refused = await writeThrottle.pass(index, [{ shard, requests: 1, bytes: source.byteLength }]);
  const error = refused.get(shard);
  if (error !== undefined) throw error;
}

const statusOfOutcome: Readonly<Record<WriteOutcome, number>> = {
  created: 201,
  updated: 200,
  deleted: 200,
  not_found: 404,
  noop: 200,
  failed: 500,
};

export function outcomeStatus(outcome: WriteOutcome): number {
  return statusOfOutcome[outcome];
}

/** The answer to a single write: 201 with Location for a new document. */
export function writeAnswer(
  request: BackendRequest,
  write: SingleWrite,
  result: WriteResult,
  more: JsonMap = {},
): BackendResponse {
  const outcome = result.outcomes[0]!;
  const id = result.ids[0]!;
  const copies = outcome === 'noop' ? 0 : write.index.numberOfReplicas + 1;
  const body: JsonMap = {
    _index: write.index.name,
    ...(request.dialect.documentType ? { _type: '_doc' } : {}),
    _id: id,
    _version: result.versions[0]!,
    result: outcome,
    ...(result.forcedRefresh && outcome !== 'noop' ? { forced_refresh: true } : {}),
    _shards: { total: copies, successful: outcome === 'noop' ? 0 : 1, failed: 0 },
    ...placeOf(result),
    ...more,
  };
  const answer = { status: outcomeStatus(outcome), kind: 'json', body } as const;
  return outcome === 'created' ? { ...answer, headers: { location: location(write, id) } } : answer;
}

/** A document that a script did not make has no place. */
function placeOf({ seqNos, primaryTerms }: WriteResult): JsonMap {
  if (hasNoDocument(seqNos[0]!)) return {};
  return { _seq_no: seqNos[0]!, _primary_term: primaryTerms[0]! };
}

function location(write: SingleWrite, id: string): string {
  const routing = write.routing === null ? '' : `?routing=${formEncode(write.routing)}`;
  return `/${formEncode(write.index.name)}/_doc/${formEncode(id)}${routing}`;
}

/** As Java's URLEncoder: a blank becomes `+`. */
function formEncode(text: string): string {
  const encoded = encodeURIComponent(text).replaceAll('%20', '+');
  return encoded.replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
