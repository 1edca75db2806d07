/** What reads the number of one document: of a field, a parameter, a score. */
export type Evaluate = () => number;

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
