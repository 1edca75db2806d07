import { type Channel, PassingSet } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import { AlonePlaces } from './alone-places.ts';
import { DividedSearches, helpersFor } from './divided-searches.ts';
import type { IndexView } from './index-view.ts';
import { deathText, maySend, queueFull, searchedOf, tellFound, threadLost } from './search-answers.ts';
import { formOf, SearchCosts } from './search-costs.ts';
import type { SearchUsage } from './search-indices.ts';
import type { Job } from './search-job.ts';
import type { PoolParts, SearchPoolFigures } from './search-pool-options.ts';
import type { SentCall } from './search-thread.ts';
import { SearchWorker, type SeenByThreads, type WorkerSearch } from './search-worker.ts';
import { AloneInTurn, isCheap, isSoonerThan } from './short-searches.ts';
import { dropCancelled, isSoonerHere } from './waiting-searches.ts';
import { countActive, isHeld, kindNow, LONG_MS, leastLoaded, loadOf, WAKE_MS } from './worker-loads.ts';
import { searchWritten } from './written-search.ts';

/** So many threads may end before they answered anything until no more are started. */
const MAX_STILLBORN = 3;

/**
 * Decides which thread searches. Searches of one turn of the event loop are looked at together: a short one is done in this
 * thread where that is soonest, all others in the searching threads, which are started when they are first needed.
 */
export class SearchPool {
  readonly #parts: PoolParts;
  readonly #costs = new SearchCosts();
  readonly #workers = new Set<SearchWorker>();
  readonly #budgets = new PassingSet<WorkBudget>();
  #arrived: Job[] = [];
  readonly #queue: Job[] = [];
  readonly #divided = new DividedSearches();
  #scheduled = false;
  #looksAgain = false;
  readonly #alone = new AloneInTurn();
  readonly #alonePlaces = new AlonePlaces();
  #underWay = 0;
  /** Of these, in this thread. */
  #here = 0;
  #largest = 0;
  #waitedMs = 0;
  #rejected = 0;
  #endedCount = 0;
  /** Threads that ended before they answered anything, one after the other. */
  #stillborn = 0;
  #idle: (() => void) | undefined;
  readonly #seen: SeenByThreads;

  constructor(parts: PoolParts) {
    this.#parts = parts;
    this.#seen = { view: (name) => parts.side.openView(name), context: parts.context };
  }

