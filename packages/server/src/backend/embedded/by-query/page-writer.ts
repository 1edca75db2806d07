import { ApiError, type ErrorCause } from '@sextant/contract';
import type { WriteBatch, WriteResult } from '@sextant/engine';
import { appendOnlyRefusal } from '../../../cluster/settings/append-only.ts';
import type { Task } from '../../../tasks/task.ts';
import type { EmbeddedContext } from '../context.ts';
import { observed, tellWrites } from '../document/observe-writes.ts';
import { type ActiveShardParams, checkActiveShards, copiesNeeded } from '../document/write-params.ts';
import type { WriteTarget } from '../document/write-target.ts';
import type { ShardLoad } from '../document/write-throttle.ts';
import { causeOf } from '../error-body.ts';
import { ingestTurns } from '../ingest/turns.ts';
import type { Documents } from '../search/documents-view.ts';
import type { Counts } from './by-query-status.ts';
import type { DocumentTrouble } from './failures.ts';
import { requireSources } from './pick-sources.ts';
import { type PagePipelines, type PipedPage, pipedPage } from './piped-page.ts';
import { type PageScript, type ScriptedPage, scriptedPage } from './scripted-page.ts';

/** What is done with the documents that were found. */
export interface PageAction {
  /** The index that those of one index go to; `onlyDeletes`: which is not made for them. Throws ApiError: closed, blocked, not allowed, not there. */
  readonly target: (index: string, onlyDeletes: boolean) => Promise<WriteTarget>;
  /** By which name the target is asked for, where it is not the document's own index. */
  readonly targetName: string | undefined;
  /** The operations; `items`: places of the documents in the page. */
  readonly batch: (documents: Documents, items: readonly number[], target: WriteTarget) => WriteBatch;
  /** As which a document is written that has this routing; absent: as that. */
  readonly routing?: PageScript['routing'];
  /** The stored documents are needed: the work ends at one that has none. */
  readonly readsSource: boolean;
  /** How many copies have to be there. */
  readonly activeShards: ActiveShardParams;
  /** What documents go through before. */
  readonly script?: PageScript;
  /** What they go through after that. */
  readonly pipelines?: PagePipelines;
}

/** What is left of a page by what comes before writing, and what became of the rest. */
export interface PreparedPage extends ScriptedPage, PipedPage {
  /** Where all documents go; undefined: to the indices that stand beside them. */
  readonly targetName: string | undefined;
}

const MOST_RETRIES = 11;
const FIRST_PAUSE_MS = 500;

/** Writes pages of documents and counts what became of them. */
export class PageWriter {
  /** Names of the indices that were written to. */
  readonly written = new Set<string>();
  readonly #context: EmbeddedContext;
  readonly #action: PageAction;

  constructor(context: EmbeddedContext, action: PageAction) {
    this.#context = context;
    this.#action = action;
  }

