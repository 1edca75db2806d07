/**
 * The query tree: what a search asks for, without any mapping. Nodes are plain frozen data, told apart by
 * `kind`. `boost` multiplies the score; it is 1 where none was given. `name` is what `matched_queries` calls it.
 */
export type QueryNode = QueryKind & { readonly name?: string };

type QueryKind =
  | MatchAllNode
  | MatchNoneNode
  | MatchNode
  | MatchPhraseNode
  | MatchBoolPrefixNode
  | MultiMatchNode
  | TermNode
  | TermsNode
  | RangeNode
  | ExistsNode
  | IdsNode
  | BoolNode
  | PrefixNode
  | WildcardNode
  | FuzzyNode
  | ConstantScoreNode
  | DisMaxNode;

/** A value as JSON gives it. */
export type Scalar = string | number | boolean;

export interface MatchAllNode {
  readonly kind: 'match_all';
  readonly boost: number;
}

export interface MatchNoneNode {
  readonly kind: 'match_none';
  readonly boost: number;
}

/** What the analyzed queries share. */
export interface TextOptions {
  /** Name of the analyzer; null = the field's search analyzer. */
  readonly analyzer: string | null;
  /** What a text without any token matches. */
  readonly zeroTerms: 'none' | 'all';
}

/** How far a term may be from the one asked for. */
export interface FuzzyOptions {
  /** `AUTO`, `AUTO:low,high`, or a number of edits from 0 to 2. */
  readonly fuzziness: string;
  readonly prefixLength: number;
  readonly maxExpansions: number;
  readonly transpositions: boolean;
}

export interface MatchNode extends TextOptions {
  readonly kind: 'match';
  readonly field: string;
  readonly text: Scalar;
  readonly operator: 'or' | 'and';
  readonly minimumShouldMatch: string | null;
  readonly fuzzy: FuzzyOptions | null;
  /** Values that do not fit the field match nothing instead of failing. */
  readonly lenient: boolean;
  readonly boost: number;
}

export interface MatchPhraseNode extends TextOptions {
  readonly kind: 'match_phrase';
  readonly field: string;
  readonly text: Scalar;
  readonly slop: number;
  readonly boost: number;
}

export interface MatchBoolPrefixNode {
  readonly kind: 'match_bool_prefix';
  readonly field: string;
  readonly text: Scalar;
  readonly analyzer: string | null;
  readonly operator: 'or' | 'and';
  readonly minimumShouldMatch: string | null;
  /** Of all words but the last one. */
  readonly fuzzy: FuzzyOptions | null;
  readonly boost: number;
}

export interface MultiMatchNode extends TextOptions {
  readonly kind: 'multi_match';
  /** Patterns with their boost; empty = every field that can be searched. */
  readonly fields: readonly { readonly pattern: string; readonly boost: number }[];
  readonly text: Scalar;
  readonly type: 'best_fields' | 'most_fields' | 'phrase' | 'bool_prefix';
  readonly operator: 'or' | 'and';
  readonly minimumShouldMatch: string | null;
  readonly fuzzy: FuzzyOptions | null;
  readonly lenient: boolean;
  readonly slop: number;
  /** null = what the type brings along. */
  readonly tieBreaker: number | null;
  readonly boost: number;
}

export interface TermNode {
  readonly kind: 'term';
  readonly field: string;
  readonly value: Scalar;
  readonly caseInsensitive: boolean;
  readonly boost: number;
}

export interface TermsNode {
  readonly kind: 'terms';
  readonly field: string;
  readonly values: readonly Scalar[];
  readonly boost: number;
}

export interface RangeNode {
  readonly kind: 'range';
  readonly field: string;
  /** null = open. */
  readonly from: Scalar | null;
  readonly to: Scalar | null;
  readonly includeFrom: boolean;
  readonly includeTo: boolean;
  readonly format: string | null;
  readonly timeZone: string | null;
  readonly boost: number;
}

export interface ExistsNode {
  readonly kind: 'exists';
  readonly field: string;
  readonly boost: number;
}

export interface IdsNode {
  readonly kind: 'ids';
  readonly values: readonly string[];
  readonly boost: number;
}

export interface BoolNode {
  readonly kind: 'bool';
  readonly must: readonly QueryNode[];
  readonly filter: readonly QueryNode[];
  readonly should: readonly QueryNode[];
  readonly mustNot: readonly QueryNode[];
  readonly minimumShouldMatch: string | null;
  /** With only `must_not`: match everything else (true) or nothing. */
  readonly adjustPureNegative: boolean;
  readonly boost: number;
}

export interface PrefixNode {
  readonly kind: 'prefix';
  readonly field: string;
  readonly value: string;
  readonly caseInsensitive: boolean;
  readonly boost: number;
}

export interface WildcardNode {
  readonly kind: 'wildcard';
  readonly field: string;
  /** `*` any characters, `?` one, `\` takes the next as it is. */
  readonly value: string;
  readonly caseInsensitive: boolean;
  readonly boost: number;
}

export interface FuzzyNode {
  readonly kind: 'fuzzy';
  readonly field: string;
  readonly value: Scalar;
  readonly fuzzy: FuzzyOptions;
  readonly boost: number;
}

export interface ConstantScoreNode {
  readonly kind: 'constant_score';
  readonly filter: QueryNode;
  readonly boost: number;
}

export interface DisMaxNode {
  readonly kind: 'dis_max';
  readonly queries: readonly QueryNode[];
  readonly tieBreaker: number;
  readonly boost: number;
}

export const matchAll: MatchAllNode = Object.freeze({ kind: 'match_all', boost: 1 });
