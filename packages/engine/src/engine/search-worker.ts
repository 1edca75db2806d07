import type { Channel, Clock } from '@sextant/base';
import type { ErrorCause } from '@sextant/contract';
import { SHARED_BUDGET_LENGTH } from '../budget/budget-state.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { SearchOptions } from '../search/search-api.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import type { Publication } from '../shard/index/writer-events.ts';
import { buffersOf } from './buffers-of.ts';
import type { fielddataBytes } from './fielddata-memory.ts';
import type { SentContext } from './held-contexts.ts';
import type { IndexView } from './index-view.ts';
import { Peer, reviveError } from './peer.ts';
import type { DamageListener } from './search-sound.ts';
import {
  type HelpAnswer,
  type SentAnswer,
  type SentCall,
  type SentHelp,
  type SentIndex,
  type SentSearch,
  slotOf,
} from './search-thread.ts';

/** Searches that a thread may have at a time. */
const SLOTS = 16;

/** It takes no more than two searches when they are expected to take longer together. */
const MUCH_MS = 4;

/** What each search takes the thread besides: taking it and giving its answer back. */
const HANDED_MS = 0.08;

/** Short ones are expected by what they take in the thread that serves HTTP; another takes half as long again, and no more than this. */
const COLDER_MS = 0.1;

/** An index that the thread was told of. */
interface Held {
  readonly name: string;
  /** Per shard the first publication that the thread may still use. */
  readonly publications: Map<number, number>;
}

/** A search for another thread. */
export interface WorkerSearch {
  readonly options: SearchOptions;
  readonly budget: WorkBudget;
  readonly expectedMs: number;
  readonly askedAt: number;
  /** What it has in common with others that take about as long; undefined: it is another thread's. */
  readonly form?: { readonly text: string };
  /** It is another thread's, which asks for help. */
  readonly help?: SentHelp;
  readonly answered: (answer: Exclude<SentAnswer, { readonly error: unknown }>) => void;
  readonly failed: (error: unknown) => void;
}

/** What searches of other threads see, as this one does. Both throw ApiError for what is gone. */
export interface SeenByThreads {
  readonly view: (name: string) => IndexView;
  readonly context: (id: number) => SentContext;
}

interface WorkerEvents {
  readonly clock: Clock;
  /** The thread may have let go of segments. */
  readonly released: (indexUuid: string, shard: number) => void;
  readonly damageMet: DamageListener;
  /** A search of the thread asks for help. */
  readonly called: (search: WorkerSearch, call: SentCall) => void;
  /** There is room for more. */
  readonly room: () => void;
  /** The thread is gone; its searches have failed. */
  readonly ended: (error: Error | undefined) => void;
}

/** The other end of a searching thread: what it was told, and what it has under way. */
export class SearchWorker {
  /** What its searches are expected to take together, with what each takes besides. */
  expectedMs = 0;
  /** Since when it has searched without an answer; undefined: it rests. */
  busySince: number | undefined;
  hasAnswered = false;
  /** By the monotonic clock, in milliseconds, as all times here: the other one may be set back. */
  readonly startedAt: number;
  #holdsFielddata = false;
  readonly #peer: Peer;
  readonly #events: WorkerEvents;
  readonly #held = new Map<string, Held>();
  /** Numbers of those that the thread was told of. */
  readonly #contexts = new Map<number, SentContext>();
  /** Contexts that have ended, and that the thread may not have let go of yet. */
  readonly #ending = new Set<SentContext>();
  readonly #slots = new SharedArrayBuffer(SLOTS * SHARED_BUDGET_LENGTH * 4);
  readonly #parts = Array.from({ length: SLOTS }, (_, slot) => slotOf(this.#slots, slot));
  readonly #free = Array.from({ length: SLOTS }, (_, slot) => slot);
  /** By their slots. */
  readonly #underWay = new Array<WorkerSearch | undefined>(SLOTS).fill(undefined);
  #active = 0;
  /** Since when, by slots. */
  readonly #begunAt = new Float64Array(SLOTS);
  #outbox: SentSearch[] = [];
  /** The account that the thread knows, and the limit that it had then. */
  #memory: unknown;

