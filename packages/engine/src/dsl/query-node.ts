/**
 * A query of a search, without any mapping: a tree of plain frozen data, whose nodes are told apart by `kind`, the name of
 * their type (`QueryType`). `boost` multiplies the score; it is 1 where none was given.
 */
export interface QueryNode {
  readonly kind: string;
  readonly boost: number;
  /** What `matched_queries` calls it. */
  readonly name?: string;
}

/** A value as JSON gives it. */
export type Scalar = string | number | boolean;

/** What the analyzed queries share. */
export interface TextOptions {
  /** Name of the analyzer; null = the field's search analyzer. */
  readonly analyzer: string | null;
  /** What a text without any token matches; `null`: it is left out of the query around it. */
  readonly zeroTerms: 'none' | 'all' | 'null';
}

/** How far a term may be from the one asked for. */
export interface FuzzyOptions {
  /** `AUTO`, `AUTO:low,high`, or a number of edits from 0 to 2. */
  readonly fuzziness: string;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
  /** Every term within the distance scores the same. */
  readonly isConstant: boolean;
}

export const matchAll: QueryNode = Object.freeze({ kind: 'match_all', boost: 1 });
