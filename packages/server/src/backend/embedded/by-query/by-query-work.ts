import type { LogLevel } from '@sextant/base';
import { ApiError, apiError, type Json, type JsonMap } from '@sextant/contract';
import { parseSearchRequest, type SearchBody, type WorkBudget } from '@sextant/engine';
import type { BackendRequest, BackendResponse } from '../../backend.ts';
import { type EmbeddedContext, ok } from '../context.ts';
import { missingShards, searchRejected } from '../search/contexts/missing-shards.ts';
import { wantedShards } from '../search/contexts/wanted-shards.ts';
import { withLookups } from '../search/lookups/resolve-lookups.ts';
import { preferredShards } from '../search/preference.ts';
import { requestBudget } from '../search/request-budget.ts';
import type { SearchTargets } from '../search/search-targets.ts';
import { askedThroughPipeline } from '../search-pipelines/through-pipeline.ts';
import { taskName } from '../tasks/task-body.ts';
import { type ByQueryOptions, checkSlices, mostSlices } from './by-query-options.ts';
import { noCounts, type Progress, statusBody } from './by-query-status.ts';
import { type DocumentPage, DocumentPages } from './document-pages.ts';
import { statusOf, type Trouble, troubleBody } from './failures.ts';
import { isConflict, type PageAction, PageWriter, type PreparedPage } from './page-writer.ts';
import type { RemotePages } from './remote/remote-pages.ts';
import { Throttle } from './throttle.ts';

/** Work on all documents that a search finds. */
export interface ByQueryWork {
  readonly targets: SearchTargets;
  /** Query, sort, `_source`, slice: of the search for the documents. */
  readonly search: SearchBody;
  readonly preference: unknown;
  /** Another service that the documents are read from, in place of the targets. */
  readonly remote?: RemoteSource;
  readonly options: ByQueryOptions;
  readonly action: PageAction;
  readonly description: string;
  /** Which figures its answer shows. */
  readonly shows: { readonly updated: boolean; readonly created: boolean };
}

/** How another service is read. */
export type RemoteSource = (reading: {
  /** Ends what waits for the other side. */
  readonly signal: AbortSignal;
  readonly onRetry: () => void;
}) => Promise<RemotePages>;

const ALL_WANTED = ': all documents that match are wanted. Try again when these shards work.';
const MOST_AUTO_SLICES = 20;
/** However many an index allows: each has a page of documents in memory. */
const MOST_SLICES = 4096;

/** Does the work and answers, or goes on with it as a task. Throws ApiError. */
export async function runByQuery(
  context: EmbeddedContext,
  request: BackendRequest,
  { wait }: Pick<ByQueryOptions, 'wait'>,
  prepare: () => ByQueryWork,
): Promise<BackendResponse> {
  const { task } = request;
  let work: ByQueryWork;
  try {
    work = prepare();
  } catch (error) {
    // That there is nothing of the name is the outcome of the task where nobody waits.
    if (wait || !(error instanceof ApiError) || error.status !== 404) throw error;
    context.tasks.outlive(task, () => Promise.reject(error));
    return ok({ task: taskName(context.identity.nodeId, task.number) });
  }
  task.describe(() => work.description);
  // What cannot be read is told at once.
  parseSearchRequest(work.search);
  const search = await searchOf(context, request, work);
  work = { ...work, search: await withLookups(context, request, search, work.targets.indices) };
  const running = new Run(context, request, work);
  if (wait) {
    const { status, body } = await running.run(request.params.human === true);
    return { status, kind: 'json', body };
  }
  context.tasks.outlive(task, async (): Promise<Json> => (await running.run(true)).body);
  return ok({ task: taskName(context.identity.nodeId, task.number) });
}

/** What finds the documents, as the pipeline of the search makes it; of another service it is done there as it stands. */
async function searchOf(
  context: EmbeddedContext,
  request: BackendRequest,
  { search: body, targets, remote }: ByQueryWork,
): Promise<SearchBody> {
  if (remote !== undefined) return body;
  const names = targets.indices.map(({ name }) => name);
  return (await askedThroughPipeline(context, request, { names, params: request.params, body })).body;
}

interface Outcome {
  readonly status: number;
  readonly body: JsonMap;
}

interface Pages {
  readonly next: () => Promise<DocumentPage>;
}

/** A page with what is written of it; undefined where that is nothing. */
interface ReadyPage extends DocumentPage {
  readonly prepared?: PreparedPage;
}

