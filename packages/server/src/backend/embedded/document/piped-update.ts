import { ApiError, apiError } from '@sextant/contract';
import type { UpdatePreview, WriteResult } from '@sextant/engine';
import type { EmbeddedContext, RequestOf } from '../context.ts';
import { ingest, type NamedPipelines, PipelineChoice } from '../ingest/ingest-writes.ts';
import { admit, previewUpdate, type SingleWrite, writeAdmitted } from './single-write.ts';
import { unconditional, type WriteRow } from './write-params.ts';

/** What the documents of an index go through; `name`: as the request has it. */
export interface UpdatePipelines {
  readonly name: string;
  readonly choice: PipelineChoice;
  readonly named: NamedPipelines;
}

export interface DoneUpdate {
  readonly write: SingleWrite;
  readonly result: WriteResult;
  /** The document as the update made it, before any pipeline. */
  readonly source: Uint8Array | undefined;
}

/**
 * An update of an index with pipelines: the document that it makes goes through them, and is written where that which it
 * was made of is still there; else all is done anew, as often as the request says.
 */
export async function pipedUpdate(
  context: EmbeddedContext,
  request: RequestOf<WriteRow>,
  update: SingleWrite,
  { name, ...pipelines }: UpdatePipelines,
): Promise<DoneUpdate | 'dropped'> {
  await admit(context, request, update);
  for (let triesLeft = update.retryOnConflict ?? 0; ; triesLeft--) {
    const before = await previewUpdate(context, request, update);
    const preview = before.previews.get(0)!;
    if (before.outcomes[0] === 'noop') return { write: update, result: before, source: preview.source };
    const source =
      before.outcomes[0] === 'deleted'
        ? undefined
        : piped(context, pipelines, { name, id: update.id, ...preview });
    if (source === 'dropped') return 'dropped';
    const write = writeOf(update, before, preview.routing, source);
    try {
      return { write, result: await writeAdmitted(context, request, write), source: preview.source };
    } catch (error) {
      if (triesLeft <= 0 || !isConflict(error)) throw error;
    }
  }
}

/** Those of the index of that name; undefined where it has none. */
export function updatePipelines(
  context: EmbeddedContext,
  request: RequestOf<WriteRow>,
  name: string,
): UpdatePipelines | undefined {
  const choice = new PipelineChoice(context, request);
  const named = choice.of(name, undefined);
  return named.first === undefined && named.final === undefined ? undefined : { name, choice, named };
}

function writeOf(
  update: SingleWrite,
  { outcomes, seqNos, primaryTerms }: WriteResult,
  routing: string | null,
  source: Uint8Array | undefined,
): SingleWrite {
  const { retryOnConflict: _tries, returnSource: _shown, ...kept } = update;
  const isNew = outcomes[0] === 'created';
  const stillThere = { ...unconditional, ifSeqNo: seqNos[0]!, ifPrimaryTerm: primaryTerms[0]! };
  const conditions = isNew ? unconditional : stillThere;
  if (source === undefined) return { ...kept, kind: 'delete', routing, source: new Uint8Array(), conditions };
  return { ...kept, kind: isNew ? 'create' : 'index', routing, source, conditions };
}

/** What pipelines make of a document. Throws ApiError. */
function piped(
  context: EmbeddedContext,
  { choice, named }: Omit<UpdatePipelines, 'name'>,
  { name, id, routing, source }: UpdatePreview & { readonly name: string; readonly id: string | null },
): Uint8Array | 'dropped' {
  const head = { index: name, id, routing: routing ?? undefined };
  const done = ingest(context, choice, named, head, source);
  if (done.kind === 'failed') throw new ApiError(done.cause);
  if (done.kind === 'dropped') return 'dropped';
  if (done.kind === 'unread') return source;
  if (done.head.index === name && done.head.id === id && done.head.routing === head.routing)
    return done.source;
  const reason = 'a pipeline of an update may change neither [_index] nor [_id] nor [_routing]';
  throw apiError('illegal_argument_exception', reason);
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.error.type === 'version_conflict_engine_exception';
}