  constructor(channel: Channel, events: WorkerEvents) {
    this.#events = events;
    this.startedAt = events.clock.nanos() / 1e6;
    this.#peer = new Peer(channel, 'search', {
      released: (uuid: string, shard: number, publication: number) => {
        const publications = this.#held.get(uuid)?.publications;
        if (publications?.has(shard) !== true) return;
        publications.set(shard, publication);
        events.released(uuid, shard);
      },
      damageMet: (...met: Parameters<DamageListener>) => events.damageMet(...met),
      holdsFielddata: () => {
        this.#holdsFielddata = true;
      },
      found: (answers: readonly SentAnswer[]) => this.#found(answers),
      call: (call: SentCall) => {
        const search = this.#underWay[call.slot];
        if (search !== undefined) events.called(search, call);
      },
    });
    this.#peer.tell('slots', [this.#slots]);
    channel.onEnd((error) => this.#ended(error));
  }

  get active(): number {
    return this.#active;
  }

  get hasRoom(): boolean {
    return this.active < 2 || (this.#free.length > 0 && this.expectedMs < MUCH_MS);
  }

  /** Whether a search of this form has been under way since then. */
  hasHeld(form: string, since: number): boolean {
    for (let slot = 0; slot < SLOTS; slot++)
      if (this.#underWay[slot]?.form?.text === form && this.#begunAt[slot]! <= since) return true;
    return false;
  }

  /** For one with room only. The search is sent with the next `flush`; `seen` gives what it searches. */
  add(search: WorkerSearch, seen: SeenByThreads): void {
    const { indices, context } = search.options;
    try {
      for (const name of indices) this.#tellOf(seen.view(name));
      if (context !== undefined) this.#tellOfContext(seen.context(context));
    } catch (error) {
      // An index may have gone or been closed while the search waited.
      search.failed(error);
      return;
    }
    this.#outbox.push(this.#begin(search));
  }

  /** `mayCall`: which of the searches may ask other threads for help. */
  flush(mayCall: (search: WorkerSearch) => boolean): void {
    if (this.#outbox.length === 0) return;
    const searches = this.#outbox.map((sent) =>
      sent.help === undefined && mayCall(this.#underWay[sent.slot]!) ? { ...sent, calls: true } : sent,
    );
    this.#outbox = [];
    try {
      this.#peer.tell('search', [searches]);
    } catch {
      this.#sendEach(searches);
    }
  }

  /** Where one of them cannot be sent (a body nested so deeply that it cannot be cloned), that one fails alone. */
  #sendEach(searches: readonly SentSearch[]): void {
    for (const search of searches) {
      try {
        // The first one may have been to bring the account.
        this.#peer.tell('search', [[{ ...search, memory: this.#memory }]]);
      } catch (error) {
        this.#end(search.slot, false).failed(error);
      }
    }
    this.#events.room();
  }

  #begin(search: WorkerSearch): SentSearch {
    const { budget, askedAt, help } = search;
    const { onShard, budget: _, ...options } = search.options;
    const slot = this.#free.pop()!;
    budget.share(this.#parts[slot]!);
    this.#underWay[slot] = search;
    this.#active++;
    this.#begunAt[slot] = this.#events.clock.nanos() / 1e6;
    this.busySince ??= this.#begunAt[slot];
    this.expectedMs += loadBy(search);
    const timed = onShard !== undefined;
    const { refusesExpensive, refusesDerived, scriptBytesMax, queryStringMax } = budget;
    const limits = { refusesExpensive, refusesDerived, scriptBytesMax, queryStringMax };
    const sent = { slot, options, timed, ...limits, askedAt, ...(help === undefined ? {} : { help }) };
    const memory = budget.sharedMemory ?? null;
    if (sameAccount(memory, this.#memory)) return sent;
    this.#memory = memory;
    return { ...sent, memory };
  }

  #found(answers: readonly SentAnswer[]): void {
    this.hasAnswered = true;
    for (const answer of answers) {
      const search = this.#end(answer.slot, false);
      if ('error' in answer) search.failed(reviveError(answer.error));
      else search.answered(answer);
    }
    this.#events.room();
  }

  #end(slot: number, lost: boolean): WorkerSearch {
    const search = this.#underWay[slot]!;
    this.#underWay[slot] = undefined;
    this.#active--;
    this.#free.push(slot);
    this.busySince = this.#active === 0 ? undefined : this.#events.clock.nanos() / 1e6;
    this.expectedMs = this.#active === 0 ? 0 : this.expectedMs - loadBy(search);
    search.budget.unshare(this.#parts[slot]!, lost);
    return search;
  }

  #ended(error: Error | undefined): void {
    const held = [...this.#held];
    this.#held.clear();
    for (const [uuid, { publications }] of held) {
      for (const shard of publications.keys()) this.#events.released(uuid, shard);
    }
    const why = error ?? new Error('the search thread has ended');
    this.#underWay.forEach((search, slot) => {
      if (search !== undefined) this.#end(slot, true).failed(why);
    });
    this.#events.ended(error);
  }

  /** Tells a search of the thread what a helper has found. */
  helped({ team }: SentCall, helper: number, answer: HelpAnswer): void {
    this.#peer.tell('helped', [team, helper, answer], buffersOf(answer));
  }

  #tellOfContext(context: SentContext): void {
    if (this.#contexts.has(context.id)) return;
    this.#contexts.set(context.id, context);
    this.#peer.tell('context', [context]);
  }

  /** Before this thread lets go of it: that one may be told of the context, and search in it, only now. */
  contextEnded(id: number): void {
    const context = this.#contexts.get(id);
    if (context === undefined) return;
    this.#contexts.delete(id);
    this.#ending.add(context);
    void this.#peer
      .call('contextEnded', [id])
      .catch(() => {})
      .then(() => {
        this.#ending.delete(context);
        for (const { indexUuid, shard } of context.shards) this.#events.released(indexUuid, shard);
      });
  }

  /** Once for each index: afterwards the thread is told of its changes. */
  #tellOf({ metadata, shards }: IndexView): void {
    if (this.#held.has(metadata.uuid)) return;
    const held: Held = { name: metadata.name, publications: new Map() };
    const publications: Publication[] = [];
    const failures: SentIndex['failures'][number][] = [];
    shards.forEach((view, shard) => {
      const { lastPublication, failure } = view;
      if (failure !== undefined) failures.push({ shard, cause: failure });
      if (lastPublication === undefined) return;
      publications.push(lastPublication);
      held.publications.set(shard, lastPublication.number);
    });
    this.#held.set(metadata.uuid, held);
    this.#peer.tell('index', [{ metadata, publications, failures } satisfies SentIndex]);
  }

  /** Events of the writer, for the indices that the thread knows. `uuid`: of the index that had the name until now. */
  metadata(uuid: string, name: string, metadata: IndexMetadata | undefined): void {
    const held = this.#held.get(uuid);
    if (held === undefined) return;
    this.#peer.tell('metadata', [name, metadata]);
    if (metadata === undefined) this.#held.delete(uuid);
    else if (metadata.state === 'close') held.publications.clear();
  }

  published(publication: Publication): void {
    const held = this.#held.get(publication.indexUuid);
    if (held === undefined) return;
    if (!held.publications.has(publication.shard)) {
      held.publications.set(publication.shard, publication.number);
    }
    this.#peer.tell('published', [publication]);
  }

  failed(indexUuid: string, shard: number, cause: ErrorCause | undefined): void {
    if (this.#held.has(indexUuid)) this.#peer.tell('failed', [indexUuid, shard, cause]);
  }

  /** Resolves when the thread can read the files of the index whatever becomes of their names. */
  async pin(uuid: string): Promise<void> {
    const held = this.#held.get(uuid);
    // A thread that dies reads nothing any more.
    if (held !== undefined) await this.#peer.call('pin', [held.name]).catch(() => {});
  }

  /** What the thread holds, which is not asked before it holds something; nothing where it has died. */
  async fielddata(): Promise<ReturnType<typeof fielddataBytes>> {
    if (!this.#holdsFielddata) return [];
    return await (this.#peer.call('fielddata', []) as Promise<ReturnType<typeof fielddataBytes>>).catch(
      () => [],
    );
  }

  /** See `dropFielddata`. */
  clearFielddata(uuid: string, fields: readonly string[] | null): void {
    this.#peer.tell('clearFielddata', [uuid, fields]);
  }

  /** The first publication of the shard that the thread may still use; Infinity where there is none. */
  firstUsed(indexUuid: string, shard: number): number {
    let first = this.#held.get(indexUuid)?.publications.get(shard) ?? Number.POSITIVE_INFINITY;
    for (const { shards } of this.#ending) {
      for (const each of shards) {
        if (each.indexUuid === indexUuid && each.shard === shard) {
          first = Math.min(first, each.publication.number);
        }
      }
    }
    return first;
  }

  end(): Promise<void> {
    return this.#peer.end();
  }
}

/** Accounts are plain objects: the same where all their members are. */
function sameAccount(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one) as (keyof typeof one)[];
  return keys.every((key) => one[key] === other[key]);
}

/** Milliseconds. */
function loadBy({ expectedMs }: WorkerSearch): number {
  return expectedMs + Math.min(expectedMs / 2, COLDER_MS) + HANDED_MS;
}
