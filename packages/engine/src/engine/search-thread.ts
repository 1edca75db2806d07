import type { Channel, Clock, Disk, Random } from '@sextant/base';
import type { ErrorCause } from '@sextant/contract';
import { SHARED_BUDGET_LENGTH } from '../budget/budget-state.ts';
import { type MemoryAccount, WorkBudget, type WorkBudgetOptions } from '../budget/work-budget.ts';
import type { SearchOptions } from '../search/search-api.ts';
import type { HelpCall, PartialResult } from '../search/search-team.ts';
import type { ShardTime } from '../search/shard-time.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import type { Publication } from '../shard/index/writer-events.ts';
import { type AnswerWriting, besideWritten, withHitWriters } from './answer-writing.ts';
import { buffersOf } from './buffers-of.ts';
import { CalledTeam } from './called-team.ts';
import { dropFielddata, fielddataBytes } from './fielddata-memory.ts';
import type { SentContext } from './held-contexts.ts';
import { flattenError, Peer, type WireError } from './peer.ts';
import type { SearchOutcome, Snapshot } from './search-indices.ts';
import { SearchSide } from './search-side.ts';
import { movedWith, type SentBytes, sentBytes } from './sent-bytes.ts';

/** A search as it is sent to another thread: plain data. */
export interface SentSearch {
  /** Place of the search's budget in what the threads share; its answer names it. */
  readonly slot: number;
  readonly options: Omit<SearchOptions, 'budget' | 'onShard' | 'hitWriters'>;
  /** `WorkBudget.sharedMemory` of the search, or null; absent where it is that of the search before. */
  readonly memory?: unknown;
  /** Somebody wants to know what each shard took. */
  readonly timed: boolean;
  /** `WorkBudget.refusesExpensive` of the search. */
  readonly refusesExpensive: boolean;
  /** The same of it. */
  readonly refusesDerived: boolean;
  /** `WorkBudget.scriptBytesMax` of the search. */
  readonly scriptBytesMax: number;
  /** The same of it. */
  readonly queryStringMax: number;
  /** Clock.now() when it was asked for. */
  readonly askedAt: number;
  /** It may be done in parts, with the help of other threads. */
  readonly calls?: boolean;
  /** Another thread does it, and asks for help. */
  readonly help?: SentHelp;
}

export interface SentHelp extends HelpCall {
  readonly snapshot: Snapshot;
}

/** A search in this thread asks for help. */
export interface SentCall extends Omit<SentHelp, 'helper'> {
  readonly slot: number;
  /** What a helper finds is told under this number. */
  readonly team: number;
}

/** What a helper answers: null = it does not see the same. */
export type HelpAnswer = { readonly partial: PartialResult | null } | { readonly error: WireError };

/** What was found, as plain data. */
interface SentOutcome extends SearchOutcome {
  readonly times: readonly ShardTime[];
  /** The written answer. */
  readonly rendered?: SentBytes;
}

export type SentAnswer =
  | { readonly slot: number; readonly outcome: SentOutcome }
  | { readonly slot: number; readonly partial: PartialResult | null }
  | { readonly slot: number; readonly error: WireError };

/** An index as a thread is told of it when it is to search it first. */
export interface SentIndex {
  readonly metadata: IndexMetadata;
  readonly publications: readonly Publication[];
  readonly failures: readonly { readonly shard: number; readonly cause: ErrorCause }[];
}

export interface SearchThreadDependencies extends AnswerWriting {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly random: Random;
  /** Makes the account of all threads of what `MemoryAccount.share` gave. */
  readonly memory: (shared: unknown) => MemoryAccount;
  /** How often its searches give others their turn; for tests. */
  readonly slices?: Pick<WorkBudgetOptions, 'sliceSteps' | 'stepsPerLook'>;
}

/** The part of a budget that is in the memory of its slot. */
export function slotOf(slots: SharedArrayBuffer, slot: number): Int32Array {
  return new Int32Array(slots, slot * SHARED_BUDGET_LENGTH * 4, SHARED_BUDGET_LENGTH);
}

