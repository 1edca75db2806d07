/** Whether a code point is one of a class. */
export type CharTest = (codePoint: number) => boolean;

export type AssertionKind =
  | 'line start'
  | 'line end'
  | 'text start'
  | 'text end'
  | 'last line end'
  | 'word'
  | 'not word';

/** A regular expression as it was read. */
export type Expression =
  | { readonly kind: 'chars'; readonly test: CharTest }
  | { readonly kind: 'char'; readonly codePoint: number }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  | { readonly kind: 'either'; readonly options: readonly Expression[] }
  | {
      readonly kind: 'repeat';
      readonly of: Expression;
      readonly least: number;
      readonly most: number;
      readonly how: Repeating;
    }
  | { readonly kind: 'group'; readonly of: Expression; readonly number: number }
  | {
      readonly kind: 'look';
      readonly of: Expression;
      readonly isBehind: boolean;
      readonly isNegative: boolean;
    }
  | { readonly kind: 'atomic'; readonly of: Expression }
  | { readonly kind: 'again'; readonly numbers: readonly number[] }
  | { readonly kind: 'assertion'; readonly what: AssertionKind };

/** As many as there are, as few as will do, or as many as there are and never fewer. */
export type Repeating = 'greedy' | 'lazy' | 'possessive';

export interface ReadExpression {
  readonly root: Expression;
  /** Of groups in all. */
  readonly groups: number;
  /** Numbers of groups by name, in their order. */
  readonly names: ReadonlyMap<string, readonly number[]>;
}

/** An expression that cannot be read, in Oniguruma's words. */
export class ExpressionError extends Error {}
