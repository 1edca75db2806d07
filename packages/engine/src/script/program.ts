import type { WorkBudget } from '../budget/work-budget.ts';
import type { ScriptNode, Statement } from './ast.ts';
import type { Run } from './compile/code.ts';
import { compile } from './compile/compile-expression.ts';
import { bodyRun, withLastReturned } from './compile/compile-statement.ts';
import { Effort } from './compile/effort.ts';
import { Scope, type ScriptContext, type ScriptFunction, type Unit } from './compile/scope.ts';
import type { DocLookup } from './doc-values.ts';
import { Frame, type ScriptAllowance, ScriptState } from './frame.ts';
import { JavaError, nullPointer } from './java-error.ts';
import { keepsParameters } from './keeps-parameters.ts';
import { parseScript } from './parser.ts';
import { compileError, runtimeError, ScriptSyntaxError } from './script-error.ts';

const LANGUAGE = 'painless';
const NO_STATEMENTS =
  'invalid function definition: found no statements for function [execute] with [0] parameters';

/** What a script is compiled against: a shard's fields, and parameters, which are constants to a script that does not write them. */
export interface Surroundings {
  readonly doc?: DocLookup;
  readonly params?: ReadonlyMap<string, unknown>;
}

/** A script that can be run again and again. */
export class Program {
  readonly source: string;
  /** Variables of the context that it names. */
  readonly used: ReadonlySet<string>;
  readonly #run: Run;
  readonly #size: number;
  readonly #cost: number;
  readonly #statements: readonly number[];

  /** Throws ApiError `script_exception`. */
  constructor(source: string, context: ScriptContext, { doc, params }: Surroundings = {}) {
    this.source = source;
    try {
      const parsed = parseScript(source);
      const unit: Unit = {
        source,
        context,
        functions: functionsOf(parsed),
        statements: new Set(),
        effort: new Effort(),
        doc: doc ?? null,
        params: params !== undefined && keepsParameters(parsed) ? params : null,
        used: new Set(),
        expression: compile,
        body: (own, scope) => bodyRun(own, scope, true),
      };
      const scope = Scope.outermost(unit, context.returns, false);
      if (parsed.body.length === 0) {
        throw new ScriptSyntaxError(0, NO_STATEMENTS);
      }
      compileFunctions(unit);
      const body: Statement = { kind: 'block', at: 0, body: parsed.body };
      const { made, cost } = unit.effort.apart(() =>
        bodyRun(context.returns === 'void' ? body : withLastReturned(body), scope),
      );
      this.#run = made;
      this.#cost = cost;
      this.#size = scope.size;
      this.#statements = [...unit.statements].sort((a, b) => a - b);
      this.used = unit.used;
    } catch (error) {
      throw this.#compileError(error);
    }
  }

  #compileError(error: unknown): unknown {
    if (error instanceof ScriptSyntaxError) return compileError(this.source, LANGUAGE, error);
    if (!(error instanceof RangeError)) return error;
    return compileError(this.source, LANGUAGE, new ScriptSyntaxError(0, 'the script is nested too deeply'));
  }

  /** `variables`: values of the context's variables, by their places; `host`: that of the budget. */
  state(
    variables: unknown[],
    budget: WorkBudget | null,
    host = budget?.scripts ?? null,
    allowance: ScriptAllowance | null = null,
  ): ScriptState {
    return new ScriptState(variables, budget, host, allowance);
  }

  /** What the script answers, as its context's type has it. Throws ApiError `script_exception`, and what the budget throws. */
  run(state: ScriptState): unknown {
    state.begin();
    try {
      // What is of ordinary size is counted with the document.
      if (this.#cost > 1) state.pass(this.#cost);
      return this.#run(new Frame(state, new Array<unknown>(this.#size)));
    } catch (error) {
      throw this.failure(error, state);
    }
  }

  /** An error of the script as it is answered. */
  failure(error: unknown, { at }: ScriptState): unknown {
    const known = javaErrorOf(error);
    if (known === null) return error;
    const place = known.at ?? at;
    return runtimeError(this.source, LANGUAGE, { error: known, at: place, statements: this.#statements });
  }
}

/** The stack or a text of JavaScript that became too large is the script's fault, as is a value that the library cannot take. */
function javaErrorOf(error: unknown): JavaError | null {
  if (error instanceof JavaError) return error;
  if (error instanceof TypeError) {
    const isFrozen = /not extensible|read only|cannot delete/i.test(error.message);
    return isFrozen ? new JavaError('unsupported_operation_exception', null) : nullPointer(null);
  }
  if (!(error instanceof RangeError)) return null;
  if (/stack/i.test(error.message)) return new JavaError('stack_overflow_error', null);
  return new JavaError('illegal_argument_exception', error.message);
}

function functionsOf({ functions }: ScriptNode): ReadonlyMap<string, ScriptFunction> {
  const found = new Map<string, ScriptFunction>();
  for (const node of functions) {
    const key = `${node.name}/${node.params.length}`;
    if (found.has(key))
      throw new ScriptSyntaxError(node.at, `invalid function definition: found duplicate function [${key}].`);
    if (node.body.kind === 'block' && node.body.body.length === 0) {
      const what = `found no statements for function [${node.name}] with [${node.params.length}] parameters`;
      throw new ScriptSyntaxError(node.at, `invalid function definition: ${what}`);
    }
    found.set(key, { node, body: () => null, size: 0, cost: 1 });
  }
  return found;
}

function compileFunctions(unit: Unit): void {
  for (const each of unit.functions.values()) {
    const { node } = each;
    const scope = Scope.outermost(unit, node.type, true);
    for (const { name, type } of node.params) scope.declare(name, type, node.at);
    const { made, cost } = unit.effort.apart(() =>
      bodyRun(node.type === 'void' ? node.body : withLastReturned(node.body), scope),
    );
    each.body = made;
    each.size = scope.size;
    each.cost = cost;
  }
}