  /** What comes before writing: the script and pipelines. Throws ApiError where a document cannot be read, or the script fails. */
  async prepare(found: Documents): Promise<PreparedPage> {
    const { script, readsSource, targetName } = this.#action;
    if (readsSource) requireSources(found);
    const turns = ingestTurns(this.#context.clock);
    const scripted =
      script === undefined
        ? unchanged(this.#routed(found))
        : await scriptedPage(found, script, this.#context, turns);
    const piped = await this.#piped(scripted);
    if (piped === undefined) return { ...scripted, targetName, dropped: 0, troubles: [] };
    return { ...piped, targetName: undefined, noops: scripted.noops };
  }

  #routed(documents: Documents): Documents {
    const { routing } = this.#action;
    return routing === undefined ? documents : { ...documents, routings: documents.routings.map(routing) };
  }

  /** Answers with the documents that failed, also by conflicts. */
  async write(prepared: PreparedPage, counts: Counts, task: Task): Promise<readonly DocumentTrouble[]> {
    const { documents, kinds, targetName, noops, dropped } = prepared;
    const troubles = [...prepared.troubles];
    counts.noops += noops;
    // As OpenSearch counts what a pipeline drops.
    counts.updated += dropped;
    for (const [index, items] of groups(documents, targetName)) {
      try {
        const target = await this.#action.target(
          index,
          items.every((item) => kinds[item] === 'delete'),
        );
        const whole = withKinds(this.#action.batch(documents, items, target), items, kinds);
        const refused = this.#refusedItems(target.index, whole);
        for (const [i, cause] of refused) {
          troubles.push({ index: target.index.name, id: documents.ids[items[i]!]!, cause });
        }
        const allowed = refused.size === 0 ? items : items.filter((_, i) => !refused.has(i));
        if (allowed.length === 0) continue;
        const batch =
          refused.size === 0
            ? whole
            : withKinds(this.#action.batch(documents, allowed, target), allowed, kinds);
        if (!(await this.#maySend(target, batch, task))) break;
        const result = await this.#writeBatch(target, batch, counts, task);
        this.written.add(target.index.name);
        countResult(result, counts);
        for (const [i, cause] of result.errors) {
          troubles.push({ index: target.index.name, id: documents.ids[allowed[i]!]!, cause });
        }
      } catch (error) {
        const cause = causeOf(error);
        for (const item of items) troubles.push({ index, id: documents.ids[item]!, cause });
      }
    }
    return troubles;
  }

  /** Waits for the limits of writing, however they are set: what was found is to be written. False where the task has ended meanwhile. */
  async #maySend(
    { index }: WriteTarget,
    { ids, routings, source }: WriteBatch,
    task: Task,
  ): Promise<boolean> {
    const { writeThrottle } = this.#context;
    if (writeThrottle.isOff(index)) return true;
    const { engine } = this.#context;
    const loads = new Map<number, ShardLoad>();
    for (const [at, id] of ids.entries()) {
      const routing = routings?.[at] ?? undefined;
      const shard = id === null ? writeThrottle.anyShard(index) : engine.shardOf(index.name, id, routing);
      const requests = (loads.get(shard)?.requests ?? 0) + 1;
      loads.set(shard, { shard, requests, bytes: (source.byteLength * requests) / ids.length });
    }
    const waits = (): boolean => task.cancelReason === undefined;
    return (await writeThrottle.pass(index, [...loads.values()], { waits })).size === 0;
  }

  /** Operations of a batch that an index to which documents are only added does not take, or that want more copies. */
  #refusedItems(index: WriteTarget['index'], batch: WriteBatch): Map<number, ErrorCause> {
    const { kinds, ids, routings } = batch;
    const { activeShards } = this.#action;
    const enough = copiesNeeded(index, activeShards) <= 1;
    const refused = new Map<number, ErrorCause>();
    for (const [i, kind] of kinds.entries()) {
      const id = ids[i] ?? null;
      const error = appendOnlyRefusal(index, kind, id);
      if (error !== undefined) refused.set(i, error.error);
      if (error !== undefined || enough) continue;
      try {
        checkActiveShards(this.#context, index, activeShards, id, routings?.[i] ?? null);
      } catch (problem) {
        refused.set(i, causeOf(problem));
      }
    }
    return refused;
  }

  #piped(page: ScriptedPage): Promise<PipedPage | undefined> | undefined {
    const { pipelines, targetName } = this.#action;
    return pipelines === undefined ? undefined : pipedPage(this.#context, page, pipelines, targetName);
  }

  /** What is refused because too much waits is tried again after a pause. */
  async #writeBatch(
    { index }: WriteTarget,
    batch: WriteBatch,
    counts: Counts,
    task: Task,
  ): Promise<WriteResult> {
    for (let retry = 0; ; retry++) {
      try {
        // A copy, since it goes to another thread; `slice` of a Buffer would be none.
        const source = new Uint8Array(batch.source);
        const seen = observed(this.#context, index, { ...batch, source });
        const result = await this.#context.engine.write(seen);
        tellWrites(this.#context, index, batch, result, (i) =>
          batch.source.subarray(batch.starts[i]!, batch.ends[i]!),
        );
        return result;
      } catch (error) {
        if (!isRejected(error) || retry === MOST_RETRIES || task.cancelReason !== undefined) throw error;
        counts.bulkRetries++;
        const { clock } = this.#context;
        await new Promise<void>((resolve) => clock.after(FIRST_PAUSE_MS * 2 ** Math.min(retry, 6), resolve));
      }
    }
  }
}

/** What goes to one index keeps its order. */
function groups(
  documents: Documents,
  targetName: string | undefined,
): ReadonlyMap<string, readonly number[]> {
  if (targetName === undefined) return byIndex(documents);
  return new Map([[targetName, Array.from({ length: documents.length }, (_, i) => i)]]);
}

function unchanged(documents: Documents): ScriptedPage {
  return { documents, kinds: [], noops: 0 };
}

/** Documents that the script deletes are deleted, whatever is done with the others. */
function withKinds(batch: WriteBatch, items: readonly number[], kinds: ScriptedPage['kinds']): WriteBatch {
  if (kinds.length === 0) return batch;
  return { ...batch, kinds: batch.kinds.map((kind, i) => kinds[items[i]!] ?? kind) };
}

function isRejected(error: unknown): boolean {
  return error instanceof ApiError && error.error.type === 'rejected_execution_exception';
}

function byIndex({ indices }: Documents): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  indices.forEach((index, i) => {
    const items = groups.get(index);
    if (items === undefined) groups.set(index, [i]);
    else items.push(i);
  });
  return groups;
}

function countResult({ outcomes }: WriteResult, counts: Counts): void {
  for (const outcome of outcomes) {
    if (outcome === 'created') counts.created++;
    else if (outcome === 'updated') counts.updated++;
    else if (outcome === 'deleted' || outcome === 'not_found') counts.deleted++;
  }
}

export function isConflict({ type }: ErrorCause): boolean {
  return type === 'version_conflict_engine_exception';
}
