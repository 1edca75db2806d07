import type { WorkBudget } from '../budget/work-budget.ts';
import type { ContextVariable, ScriptContext } from './compile/scope.ts';
import { ExpressionBucketProgram } from './expression/expression-bucket-program.ts';
import type { JavaMap } from './java-map.ts';
import { scriptValue } from './json-values.ts';
import { Program } from './program.ts';
import { languageFor, type ScriptLimits } from './script-language.ts';
import type { ScriptSpec } from './script-spec.ts';
import { JavaArray, JavaDouble } from './values.ts';

const params: ContextVariable = { name: 'params', type: 'Map', place: 0 };

/** Contexts of scripts over the results of aggregations. */
export const bucketContexts = {
  number: { name: 'bucket_aggregation', returns: 'Number', variables: [params] },
  flag: { name: 'aggregation_selector', returns: 'boolean', variables: [params] },
  window: {
    name: 'moving-function',
    returns: 'double',
    variables: [params, { name: 'values', type: 'double[]', place: 1 }],
  },
} satisfies Readonly<Record<string, ScriptContext>>;

/** A request's script is compiled once, however many buckets hold what it is asked of. */
const programs = new WeakMap<ScriptSpec, Program>();

/** A script over figures of buckets, which are parameters beside its own. */
export interface BucketProgram {
  /** What it says of one bucket. Throws ApiError `script_exception`, and what the budget throws. */
  run(figures: ReadonlyMap<string, number | null>, values: readonly number[], budget: WorkBudget): unknown;
}

/** Throws ApiError: `script_exception` where the script cannot be compiled. */
export function bucketProgram(spec: ScriptSpec, context: ScriptContext, limits: ScriptLimits): BucketProgram {
  return languageFor(spec, context.name, limits) === 'expression'
    ? new ExpressionBucketProgram(spec, context === bucketContexts.flag)
    : new PainlessBucketProgram(spec, context);
}

class PainlessBucketProgram implements BucketProgram {
  readonly #spec: ScriptSpec;
  readonly #program: Program;

  constructor(spec: ScriptSpec, context: ScriptContext) {
    this.#spec = spec;
    const program = programs.get(spec) ?? new Program(spec.source, context);
    programs.set(spec, program);
    this.#program = program;
  }

  run(figures: ReadonlyMap<string, number | null>, values: readonly number[], budget: WorkBudget): unknown {
    const own = scriptValue(this.#spec.params) as JavaMap;
    for (const [name, figure] of figures) own.set(name, figure === null ? null : new JavaDouble(figure));
    budget.charge(1);
    const state = this.#program.state([own, new JavaArray('double', [...values])], budget);
    try {
      return this.#program.run(state);
    } finally {
      // What it took is given back.
      state.begin();
    }
  }
}