  /** The budget is the search's own. Rejects with ApiError. */
  search(options: SearchOptions, budget: WorkBudget): Promise<SearchResult> {
    const { side, pool } = this.#parts;
    for (const name of options.indices) side.openView(name);
    return new Promise((resolve, reject) => {
      const job = this.#job(options, budget, resolve, reject);
      this.#budgets.add(budget);
      this.#underWay++;
      if (pool === undefined || pool.size === 0 || !maySend(options)) {
        this.#searchHere(job);
        return;
      }
      this.#arrived.push(job);
      // What is made ahead is made while this thread sends what comes before it; nothing else comes with what always comes alone.
      if (options.isAhead || (this.#underWay === 1 && this.#alone.isNext())) this.#deal();
      else this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#deal());
  }

  #job(
    options: SearchOptions,
    budget: WorkBudget,
    resolve: (result: SearchResult) => void,
    reject: (error: unknown) => void,
  ): Job {
    const form = formOf(options);
    const expectedMs = this.#costs.expect(form, () => searchedOf(options, this.#parts.side));
    const shortMs = this.#parts.pool?.shortMs ?? 0;
    const ended = (usage: SearchUsage | null, isElsewhere = false): void => {
      if (usage !== null) {
        this.#costs.learn(form, expectedMs, usage.workMs, isElsewhere && expectedMs <= shortMs);
        if (this.#underWay === 1) this.#alonePlaces.learn(job, !isElsewhere, this.#nowMs);
        this.#parts.used(usage, options);
      }
      this.#divided.end(job);
      this.#ended(budget);
    };
    const failed = (error: unknown): void => {
      ended(null);
      reject(error instanceof ApiError ? error : threadLost(error));
    };
    const job: Job = {
      options,
      budget,
      form,
      isKnown: this.#costs.isKnown(form),
      expectedMs,
      askedAt: this.#parts.clock.now(),
      ended,
      resolve,
      answered: (answer) => tellFound(answer, job),
      failed,
    };
    return job;
  }

  /**
   * Gives the searches that wait and those that came in this turn to those who do them: each to whom it keeps the shortest
   * time.
   */
  #deal(): void {
    this.#scheduled = false;
    const here: Job[] = [];
    let hereMs = 0;
    const isPlaced = (job: Job): boolean => {
      job.aloneSince = this.#underWay === 1 ? this.#nowMs : undefined;
      const place = this.#soonest(job, hereMs);
      // Whoever helps with another search is wanted for this one.
      if (place === undefined || (place !== 'here' && place.active > 0)) this.#divided.dismiss();
      if (place === undefined) return false;
      if (place !== 'here') this.#searchThere(job, place);
      else {
        here.push(job);
        hereMs += job.expectedMs;
      }
      return true;
    };
    const arrived = this.#arrived;
    this.#alone.dealt(arrived.length === 1 && this.#underWay === 1);
    this.#arrived = [];
    for (const job of this.#queue.splice(0)) {
      if (isPlaced(job)) this.#countWait(job);
      else this.#queue.push(job);
    }
    for (const job of arrived) if (!isPlaced(job)) this.#wait(job);
    this.#flush();
    // Last, so that the other threads are at work meanwhile.
    for (const job of here) this.#searchHere(job);
    // However long the other threads are held up, this one does a few short searches in each turn.
    if (this.#queue.some(({ expectedMs }) => expectedMs <= this.#parts.pool!.shortMs)) this.#schedule();
  }

  /** Undefined: nobody has room. `hereMs`: the searches that this thread has to do before. */
  #soonest(job: Job, hereMs: number): SearchWorker | 'here' | undefined {
    if (this.#stillborn >= MAX_STILLBORN) return 'here';
    const { size, shortMs: usualMs } = this.#parts.pool!;
    const shortMs = this.#alonePlaces.mostHere(job, usualMs);
    const now = this.#nowMs;
    const kind = kindNow(job, shortMs, this.#workers, now);
    const isShort = kind === 'short';
    const known = { hereMs, shortMs, served: this.#underWay, isUnsure: this.#costs.isUnsure(job.form) };
    if (isShort && isCheap(job, known)) return 'here';
    // One of the processors is this thread's while there is a search for it.
    const places = isShort ? Math.max(1, size - 1) : size;
    const mine = [...this.#workers].slice(0, places);
    let worker = leastLoaded(mine, now);
    if (isShort && isSoonerThan(worker, known, now)) return 'here';
    const isBusy = worker === undefined || loadOf(worker, now) > WAKE_MS;
    if (isBusy && this.#workers.size < places) worker = this.#startWorker() ?? worker;
    else if (kind === 'middling' && mine.every((each) => loadOf(each, now) >= LONG_MS)) {
      worker = this.#further(now) ?? worker;
      // What holds that one was not known to be long: nobody else is left for what is known not to be.
      const noneLeft = [...this.#workers].slice(size).every((each) => isHeld(each, now));
      if (worker === undefined && job.isKnown && hereMs < LONG_MS && noneLeft) return 'here';
    }
    if (this.#underWay === 1 && isSoonerHere(job, worker, this.#parts.pool!, now)) return 'here';
    return worker ?? (this.#workers.size === 0 ? 'here' : undefined);
  }

  /** All others are held by long searches: one more thread is for those that are none. */
  #further(now: number): SearchWorker | undefined {
    const [further] = [...this.#workers].slice(this.#parts.pool!.size);
    return further === undefined ? this.#startWorker() : leastLoaded([further], now);
  }

  /** Undefined where the system gives no thread: then this one searches. */
  #startWorker(): SearchWorker | undefined {
    const { pool, log, released, damageMet } = this.#parts;
    let channel: Channel;
    try {
      channel = pool!.start();
    } catch (error) {
      log.log('error', 'engine.search', 'no search thread could be started', { error: String(error) });
      return undefined;
    }
    const worker = new SearchWorker(channel, {
      clock: this.#parts.clock,
      released,
      damageMet,
      called: (search, call) => this.#help(worker, search, call),
      room: () => this.#next(),
      ended: (error) => {
        this.#workers.delete(worker);
        this.#stillborn = worker.hasAnswered ? 0 : this.#stillborn + 1;
        if (error !== undefined)
          log.log('error', 'engine.search', deathText(this.#stillborn < MAX_STILLBORN), {
            error: error.message,
          });
        this.#next();
      },
    });
    this.#workers.add(worker);
    return worker;
  }

  /** Those who are idle help with a search, unless others wait. */
  #help(leader: SearchWorker, search: WorkerSearch, call: SentCall): void {
    if (this.#queue.length > 0 || this.#arrived.length > 0) return;
    const helpers = helpersFor(call, this.#workers, this.#parts.pool!.size, () => this.#startWorker());
    if (helpers.length === 0) return;
    this.#divided.begin(search, call, { leader, helpers, seen: this.#seen, now: this.#parts.clock.now() });
    this.#flush();
  }

  get #someIdle(): boolean {
    return this.#workers.size < this.#parts.pool!.size || countActive(this.#workers) < this.#workers.size;
  }

  #wait(job: Job): void {
    const limit = this.#parts.pool!.queueSize();
    if (limit >= 0 && this.#queue.length >= limit) dropCancelled(this.#queue);
    if (limit < 0 || this.#queue.length < limit) {
      this.#queue.push(job);
      this.#lookAgain();
      return;
    }
    job.failed(queueFull(this.figures(), limit));
    this.#rejected++;
  }

  /** What holds the threads may turn out to be long, and nothing else is heard of that. */
  #lookAgain(): void {
    if (this.#looksAgain) return;
    this.#looksAgain = true;
    this.#parts.clock.after(LONG_MS, () => {
      this.#looksAgain = false;
      if (this.#queue.length === 0) return;
      this.#deal();
      this.#lookAgain();
    });
  }

  #countWait({ askedAt }: Job): void {
    this.#waitedMs += Math.max(0, this.#parts.clock.now() - askedAt);
  }

  /** Those who wait come in their order, but for long ones that others need not wait for. */
  #next(): void {
    // Where there is no room for one there is none for others like it: a thousand may wait.
    const full = new Set<string>();
    const { shortMs } = this.#parts.pool!;
    const now = this.#nowMs;
    for (const job of this.#queue.splice(0)) {
      const kind = kindNow(job, shortMs, this.#workers, now);
      const place = full.has(kind) ? undefined : this.#soonest(job, Number.POSITIVE_INFINITY);
      if (place === undefined) {
        full.add(kind);
        this.#queue.push(job);
        continue;
      }
      this.#countWait(job);
      if (place === 'here') this.#searchHere(job);
      else this.#searchThere(job, place);
    }
    this.#flush();
  }

  #flush(): void {
    const { pool } = this.#parts;
    const mayCall = pool !== undefined && this.#queue.length === 0 && this.#someIdle;
    for (const worker of this.#workers)
      worker.flush(({ expectedMs }) => mayCall && expectedMs >= pool.divideMs);
    this.#largest = Math.max(this.#largest, this.#busyThreads());
  }

  #searchThere(job: Job, worker: SearchWorker): void {
    job.budget.limitSlice(Number.POSITIVE_INFINITY);
    worker.add(job, this.#seen);
  }

  #searchHere(job: Job): void {
    const { options, budget, ended, resolve, failed } = job;
    const mayLeave =
      (this.#parts.pool?.size ?? 0) > 0 && maySend(options) && job.expectedMs < 2 * this.#keptMs;
    budget.limitSlice(mayLeave ? this.#keptMs : Number.POSITIVE_INFINITY);
    this.#here++;
    const begunMs = this.#nowMs;
    this.#largest = Math.max(this.#largest, this.#busyThreads());
    searchWritten(this.#parts, job).then(
      ({ result, usage }) => {
        this.#here--;
        if (budget.hasOverrun) return this.#searchElsewhere(job, begunMs);
        ended(usage);
        if (usage.workMs >= this.#keptMs) this.#costs.learnLong(job.form, usage.workMs);
        resolve(result);
      },
      (error: unknown) => {
        this.#here--;
        if (budget.hasOverrun) this.#searchElsewhere(job, begunMs);
        else failed(error);
      },
    );
  }

  /** By the monotonic clock. */
  get #nowMs(): number {
    return this.#parts.clock.nanos() / 1e6;
  }

  /** What keeps this thread so long without a pause is done anew in another: nobody else is heard meanwhile. */
  get #keptMs(): number {
    return Math.max(LONG_MS, this.#parts.pool?.shortMs ?? 0);
  }

  /** From its beginning: nothing is left of what it has found here since then, but the time is gone. */
  #searchElsewhere(job: Job, begunMs: number): void {
    job.budget.close();
    job.options = { ...job.options, spentMs: this.#nowMs - begunMs };
    job.expectedMs = 2 * this.#keptMs;
    this.#costs.learnLong(job.form, job.expectedMs);
    this.#arrived.push(job);
    this.#schedule();
  }

  #busyThreads(): number {
    return countActive(this.#workers) + (this.#here > 0 ? 1 : 0);
  }

  #ended(budget: WorkBudget): void {
    budget.close();
    this.#budgets.delete(budget);
    this.#endedCount++;
    this.#underWay--;
    if (this.#budgets.size === 0) this.#idle?.();
  }

  /** The threads that there are, to be told of what happens to indices and contexts. */
  get workers(): Iterable<SearchWorker> {
    return this.#workers;
  }

  /** Before the files of an index are removed: what any thread searches can be read to the end. */
  async pin({ metadata }: IndexView): Promise<void> {
    if (this.#workers.size === 0) return;
    await Promise.all([...this.#workers].map((worker) => worker.pin(metadata.uuid)));
  }

  /** The first publication of the shard that a searching thread may still use; Infinity where there is none. */
  firstUsed(indexUuid: string, shard: number): number {
    return Math.min(...Array.from(this.#workers, (worker) => worker.firstUsed(indexUuid, shard)));
  }

  figures(): SearchPoolFigures {
    const active = this.#busyThreads();
    return {
      threads: this.#workers.size + 1,
      queue: this.#underWay + this.#divided.helping - active,
      active,
      largest: this.#largest,
      rejected: this.#rejected,
      someIdle: this.#parts.pool !== undefined && this.#someIdle,
      completed: this.#endedCount - this.#rejected,
      waitedMs: this.#waitedMs,
    };
  }

  /** Ends all searches and waits for that, then the threads; no other search may begin. */
  async end(): Promise<void> {
    for (const budget of this.#budgets) budget.cancel('the engine is closed');
    if (this.#budgets.size > 0) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    await Promise.all([...this.#workers].map((worker) => worker.end()));
  }
}