class Run {
  readonly #context: EmbeddedContext;
  readonly #request: BackendRequest;
  readonly #work: ByQueryWork;
  readonly #writer: PageWriter;
  readonly #troubles: Trouble[] = [];
  #timedOut = false;
  #failed = false;

  constructor(context: EmbeddedContext, request: BackendRequest, work: ByQueryWork) {
    this.#context = context;
    this.#request = request;
    this.#work = work;
    this.#writer = new PageWriter(context, work.action);
  }

  async run(human: boolean): Promise<Outcome> {
    const { clock, identity, engine } = this.#context;
    const { task } = this.#request;
    const { shows, options } = this.#work;
    const started = clock.now();
    const workers = this.#workers();
    task.reportsStatus(() => {
      const { cancelReason } = task;
      return statusBody(workers, { updated: true, created: true, human: false, cancelReason });
    });
    const leave = this.#context.byQuery.enter(
      task,
      workers.map(({ throttle }) => throttle),
    );
    this.#log('debug', 'starting', { description: this.#work.description });
    try {
      if (this.#work.remote !== undefined) await this.#searchRemote(workers[0]!, this.#work.remote);
      else if (this.#work.targets.indices.length > 0) await this.#search(workers);
      if (options.refresh) for (const name of this.#writer.written) await engine.refresh(name);
    } finally {
      leave();
    }
    const shown = { ...shows, human, cancelReason: task.cancelReason };
    const failures = this.#troubles.map((trouble) => troubleBody(trouble, identity.nodeId));
    const took = Math.max(0, Math.round(clock.now() - started));
    const status = statusBody(workers, shown);
    const body = { took, timed_out: this.#timedOut, ...status, failures };
    const { total = 0, batches = 0 } = status;
    this.#log('debug', 'finished', { took_ms: took, total, batches, failures: failures.length });
    return { status: statusOf(this.#troubles, this.#timedOut), body };
  }

  #log(level: LogLevel, message: string, fields: JsonMap): void {
    this.#context.log.log(level, 'index.reindex', message, { task: this.#request.task.number, ...fields });
  }

  #workers(): Progress[] {
    const { options, search } = this.#work;
    const count = this.#sliceCount();
    const given = parseSearchRequest(search).slice;
    if (given !== null && given.id < 0) {
      const reason = `sliceId must be greater than 0 but was [${given.id}]`;
      throw apiError('illegal_argument_exception', reason);
    }
    const { clock } = this.#context;
    return Array.from({ length: count }, (_, i): Progress => {
      const throttle = new Throttle(clock, options.perSecond / count);
      return { counts: noCounts(), throttle, slice: count === 1 ? given?.id : i };
    });
  }

  #sliceCount(): number {
    const { options, targets } = this.#work;
    if (options.slices !== 'auto') {
      const limits = targets.indices.map(({ settings }) => settings['index.max_slices_per_scroll']);
      checkSlices(
        options.slices,
        Math.min(...limits.map((limit) => Number(limit ?? mostSlices)), MOST_SLICES),
      );
      return options.slices;
    }
    const shards = targets.indices.map(({ numberOfShards }) => numberOfShards);
    return shards.length === 0 ? 1 : Math.min(MOST_AUTO_SLICES, ...shards);
  }

  async #search(workers: readonly Progress[]): Promise<void> {
    const { engine } = this.#context;
    const { targets, preference } = this.#work;
    const wants = wantedShards(targets, preferredShards(this.#context, preference, targets.indices));
    const pinned = await engine.openContext({
      kind: 'scroll',
      indices: targets.indices.map(({ name }) => name),
      wants,
    });
    const budget = requestBudget(this.#context, this.#request);
    try {
      // Documents would be left out, and nobody would know.
      const missing = missingShards(engine, targets, { pinned, wants, wantsAll: true });
      if (missing.length > 0) throw searchRejected(missing, ALL_WANTED);
      const each = workers.map((worker, i) =>
        this.#runWorker(worker, this.#pagesOf(i, workers.length, { pinned, budget }), workers.length).catch(
          (error: unknown) => {
            // The others end with the page that they are at: what is answered is what was written.
            this.#failed = true;
            throw error;
          },
        ),
      );
      const ended = await Promise.allSettled(each);
      const broken = ended.find((one) => one.status === 'rejected');
      if (broken !== undefined) throw broken.reason;
    } finally {
      budget.close();
      engine.endContext(pinned);
    }
  }

  /** Another service is asked page by page; it keeps its scroll for as long as the work takes. */
  async #searchRemote(worker: Progress, open: RemoteSource): Promise<void> {
    const { task } = this.#request;
    const abort = new AbortController();
    task.onCancel(() => abort.abort());
    const onRetry = (): void => {
      worker.counts.searchRetries++;
    };
    const pages = await open({ signal: abort.signal, onRetry });
    const { pageSize } = this.#work.options;
    try {
      const pauseMs = (): number => (pageSize / worker.throttle.perSecond) * 1000;
      await this.#runWorker(worker, { next: () => pages.next(pauseMs()) }, 1);
    } finally {
      await pages.close();
    }
  }

  #pagesOf(
    i: number,
    of: number,
    { pinned, budget }: { readonly pinned: number; readonly budget: WorkBudget },
  ): DocumentPages {
    const { options, search, targets } = this.#work;
    const slice = of === 1 ? {} : { slice: { id: i, max: of } };
    const size = Math.min(options.pageSize, options.maxDocs);
    const body = { ...search, ...slice, size, track_total_hits: true };
    return new DocumentPages(this.#context, { targets, body, pinned, budget });
  }

  async #runWorker({ counts, throttle }: Progress, pages: Pages, of: number): Promise<void> {
    const { options } = this.#work;
    const { task } = this.#request;
    const most = Math.floor(options.maxDocs / of);
    let seen = 0;
    let next: Promise<ReadyPage> | undefined = this.#ready(pages, most);
    while (next !== undefined) {
      const page = await this.#read(next);
      if (page === undefined || this.#isOver(page)) return;
      counts.total = Math.min(Math.max(page.total, seen + page.documents.length), most);
      if (page.prepared === undefined) return;
      const { length } = page.documents;
      seen += length;
      const startedAt = this.#context.clock.now();
      counts.batches++;
      this.#log('trace', 'read a page', { documents: length, total: counts.total });
      const written = this.#writer.write(page.prepared, counts, task);
      // The next page is found, and goes through what comes before writing, while this one is written.
      const isMore = seen < (page.mayBeMore === true ? most : counts.total);
      next = isMore ? this.#ready(pages, most - seen) : undefined;
      next?.catch(() => {});
      this.#judge(await written, counts);
      if (this.#failed) return;
      if (seen < most) await throttle.pauseAfter(length, startedAt, task);
    }
  }

  /** `most`: so many of its documents are taken. Throws ApiError: they cannot be found, or a script fails. */
  async #ready(pages: Pages, most: number): Promise<ReadyPage> {
    // What is written meanwhile goes on its way first: this thread may be the one that searches.
    await new Promise(setImmediate);
    const page = await pages.next();
    const { documents } = page;
    if (documents.length === 0 || this.#isEnded || isIncomplete(page)) return page;
    const taken = documents.length > most ? cut(documents, most) : documents;
    return { ...page, documents: taken, prepared: await this.#writer.prepare(taken) };
  }

  /** Undefined: the work was cancelled meanwhile. */
  async #read(next: Promise<ReadyPage>): Promise<ReadyPage | undefined> {
    try {
      return await next;
    } catch (error) {
      if (this.#request.task.cancelReason !== undefined) return undefined;
      throw error;
    }
  }

  get #isEnded(): boolean {
    return this.#failed || this.#request.task.cancelReason !== undefined;
  }

  #isOver(page: DocumentPage): boolean {
    if (this.#isEnded) return true;
    if (!isIncomplete(page)) return false;
    const { timedOut, failures } = page;
    this.#failed = true;
    this.#timedOut ||= timedOut;
    for (const failure of failures) this.#troubles.push(failure);
    return true;
  }

  #judge(troubles: readonly Trouble[], counts: Progress['counts']): void {
    for (const trouble of troubles) {
      if (isConflict(trouble.cause)) {
        counts.versionConflicts++;
        if (this.#work.options.conflicts === 'proceed') continue;
      }
      this.#failed = true;
      this.#troubles.push(trouble);
    }
  }
}

/** What was found is not all that there is. */
function isIncomplete({ timedOut, failures }: DocumentPage): boolean {
  return timedOut || failures.length > 0;
}

function cut(documents: DocumentPage['documents'], length: number): DocumentPage['documents'] {
  return { ...documents, length, indices: documents.indices.slice(0, length) };
}
