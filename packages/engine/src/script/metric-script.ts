import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { ContextVariable, ScriptContext } from './compile/scope.ts';
import type { ScriptState } from './frame.ts';
import { JavaMap } from './java-map.ts';
import { scriptValue } from './json-values.ts';
import { fullName } from './library/classes.ts';
import { Program } from './program.ts';
import { checkRunnable } from './script-language.ts';
import type { ScriptSpec } from './script-spec.ts';
import { classOf } from './values.ts';

const params: ContextVariable = { name: 'params', type: 'Map', place: 0 };
const state = (type: string): ContextVariable => ({ name: 'state', type, place: 1 });

/** The scripts of `scripted_metric` that are given no document. */
export const metricContexts = {
  init: { name: 'aggs_init', returns: 'void', variables: [params, state('def')] },
  combine: { name: 'aggs_combine', returns: 'def', variables: [params, state('Map')] },
  reduce: {
    name: 'aggs_reduce',
    returns: 'def',
    variables: [params, { name: 'states', type: 'List', place: 1 }],
  },
} satisfies Readonly<Record<string, ScriptContext>>;

/** A script of `scripted_metric` that is given what others have made. What it takes is held as long as the search. */
export class MetricScript {
  readonly #program: Program;
  readonly #state: ScriptState;

  /** Throws ApiError `script_exception` where it cannot be compiled. */
  constructor(spec: ScriptSpec, context: ScriptContext, budget: WorkBudget) {
    checkRunnable(spec, context.name, budget);
    this.#program = new Program(spec.source, context);
    this.#state = this.#program.state([scriptValue(spec.params) as JavaMap, null], budget);
    this.#state.keep();
  }

  /** Throws ApiError `script_exception`, and what the budget throws. */
  run(given: unknown): unknown {
    this.#state.variables[1] = given;
    return this.#program.run(this.#state);
  }
}

/** Of what classes values may be that go from a shard to where all are put together. */
const WRITTEN: ReadonlySet<string> = new Set(
  'String Integer Long Double Float Byte Short Boolean BigInteger ArrayList Date ZonedDateTime GeoPoint'.split(
    ' ',
  ),
);

/** Throws ApiError where a shard could not tell others what its script has made. */
export function checkWritten(value: unknown): void {
  if (value === null) {
    throw apiError('null_pointer_exception', 'Cannot invoke "Object.getClass()" because "result" is null');
  }
  check(value);
}

function check(value: unknown): void {
  if (value === null) return;
  if (value instanceof JavaMap) value.values().forEach(check);
  else if (Array.isArray(value)) value.forEach(check);
  else {
    const name = classOf(value);
    if (
      WRITTEN.has(name) ||
      name.endsWith('Set') ||
      name.endsWith('[]') ||
      name.startsWith('ScriptDocValues')
    )
      return;
    throw apiError('illegal_argument_exception', `Cannot write type [${fullName(name)}] to stream`);
  }
}
