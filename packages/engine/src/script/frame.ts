import type { ScriptHost } from '../budget/script-host.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { JavaError } from './java-error.ts';
import { meter, tooMuch } from './meter.ts';

/** Loops of one function may go round so often, as Painless has it. */
const LOOPS_MAX = 1_000_000;
/** Functions may call each other so deep. */
const DEPTH_MAX = 300;
/** Operations of a script that take about a step of the budget. */
const OPERATIONS_PER_STEP = 32;
/** Bytes that a script may make before the account of all requests is asked. */
const BYTES_FREE = 1 << 16;
/** What a script may do for one document: nobody else has the thread meanwhile. */
const OPERATIONS_MAX = 20_000_000;
/** What a script may take that nobody counts for. */
const BYTES_MAX = 64 << 20;

/** What the scripts of many documents may do together, where nobody else has the thread until the last is done. */
export class ScriptAllowance {
  #left: number;

  constructor(operations = 100_000_000) {
    this.#left = operations;
  }

  /** Throws JavaError where there is nothing left. */
  take(operations: number): void {
    this.#left -= operations;
    if (this.#left >= 0) return;
    const reason = 'The scripts of the request take more operations than they may together.';
    throw new JavaError('painless_error', reason, [], 'PainlessError');
  }
}

/** One script at work: what it is given, and what it takes. */
export class ScriptState {
  /** Where in the text the operation under way stands. */
  at = 0;
  /** What the variables of the context are, by their places. */
  readonly variables: unknown[];
  readonly #budget: WorkBudget | null;
  readonly #host: ScriptHost | null;
  readonly #allowance: ScriptAllowance | null;
  #operations = 0;
  #bytes = 0;
  #reserved = 0;
  #all = 0;
  depth = 0;
  #keeps = false;

  constructor(
    variables: unknown[],
    budget: WorkBudget | null,
    host: ScriptHost | null,
    allowance: ScriptAllowance | null = null,
  ) {
    this.variables = variables;
    this.#budget = budget;
    this.#host = host;
    this.#allowance = allowance;
  }

  /** Throws JavaError where there is none. */
  get host(): ScriptHost {
    if (this.#host !== null) return this.#host;
    throw new JavaError('unsupported_operation_exception', 'scripts have neither clock nor chance here');
  }

  /** Counts an operation that may come again and again. Throws what the budget throws. */
  work(): void {
    if (++this.#operations >= OPERATIONS_PER_STEP) this.#count();
  }

  /** Counts what a call of the library goes through. Throws as `work` does. */
  pass(units: number): void {
    this.#operations += units;
    if (this.#operations >= OPERATIONS_PER_STEP) this.#count();
  }

  /** Counts at once what an operation has gone through by itself, so that no heavy one waits for others to be counted. */
  settle(): void {
    const units = meter.drain();
    if (units > 0) this.pass(units);
  }

  #count(): void {
    const operations = Math.ceil(this.#operations + meter.drain());
    this.#operations = 0;
    this.#all += operations;
    if (this.#all > OPERATIONS_MAX) throw tooMuch('operations');
    this.#allowance?.take(operations);
    this.#budget?.charge(Math.ceil(operations / OPERATIONS_PER_STEP));
  }

  /** Counts memory that the script takes. Throws ApiError `circuit_breaking_exception`. */
  take(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < BYTES_FREE) return;
    const taken = this.#bytes;
    this.#bytes = 0;
    this.#reserved += taken;
    if (this.#budget === null) {
      if (this.#reserved > BYTES_MAX) throw tooMuch('memory');
      return;
    }
    this.#budget.charge(1 + (taken >>> 14));
    this.#budget.reserve(taken, '<script>');
  }

  /** What is made is kept from one document to the next: nothing of what it takes is given back. */
  keep(): void {
    this.#keeps = true;
  }

  /** Begins anew: what was taken for the document before is given back. */
  begin(): void {
    this.#all = 0;
    meter.drain();
    this.depth = 0;
    if (this.#keeps) return;
    this.#bytes = 0;
    if (this.#reserved === 0) return;
    this.#budget?.release(this.#reserved);
    this.#reserved = 0;
  }

  enter(): void {
    if (++this.depth > DEPTH_MAX) throw new JavaError('stack_overflow_error', null);
  }
}

/** The variables of one call of a function. */
export class Frame {
  readonly state: ScriptState;
  readonly locals: unknown[];
  result: unknown = null;
  #loops = 0;

  constructor(state: ScriptState, locals: unknown[]) {
    this.state = state;
    this.locals = locals;
  }

  /** Goes round a loop that stands at the place, and takes so many operations. */
  round(at: number, cost: number): void {
    this.state.pass(cost);
    if (++this.#loops < LOOPS_MAX) return;
    this.state.at = at;
    const reason = 'The maximum number of statements that can be executed in a loop has been reached.';
    throw new JavaError('painless_error', reason, [], 'PainlessError');
  }
}
