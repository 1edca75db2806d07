/** What reads the number of one document: of a field, a parameter, a score. */
export type Evaluate = () => number;

/** What reads the numbers of many documents, in their order, for whoever uses them before anything else is read. */
export type EvaluateBlock = (docs: Int32Array, length: number) => Float64Array;

/** What a name stands for, of the document at hand and of many. */
export interface Variable {
  readonly one: Evaluate;
  /** `level`: where it may write (`blockAt`). null: documents are better asked one by one. */
  readonly many: ((level: number) => EvaluateBlock) | null;
}

export type BinaryOperator =
  | '*'
  | '/'
  | '%'
  | '+'
  | '-'
  | '<<'
  | '>>'
  | '>>>'
  | '<'
  | '<='
  | '>'
  | '>='
  | '=='
  | '!='
  | '&'
  | '^'
  | '|'
  | '&&'
  | '||';

export type UnaryOperator = '!' | '~' | '+' | '-';

/** A Lucene expression as it is written; `at` is the place in the text. */
export type ExpressionNode =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'long'; readonly digits: string; readonly radix: 8 | 16 }
  | { readonly kind: 'name'; readonly at: number; readonly text: string }
  | {
      readonly kind: 'call';
      readonly at: number;
      readonly text: string;
      readonly values: readonly ExpressionNode[];
    }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly of: ExpressionNode }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: ExpressionNode;
      readonly right: ExpressionNode;
    }
  | {
      readonly kind: 'conditional';
      readonly condition: ExpressionNode;
      readonly then: ExpressionNode;
      readonly otherwise: ExpressionNode;
    };
