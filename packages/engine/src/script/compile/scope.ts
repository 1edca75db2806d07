import type { Expression, FunctionNode, Statement } from '../ast.ts';
import type { ContextFunctions } from '../context-function.ts';
import type { DocLookup } from '../doc-values.ts';
import { ScriptSyntaxError } from '../script-error.ts';
import { boxed, type Code, type Run } from './code.ts';
import { convert } from './convert.ts';
import type { Effort } from './effort.ts';

/** A variable that the context gives; `value` is its place among `ScriptState.variables`. */
export interface ContextVariable {
  readonly name: string;
  readonly type: string;
  readonly place: number;
}

/** What scripts of a context are given and answer. */
export interface ScriptContext {
  readonly name: string;
  readonly returns: string;
  readonly variables: readonly ContextVariable[];
  readonly functions?: ContextFunctions;
}

/** A function of the script, once it is compiled. */
export interface ScriptFunction {
  readonly node: FunctionNode;
  body: Run;
  size: number;
  /** Operations that a call takes. */
  cost: number;
}

/** What all of one script share while it is compiled. */
export interface Unit {
  readonly source: string;
  readonly context: ScriptContext;
  readonly functions: ReadonlyMap<string, ScriptFunction>;
  /** Where statements begin. */
  readonly statements: Set<number>;
  readonly effort: Effort;
  /** Known where the script is compiled for one shard: `doc['field']` is then what its field is. */
  readonly doc: DocLookup | null;
  /** Parameters that no one changes. */
  readonly params: ReadonlyMap<string, unknown> | null;
  /** What compiles an expression. `wanted`: the type it is for, where that decides what a lambda is. Throws ScriptSyntaxError. */
  readonly expression: (node: Expression, scope: Scope, wanted?: string) => Code;
  /** What compiles the body of a lambda. */
  readonly body: (body: Statement, scope: Scope) => Run;
  /** Names of the context's variables that the script uses. */
  readonly used: Set<string>;
}

interface Local {
  readonly type: string;
  readonly slot: number;
  /** A parameter of a lambda, or a variable around it, which sees what that was. */
  readonly isReadOnly: boolean;
}

interface ScopeKind {
  readonly slots: { count: number };
  readonly isFunction: boolean;
  readonly inLoop: boolean;
  readonly isLambda?: true;
}

/** A variable around a lambda, and the place where the lambda has its value. */
interface Capture {
  readonly from: number;
  readonly to: number;
}

/** Names that can be seen at one place of a function. */
export class Scope {
  readonly unit: Unit;
  readonly returns: string;
  readonly #parent: Scope | null;
  readonly #locals = new Map<string, Local>();
  readonly #slots: { count: number };
  readonly #isLambda: boolean;
  readonly #captures: Capture[] = [];
  /** In a function of the script, which sees no variables of the context. */
  readonly isFunction: boolean;
  /** Within a loop of the same function. */
  readonly inLoop: boolean;

  private constructor(unit: Unit, returns: string, parent: Scope | null, how: ScopeKind) {
    this.unit = unit;
    this.returns = returns;
    this.#parent = parent;
    this.#slots = how.slots;
    this.#isLambda = how.isLambda === true;
    this.isFunction = how.isFunction;
    this.inLoop = how.inLoop;
  }

  static outermost(unit: Unit, returns: string, isFunction: boolean): Scope {
    return new Scope(unit, returns, null, { slots: { count: 0 }, isFunction, inLoop: false });
  }

  inner(inLoop = this.inLoop): Scope {
    return new Scope(this.unit, this.returns, this, {
      slots: this.#slots,
      isFunction: this.isFunction,
      inLoop,
    });
  }

  /** Of a lambda: it sees what is here, each in a place of its own, and answers anything. */
  lambda(): Scope {
    return new Scope(this.unit, 'def', this, {
      slots: { count: 0 },
      isFunction: this.isFunction,
      inLoop: false,
      isLambda: true,
    });
  }

  compile(node: Expression, wanted?: string): Code {
    return this.unit.expression(node, this, wanted);
  }

  /** As a value of the type. */
  compileAs(node: Expression, type: string): Code {
    return convert(this.compile(node, type), type, node.at);
  }

  /** As a value of no known type. */
  compileBoxed(node: Expression): Run {
    return boxed(this.compile(node, 'def'));
  }

  get size(): number {
    return this.#slots.count;
  }

  find(name: string): Local | undefined {
    const own = this.#locals.get(name);
    if (own !== undefined) return own;
    const around = this.#parent?.find(name);
    return around !== undefined && this.#isLambda ? this.#capture(name, around) : around;
  }

  #capture(name: string, { type, slot }: Local): Local {
    const local = { type, slot: this.#slots.count++, isReadOnly: true };
    this.#captures.push({ from: slot, to: local.slot });
    this.#locals.set(name, local);
    return local;
  }

  /** Variables around a lambda that what was compiled so far names. */
  get captures(): readonly Capture[] {
    return this.#captures;
  }

  /** Throws ScriptSyntaxError where the name is taken. */
  declare(name: string, type: string, at: number, isReadOnly = false): number {
    const isContext = !this.isFunction && this.unit.context.variables.some((each) => each.name === name);
    if (this.find(name) !== undefined || isContext) {
      throw new ScriptSyntaxError(at, `variable [${name}] is already defined`);
    }
    const slot = this.#slots.count++;
    this.#locals.set(name, { type, slot, isReadOnly });
    return slot;
  }

  /** A place for what has no name. */
  slot(): number {
    return this.#slots.count++;
  }
}
