/** What scripts are made of. `at` is the place in the text that errors show, as OpenSearch chooses it. */
export type Expression =
  | { readonly kind: 'literal'; readonly at: number; readonly type: string; readonly value: unknown }
  | { readonly kind: 'name'; readonly at: number; readonly name: string }
  | {
      readonly kind: 'member';
      readonly at: number;
      readonly object: Expression;
      readonly name: string;
      readonly safe: boolean;
    }
  | { readonly kind: 'index'; readonly at: number; readonly object: Expression; readonly index: Expression }
  | CallExpression
  | {
      readonly kind: 'function';
      readonly at: number;
      readonly name: string;
      readonly args: readonly Expression[];
    }
  | { readonly kind: 'new'; readonly at: number; readonly type: string; readonly args: readonly Expression[] }
  | {
      readonly kind: 'array';
      readonly at: number;
      readonly element: string;
      readonly sizes: readonly Expression[];
      readonly items: readonly Expression[] | null;
    }
  | { readonly kind: 'list'; readonly at: number; readonly items: readonly Expression[] }
  | {
      readonly kind: 'map';
      readonly at: number;
      readonly entries: readonly (readonly [Expression, Expression])[];
    }
  | { readonly kind: 'regex'; readonly at: number; readonly pattern: string; readonly flags: string }
  | LambdaExpression
  | { readonly kind: 'reference'; readonly at: number; readonly owner: string; readonly name: string }
  | { readonly kind: 'unary'; readonly at: number; readonly op: string; readonly value: Expression }
  | {
      readonly kind: 'step';
      readonly at: number;
      readonly target: Expression;
      readonly by: 1 | -1;
      readonly prefix: boolean;
    }
  | { readonly kind: 'cast'; readonly at: number; readonly type: string; readonly value: Expression }
  | {
      readonly kind: 'binary';
      readonly at: number;
      readonly op: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'instanceof'; readonly at: number; readonly value: Expression; readonly type: string }
  | {
      readonly kind: 'conditional';
      readonly at: number;
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  | { readonly kind: 'elvis'; readonly at: number; readonly left: Expression; readonly right: Expression }
  | AssignExpression;

export interface CallExpression {
  readonly kind: 'call';
  readonly at: number;
  readonly object: Expression;
  readonly name: string;
  readonly args: readonly Expression[];
  readonly safe: boolean;
}

export interface LambdaExpression {
  readonly kind: 'lambda';
  readonly at: number;
  readonly params: readonly Parameter[];
  readonly body: Statement;
}

export interface AssignExpression {
  readonly kind: 'assign';
  readonly at: number;
  /** null: a plain assignment. */
  readonly op: string | null;
  readonly target: Expression;
  readonly value: Expression;
}

export interface Parameter {
  readonly type: string;
  readonly name: string;
}

export type Statement =
  | { readonly kind: 'expression'; readonly at: number; readonly value: Expression }
  | {
      readonly kind: 'declare';
      readonly at: number;
      readonly type: string;
      readonly names: readonly {
        readonly name: string;
        readonly at: number;
        readonly value: Expression | null;
      }[];
    }
  | {
      readonly kind: 'if';
      readonly at: number;
      readonly test: Expression;
      readonly then: Statement;
      readonly otherwise: Statement | null;
    }
  | {
      readonly kind: 'while';
      readonly at: number;
      readonly test: Expression;
      readonly body: Statement;
      readonly first: boolean;
    }
  | {
      readonly kind: 'for';
      readonly at: number;
      readonly before: Statement | null;
      readonly test: Expression | null;
      readonly after: Expression | null;
      readonly body: Statement;
    }
  | {
      readonly kind: 'each';
      readonly at: number;
      readonly type: string;
      readonly name: string;
      readonly items: Expression;
      readonly body: Statement;
    }
  | { readonly kind: 'block'; readonly at: number; readonly body: readonly Statement[] }
  | {
      readonly kind: 'return';
      readonly at: number;
      readonly value: Expression | null;
      /** It is not written: the value is that of the last statement. */
      readonly isImplied?: true;
    }
  | { readonly kind: 'break' | 'continue'; readonly at: number }
  | { readonly kind: 'throw'; readonly at: number; readonly value: Expression }
  | {
      readonly kind: 'try';
      readonly at: number;
      readonly body: Statement;
      readonly catches: readonly {
        readonly at: number;
        readonly type: string;
        readonly name: string;
        readonly body: Statement;
      }[];
    };

export interface FunctionNode {
  readonly at: number;
  readonly type: string;
  readonly name: string;
  readonly params: readonly Parameter[];
  readonly body: Statement;
}

export interface ScriptNode {
  readonly functions: readonly FunctionNode[];
  readonly body: readonly Statement[];
}
