import type { ErrorCause } from '@sextant/contract';
import { apiError } from '@sextant/contract';
import type { EmbeddedContext } from '../context.ts';
import { causeOf } from '../error-body.ts';
import { ingest, type NamedPipelines, type PipelineChoice } from '../ingest/ingest-writes.ts';
import { ingestTurns } from '../ingest/turns.ts';
import type { Documents } from '../search/documents-view.ts';
import type { DocumentTrouble } from './failures.ts';
import { documentsOf } from './join-documents.ts';
import type { ScriptedPage } from './scripted-page.ts';

/** The pipelines that documents go through before they are written. */
export interface PagePipelines {
  readonly choice: PipelineChoice;
  /** Of the request; undefined = those of the index that is written to. */
  readonly given: string | undefined;
  /** Pipelines may send a document to another index, or under another id. */
  readonly mayMove: boolean;
}

/** What pipelines left of a page: documents with the names of the indices that they go to. */
export interface PipedPage extends Omit<ScriptedPage, 'noops'> {
  readonly dropped: number;
  readonly troubles: readonly DocumentTrouble[];
}

interface Kept {
  readonly item: number;
  readonly index: string;
  readonly id: string;
  readonly routing: string | null;
  readonly source: Uint8Array;
}

/** Undefined where no document of the page has a pipeline. `targetName`: where all of them go; undefined = to their own indices. */
export async function pipedPage(
  context: EmbeddedContext,
  { documents, kinds }: Pick<ScriptedPage, 'documents' | 'kinds'>,
  pipelines: PagePipelines,
  targetName: string | undefined,
): Promise<PipedPage | undefined> {
  const { choice, given } = pipelines;
  const named = documents.indices.map((index) => choice.of(targetName ?? index, given));
  if (!named.some(isAny)) return undefined;
  const kept: Kept[] = [];
  const troubles: DocumentTrouble[] = [];
  const turns = ingestTurns(context.clock);
  let dropped = 0;
  for (let item = 0; item < documents.length; item++) {
    const index = targetName ?? documents.indices[item]!;
    const whole = keptOf(documents, item, index);
    if (kinds[item] === 'delete' || !isAny(named[item]!)) {
      kept.push(whole);
      continue;
    }
    await turns();
    const done = through(context, pipelines, named[item]!, whole);
    if (done === 'dropped') dropped++;
    else if ('cause' in done) troubles.push({ index, id: whole.id, cause: done.cause });
    else kept.push(done);
  }
  return {
    documents: documentsOf(documents, kept),
    kinds: kinds.length === 0 ? kinds : kept.map(({ item }) => kinds[item] ?? null),
    dropped,
    troubles,
  };
}

function isAny({ first, final }: NamedPipelines): boolean {
  return first !== undefined || final !== undefined;
}

function keptOf({ ids, routings, source, starts, ends }: Documents, item: number, index: string): Kept {
  return {
    item,
    index,
    id: ids[item]!,
    routing: routings[item] ?? null,
    source: source.subarray(starts[item]!, ends[item]!),
  };
}

function through(
  context: EmbeddedContext,
  { choice, mayMove }: PagePipelines,
  named: NamedPipelines,
  before: Kept,
): Kept | 'dropped' | { readonly cause: ErrorCause } {
  const { index, id, routing, source } = before;
  const done = ingest(context, choice, named, { index, id, routing: routing ?? undefined }, source);
  if (done.kind === 'dropped') return 'dropped';
  if (done.kind === 'failed') return { cause: done.cause };
  if (done.kind === 'unread') return before;
  const { head } = done;
  if (!mayMove && (head.index !== index || head.id !== id)) {
    const reason = 'a pipeline of an update by query may change neither [_index] nor [_id]';
    return { cause: causeOf(apiError('illegal_argument_exception', reason)) };
  }
  return {
    item: before.item,
    index: head.index,
    id: head.id ?? id,
    routing: head.routing ?? null,
    source: done.source,
  };
}
