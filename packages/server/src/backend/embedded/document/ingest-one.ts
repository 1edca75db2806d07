import { ApiError } from '@sextant/contract';
import type { WriteKind } from '@sextant/engine';
import type { BackendRequest, BackendResponse } from '../../backend.ts';
import { type EmbeddedContext, ok } from '../context.ts';
import { ingest, PipelineChoice } from '../ingest/ingest-writes.ts';
import { DROPPED_ID, droppedVersion } from './bulk-answer.ts';
import { headOf, withHead } from './ingest-bulk.ts';
import type { Conditions } from './write-params.ts';

/** A document to be written, and where to. */
export interface GivenDocument {
  readonly index: string;
  readonly id: string | null;
  readonly routing: string | undefined;
  readonly conditions: Conditions;
  readonly source: Uint8Array;
}

/** What the pipelines of a single write make of its document. Throws ApiError. */
export function ingestOne(
  context: EmbeddedContext,
  request: BackendRequest,
  given: GivenDocument,
): GivenDocument | 'dropped' {
  const choice = new PipelineChoice(context, request);
  const pipeline = request.params.pipeline as string | undefined;
  const named = choice.of(given.index, pipeline);
  if (named.first === undefined && named.final === undefined) return given;
  const done = ingest(context, choice, named, headOf(given, given.id), given.source);
  switch (done.kind) {
    case 'failed':
      throw new ApiError(done.cause);
    case 'dropped':
      return 'dropped';
    case 'unread':
      return given;
    case 'document':
      return { ...withHead(given, done.head), id: done.head.id, source: done.source };
  }
}

export function droppedAnswer(
  { dialect }: BackendRequest,
  { index, id }: Pick<GivenDocument, 'index' | 'id'>,
  kind: WriteKind,
): BackendResponse {
  return ok({
    _index: index,
    ...(dialect.documentType ? { _type: '_doc' } : {}),
    _id: id ?? DROPPED_ID,
    _version: droppedVersion(kind),
    result: 'noop',
    _shards: { total: 0, successful: 0, failed: 0 },
  });
}
