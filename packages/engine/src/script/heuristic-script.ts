import type { WorkBudget } from '../budget/work-budget.ts';
import type { ScriptContext } from './compile/scope.ts';
import type { JavaMap } from './java-map.ts';
import { scriptValue } from './json-values.ts';
import { Program } from './program.ts';
import { checkRunnable, type ScriptLimits } from './script-language.ts';
import type { ScriptSpec } from './script-spec.ts';

const context: ScriptContext = {
  name: 'script_heuristic',
  returns: 'double',
  variables: [{ name: 'params', type: 'Map', place: 0 }],
};

/** A script that says how significant a term is. */
export class HeuristicScript {
  readonly #spec: ScriptSpec;
  #program: Program | null = null;

  constructor(spec: ScriptSpec) {
    this.#spec = spec;
  }

  /** Throws ApiError where it cannot be compiled. */
  check(limits: ScriptLimits | null = null): Program {
    checkRunnable(this.#spec, context.name, limits);
    this.#program ??= new Program(this.#spec.source, context);
    return this.#program;
  }

  /** `counts`: documents, which are parameters beside its own. Throws ApiError, and what the budget throws. */
  run(counts: Readonly<Record<string, number>>, budget: WorkBudget): number {
    const program = this.check(budget);
    const params = scriptValue(this.#spec.params) as JavaMap;
    for (const [name, count] of Object.entries(counts)) params.set(name, count);
    budget.charge(1);
    const state = program.state([params], budget);
    try {
      return program.run(state) as number;
    } finally {
      state.begin();
    }
  }
}