/**
 * A searching thread. It is told of indices before it is to search them, and from then on of all that happens to them; what
 * it was told before a search, that search sees.
 */
export function serveSearches(channel: Channel, dependencies: SearchThreadDependencies): void {
  const server = new SearchServer(channel, dependencies);
  server.listen();
}

interface BegunSearch {
  readonly options: SearchOptions;
  readonly budget: WorkBudget;
  readonly times: ShardTime[];
}

class SearchServer {
  readonly #channel: Channel;
  readonly #dependencies: SearchThreadDependencies;
  readonly #side: SearchSide;
  #peer: Peer | undefined;
  #slots = new SharedArrayBuffer(0);
  #memory: MemoryAccount | null = null;
  #isHolding = false;
  readonly #teams = new Map<number, CalledTeam>();
  #lastTeam = 0;
  readonly #waiting: SentSearch[] = [];
  /** A search was begun in this turn of the event loop. */
  #isInTurn = false;
  #answers: SentAnswer[] = [];

  constructor(channel: Channel, dependencies: SearchThreadDependencies) {
    this.#channel = channel;
    this.#dependencies = dependencies;
    const { clock, disk } = dependencies;
    this.#side = new SearchSide({
      clock,
      disk,
      released: (uuid, shard, view) => this.#peer?.tell('released', [uuid, shard, view.publication]),
      damageMet: (...met) => this.#peer?.tell('damageMet', met),
    });
  }

  listen(): void {
    const side = this.#side;
    this.#peer = new Peer(this.#channel, 'engine', {
      slots: (slots: SharedArrayBuffer) => {
        this.#slots = slots;
      },
      index: ({ metadata, publications, failures }: SentIndex) => {
        side.metadata(metadata.name, metadata);
        for (const publication of publications) side.published(publication);
        for (const { shard, cause } of failures) side.findByUuid(metadata.uuid)?.shards[shard]?.failed(cause);
      },
      metadata: (name: string, metadata: IndexMetadata | undefined) => {
        this.#beginWaiting();
        side.metadata(name, metadata);
      },
      published: (publication: Publication) => side.published(publication),
      failed: (uuid: string, shard: number, cause: ErrorCause | undefined) =>
        side.findByUuid(uuid)?.shards[shard]?.failed(cause),
      pin: (name: string) => side.find(name)?.pin(),
      fielddata: () => fielddataBytes(side.views()),
      clearFielddata: (uuid: string, fields: readonly string[] | null) =>
        dropFielddata(side.findByUuid(uuid), fields),
      context: (context: SentContext) => side.contexts.hold(context),
      contextEnded: (id: number) => {
        this.#beginWaiting();
        side.contexts.end(id);
      },
      helped: (team: number, helper: number, answer: HelpAnswer) =>
        this.#teams.get(team)?.answered(helper, answer),
      search: (searches: readonly SentSearch[]) => {
        for (const search of searches) {
          if (search.help === undefined) this.#waiting.push(search);
          else void this.#help(search, search.help);
        }
        this.#nextWaiting();
      },
    });
  }

  /** One in a turn: while the other thread sends an answer, and its caller asks for more, the next ones are done. */
  #nextWaiting(): void {
    const search = this.#isInTurn ? undefined : this.#waiting.shift();
    if (search === undefined) return;
    this.#isInTurn = true;
    setImmediate(() => {
      this.#isInTurn = false;
      this.#nextWaiting();
    });
    void this.#answer(search);
  }

  /** Before something goes that they were to see. */
  #beginWaiting(): void {
    for (const search of this.#waiting.splice(0)) void this.#answer(search);
  }

  async #answer(search: SentSearch): Promise<void> {
    const { slot } = search;
    let answer: SentAnswer;
    try {
      answer = { slot, outcome: await this.#search(search) };
    } catch (error) {
      answer = { slot, error: flattenError(error) };
    }
    this.#answers.push(answer);
    // What ends in one piece of work goes out together.
    if (this.#answers.length === 1) queueMicrotask(() => this.#flush());
  }

  /** Its answer is waited for: it goes out at once. */
  async #help(search: SentSearch, help: SentHelp): Promise<void> {
    const { slot } = search;
    try {
      const { options, budget } = this.#begin(search);
      const partial = await this.#side.help(options, budget, help);
      this.#peer?.tell('found', [[{ slot, partial } satisfies SentAnswer]], buffersOf(partial));
    } catch (error) {
      this.#peer?.tell('found', [[{ slot, error: flattenError(error) } satisfies SentAnswer]]);
    }
  }

  #flush(): void {
    const answers = this.#answers;
    this.#answers = [];
    const moved = answers.flatMap((answer) =>
      'outcome' in answer ? movedWith(answer.outcome.rendered) : [],
    );
    this.#peer?.tell('found', [answers], moved);
  }

  #begin(sent: SentSearch): BegunSearch {
    const { slot, options, memory, timed } = sent;
    const { refusesExpensive, refusesDerived, scriptBytesMax, queryStringMax } = sent;
    const { clock, random, slices } = this.#dependencies;
    if (memory !== undefined) this.#memory = this.#accountOf(memory);
    const account = this.#memory === null ? {} : { memory: this.#memory };
    const times: ShardTime[] = [];
    const observed = timed ? { onShard: (time: ShardTime) => void times.push(time) } : {};
    const shared = slotOf(this.#slots, slot);
    const limits = { refusesExpensive, refusesDerived, scriptBytesMax, queryStringMax };
    const budget = new WorkBudget({
      ...slices,
      clock,
      scripts: { clock, random },
      shared,
      ...account,
      ...limits,
    });
    return { options: { ...options, ...observed }, budget, times };
  }

  /** The other side asks threads for what they hold once they hold something, or nobody counts it. */
  #accountOf(shared: unknown): MemoryAccount | null {
    const account = shared === null ? null : this.#dependencies.memory(shared);
    const { lasting } = account ?? {};
    if (account === null || lasting === undefined) {
      this.#tellHeld();
      return account;
    }
    return {
      take: (bytes, label) => account.take(bytes, label),
      give: (bytes) => account.give(bytes),
      share: () => account.share?.(),
      lasting: {
        take: (bytes, kind, label) => {
          lasting.take(bytes, kind, label);
          this.#tellHeld();
        },
        give: (bytes) => lasting.give(bytes),
      },
    };
  }

  #tellHeld(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    this.#peer?.tell('holdsFielddata', []);
  }

  async #search(search: SentSearch): Promise<SentOutcome> {
    const waitedMs = Math.max(0, this.#dependencies.clock.now() - search.askedAt);
    const { options, budget, times } = this.#begin(search);
    const team = ++this.#lastTeam;
    const teamOf = (snapshot: Snapshot): CalledTeam => {
      const call = { slot: search.slot, team, snapshot };
      const called = new CalledTeam((parts, nowMs) =>
        this.#peer?.tell('call', [{ ...call, parts, nowMs } satisfies SentCall]),
      );
      this.#teams.set(team, called);
      return called;
    };
    try {
      const written = withHitWriters(options, this.#dependencies);
      const { result, usage } = await this.#side.search(written, budget, search.calls ? teamOf : null);
      return this.#written({ result, usage, times }, options, waitedMs);
    } finally {
      this.#teams.delete(team);
    }
  }

  #written(
    { result, usage, times }: SentOutcome,
    { rendering }: SearchOptions,
    waitedMs: number,
  ): SentOutcome {
    if (rendering === undefined) return { result, usage, times };
    const written = this.#dependencies.render(result, rendering, waitedMs);
    return { result: besideWritten(result), rendered: sentBytes(written), usage, times };
  }
}
