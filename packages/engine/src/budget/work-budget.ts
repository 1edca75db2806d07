import type { Clock } from '@sextant/base';
import { apiError } from '@sextant/contract';
import { BudgetState } from './budget-state.ts';
import type { ScriptHost } from './script-host.ts';

/**
 * Steps between two looks at flag and clock. A step is about a block of 128 documents, a microsecond: what takes
 * longer is charged with more steps.
 */
const STEPS_PER_LOOK = 128;

/** How long work may keep its thread before others get their turn. */
const SLICE_MS = 15;

/** `script.max_size_in_bytes` where nobody says otherwise. */
export const SCRIPT_BYTES_MAX = 65_535;

/** What the requests under way hold together, against one limit. */
export interface MemoryAccount {
  /** Throws ApiError `circuit_breaking_exception` where that is too much; nothing is taken then. */
  take(bytes: number, label: string): void;
  give(bytes: number): void;
  /** For what outlives its request, where that is limited: to leave requests some room. Throws as `take`; `kind` says what it is. */
  readonly lasting?: {
    take(bytes: number, kind: string, label: string): void;
    give(bytes: number): void;
  };
  /** Plain data of which the host makes the same account in another thread. */
  share?(): unknown;
}

/** The time is up. Never reaches a caller: whoever set the limit answers with what was found so far. */
export class TimeExceeded extends Error {
  constructor() {
    super('the time of a request is up');
    this.name = 'TimeExceeded';
  }
}

export interface WorkBudgetOptions {
  readonly clock: Pick<Clock, 'nanos'>;
  /** Where bytes are accounted for; without one they are only counted. */
  readonly memory?: MemoryAccount;
  /** As `share` was given it in the thread that the request came to: cancelling there ends the work here. */
  readonly shared?: Int32Array;
  /** Ends as the time does. */
  readonly stepsMax?: number;
  /** A turn is over after so many steps, whatever the time; for tests. */
  readonly sliceSteps?: number;
  readonly stepsPerLook?: number;
  /** Queries that are slow by their kind are not done at all (`search.allow_expensive_queries: false`). */
  readonly refusesExpensive?: boolean;
  /** No values are derived by scripts of mappings and searches (`search.derived_field.enabled: false`). */
  readonly refusesDerived?: boolean;
  /** Scripts are at most so long (`script.max_size_in_bytes`). */
  readonly scriptBytesMax?: number;
  /** Texts of `query_string` have at most so many characters (`search.query.max_query_string_length`). */
  readonly queryStringMax?: number;
  /** Scripts that ask for the time or for chance are refused without it. */
  readonly scripts?: ScriptHost;
}

/**
 * What one request may take of time, steps and memory, and the way to stop it. Every loop that can be long
 * charges it, block by block, and ends by what `charge` throws.
 */
export class WorkBudget {
  /** The thread was kept long enough: work that can be suspended gives it back (see `runInSlices`). */
  sliceOver = false;
  readonly #options: WorkBudgetOptions;
  readonly #state: BudgetState;
  readonly #stepsPerLook: number;
  #untilLook: number;
  #deadlineNanos = Number.POSITIVE_INFINITY;
  #sliceEndNanos: number;
  /** After the end of a slice. */
  #overrunNanos = Number.POSITIVE_INFINITY;
  #hasOverrun = false;
  #stepsLeft: number;
  #sliceStepsLeft: number;
  #reserved = 0;

  /** `state`: that of the budget which this one is a part of. */
  constructor(options: WorkBudgetOptions, state?: BudgetState) {
    this.#options = options;
    this.#state = state ?? new BudgetState(options.shared);
    this.#stepsPerLook = options.stepsPerLook ?? STEPS_PER_LOOK;
    this.#untilLook = this.#stepsPerLook;
    this.#stepsLeft = options.stepsMax ?? Number.POSITIVE_INFINITY;
    this.#sliceStepsLeft = options.sliceSteps ?? Number.POSITIVE_INFINITY;
    this.#sliceEndNanos = options.clock.nanos() + SLICE_MS * 1e6;
  }

  /** Begins a part of the request in another thread, by `SHARED_BUDGET_LENGTH` Int32 of shared memory. */
  share(part: Int32Array): void {
    this.#state.share(part);
  }

  /** Ends it. `lost`: the thread died, so what it held of the memory is given back here, about. */
  unshare(part: Int32Array, lost: boolean): void {
    const kilobytes = this.#state.unshare(part);
    if (lost) this.#options.memory?.give(kilobytes * 1024);
  }

  /** `MemoryAccount.share` of its account. */
  get sharedMemory(): unknown {
    return this.#options.memory?.share?.();
  }

  get refusesExpensive(): boolean {
    return this.#options.refusesExpensive === true;
  }

  get refusesDerived(): boolean {
    return this.#options.refusesDerived === true;
  }

