import type { WorkBudget } from '../budget/work-budget.ts';
import type { ScriptContext } from './compile/scope.ts';
import type { ScriptState } from './frame.ts';
import { Program } from './program.ts';
import { ScriptInterval } from './script-interval.ts';
import { checkRunnable } from './script-language.ts';
import type { ScriptSpec } from './script-spec.ts';

const context: ScriptContext = {
  name: 'interval',
  returns: 'boolean',
  variables: [{ name: 'interval', type: 'IntervalFilterScript.Interval', place: 0 }],
};

/** A script that says which intervals of positions are meant. */
export class IntervalScript {
  readonly #program: Program;
  readonly #state: ScriptState;
  readonly interval = new ScriptInterval();

  /** Throws ApiError where it cannot be compiled. */
  constructor(spec: ScriptSpec, budget: WorkBudget) {
    checkRunnable(spec, context.name, budget);
    this.#program = new Program(spec.source, context);
    this.#state = this.#program.state([this.interval], budget);
  }

  /** What it says of `interval`. Throws ApiError, and what the budget throws. */
  run(): boolean {
    return this.#program.run(this.#state) === true;
  }
}
