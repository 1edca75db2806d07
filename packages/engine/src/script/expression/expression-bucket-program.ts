import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { ScriptSpec } from '../script-spec.ts';
import { JavaDouble } from '../values.ts';
import { Expression } from './expression.ts';
import { numberOfJson } from './parameters.ts';
import type { Evaluate } from './syntax.ts';

/** A Lucene expression over figures of buckets, which it has by their names beside its parameters. */
export class ExpressionBucketProgram {
  readonly #source: string;
  readonly #params: readonly (readonly [name: string, value: number | null])[];
  readonly #isFlag: boolean;
  readonly #evaluate: Evaluate;
  /** By name, 0 until one is given. */
  readonly #values: Map<string, number>;

  /** `isFlag`: it is asked for a yes or no, and only 1 is a yes. Throws ApiError: `script_exception` where it cannot be compiled. */
  constructor(spec: ScriptSpec, isFlag: boolean) {
    const expression = Expression.of(spec.source);
    this.#source = spec.source;
    this.#params = Object.entries(spec.params).map(([name, value]) => [name, numberOfJson(value)]);
    this.#isFlag = isFlag;
    this.#values = new Map(expression.names.map((name) => [name, 0]));
    this.#evaluate = expression.link((name) => () => this.#values.get(name)!);
  }

  /** What it says of one bucket. Throws ApiError where it is given what it does not name, or what is no number. */
  run(figures: ReadonlyMap<string, number | null>, _values: readonly number[], budget: WorkBudget): unknown {
    budget.charge(1);
    for (const [name, value] of this.#params) if (!figures.has(name)) this.#set(name, value);
    for (const [name, figure] of figures) this.#set(name, figure);
    const answer = this.#evaluate();
    return this.#isFlag ? answer === 1 : new JavaDouble(answer);
  }

  #set(name: string, value: number | null): void {
    const using = `Error using [${this.#source}].`;
    if (!this.#values.has(name)) {
      const reason = `${using} The variable [${name}] does not exist in the executable expressions script.`;
      throw apiError('illegal_argument_exception', reason);
    }
    if (value === null) {
      const rule = 'Executable expressions scripts can only process numbers.';
      const reason = `${using} ${rule}  The variable [${name}] is not a number.`;
      throw apiError('illegal_argument_exception', reason);
    }
    this.#values.set(name, value);
  }
}