  /** As long as OpenSearch lets them be where nothing is said. */
  get scriptBytesMax(): number {
    return this.#options.scriptBytesMax ?? SCRIPT_BYTES_MAX;
  }

  get queryStringMax(): number {
    return this.#options.queryStringMax ?? Number.POSITIVE_INFINITY;
  }

  get scripts(): ScriptHost | null {
    return this.#options.scripts ?? null;
  }

  get isCancelled(): boolean {
    return this.#state.isCancelled;
  }

  /** Bytes that this budget holds now. */
  get reserved(): number {
    return this.#reserved;
  }

  /** A part of the request with a time, slices and memory of its own; cancelled with the whole. */
  fork(): WorkBudget {
    return new WorkBudget(this.#options, this.#state);
  }

  /** Ends the work of all threads of the request at their next look. May be called twice; the first reason stays. */
  cancel(reason: string): void {
    this.#state.cancel(reason);
  }

  /** Ends the work `ms` from now, where it does not end earlier anyway. */
  limitTime(ms: number): void {
    this.#deadlineNanos = Math.min(this.#deadlineNanos, this.#options.clock.nanos() + ms * 1e6);
  }

  /**
   * From now on ends the work where it keeps its thread `ms` longer than a slice, which work does that cannot be suspended there. Then
   * it `hasOverrun`.
   */
  limitSlice(ms: number): void {
    this.#overrunNanos = ms * 1e6;
    this.#hasOverrun = false;
    this.beginSlice();
  }

  get hasOverrun(): boolean {
    return this.#hasOverrun;
  }

  /** What comes is not ended by time or steps: the answer is put together from what was found. */
  liftTime(): void {
    this.#deadlineNanos = Number.POSITIVE_INFINITY;
    this.#stepsLeft = Number.POSITIVE_INFINITY;
  }

  /**
   * Counts work that is about to be done. Throws TimeExceeded, or ApiError `task_cancelled_exception`; both may
   * come some steps late.
   */
  charge(steps: number): void {
    this.#untilLook -= steps;
    if (this.#untilLook <= 0) this.#look();
  }

  /** As `charge`, at once: after a pause, or before something that takes long by itself. */
  check(): void {
    this.#look();
  }

  #look(): void {
    const taken = this.#stepsPerLook - this.#untilLook;
    this.#untilLook = this.#stepsPerLook;
    this.#stepsLeft -= taken;
    this.#sliceStepsLeft -= taken;
    const state = this.#state;
    state.addSteps(taken);
    if (state.isCancelled) {
      throw apiError('task_cancelled_exception', `cancelled task with reason: ${state.reason}`);
    }
    const nanos = this.#options.clock.nanos();
    this.#hasOverrun ||= nanos > this.#sliceEndNanos + this.#overrunNanos;
    if (this.#hasOverrun) throw apiError('task_cancelled_exception', 'the work keeps its thread too long');
    if (nanos > this.#deadlineNanos || this.#stepsLeft < 0) throw new TimeExceeded();
    if (nanos > this.#sliceEndNanos || this.#sliceStepsLeft <= 0) this.sliceOver = true;
  }

  /** Called when the thread is had again after a pause. */
  beginSlice(): void {
    this.sliceOver = false;
    this.#sliceEndNanos = this.#options.clock.nanos() + SLICE_MS * 1e6;
    this.#sliceStepsLeft = this.#options.sliceSteps ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Counts memory that is about to be taken; `label` says for what. Throws ApiError `circuit_breaking_exception`
   * where all requests together would hold more than they may.
   */
  reserve(bytes: number, label: string): void {
    this.#options.memory?.take(bytes, label);
    this.#count(bytes);
  }

  release(bytes: number): void {
    this.#options.memory?.give(bytes);
    this.#count(-bytes);
  }

  /** As `reserve`, for what outlives the request; what comes back gives the bytes back, and is to be called once. */
  hold(bytes: number, kind: string, label: string): () => void {
    const { memory } = this.#options;
    const lasting = memory?.lasting;
    if (lasting === undefined) memory?.take(bytes, label);
    else lasting.take(bytes, kind, label);
    return () => (lasting ?? memory)?.give(bytes);
  }

  #count(bytes: number): void {
    const before = Math.round(this.#reserved / 1024);
    this.#reserved += bytes;
    const after = Math.round(this.#reserved / 1024);
    if (after !== before) this.#state.addKilobytes(after - before);
  }

  /** Gives back all memory that it holds. May be called twice. */
  close(): void {
    this.release(this.#reserved);
  }

  /** Of all threads and forks: steps (modulo 2^32) and the memory held now. */
  usage(): { readonly steps: number; readonly bytes: number } {
    return { steps: this.#state.steps, bytes: this.#state.kilobytes * 1024 };
  }
}
