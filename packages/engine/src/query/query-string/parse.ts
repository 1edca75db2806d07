import { apiError } from '@sextant/contract';
import { discardEscapes, place, type Token, type TokenKind, tokensOf } from './tokens.ts';

/** What a text of `query_string` says, before any field or analyzer is known. `field` null = those of the query. */
export type Expression = GroupExpression | BoostedExpression | Leaf;

/** What is looked for in fields. */
export type Leaf = TextExpression | PhraseExpression | PatternExpression | FuzzyExpression | RangeExpression;

export interface GroupExpression {
  readonly kind: 'boolean';
  readonly clauses: readonly ExpressionClause[];
  /** The first clause is no row of words, and has no sign. */
  readonly startsPlain: boolean;
}

interface BoostedExpression {
  readonly kind: 'boosted';
  readonly inner: Expression;
  readonly boost: number;
}

interface OfField {
  readonly field: string | null;
  readonly text: string;
}

export interface TextExpression extends OfField {
  readonly kind: 'text';
}

export interface PatternExpression extends OfField {
  readonly kind: 'prefix' | 'wildcard' | 'regexp';
}

export interface PhraseExpression extends OfField {
  readonly kind: 'phrase';
  /** null = that of the query. */
  readonly slop: number | null;
}

export interface FuzzyExpression extends OfField {
  readonly kind: 'fuzzy';
  /** null = the query's fuzziness. */
  readonly edits: number | null;
}

export interface RangeExpression {
  readonly kind: 'range';
  readonly field: string | null;
  /** null = open. */
  readonly from: string | null;
  readonly to: string | null;
  readonly includeFrom: boolean;
  readonly includeTo: boolean;
}

export type Occur = 'must' | 'should' | 'must_not';

export interface ExpressionClause {
  readonly occur: Occur;
  readonly inner: Expression;
  /** Several words in a row, which are clauses of their own. */
  readonly words: boolean;
}

type Conjunction = 'AND' | 'OR' | null;
type Modifier = 'NOT' | 'PLUS' | null;

/** What may not come after the second of two words, for them to be taken together. */
const notAfterWords: ReadonlySet<TokenKind> = new Set(['COLON', 'STAR', 'FUZZY_SLOP', 'CARAT', 'AND', 'OR']);

/** Deeper groups are refused. */
const MAX_DEPTH = 100;

/** Lucene's classic grammar. null where the text says nothing. Throws ApiError `parse_exception` and `token_mgr_error`. */
export function parseExpression(text: string, operator: 'or' | 'and'): Expression {
  const parser = new Parser(text, operator);
  return parser.whole();
}

class Parser {
  readonly #and: boolean;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(text: string, operator: 'or' | 'and') {
    this.#and = operator === 'and';
    this.#tokens = tokensOf(text);
  }

  whole(): Expression {
    const query = this.#query(null);
    if (this.#kind() !== 'EOF') throw this.#unexpected();
    return query;
  }

  #kind(ahead = 0): TokenKind {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)]!.kind;
  }

  #take(): Token {
    return this.#tokens[this.#at++]!;
  }

  #unexpected(): Error {
    const { kind, text, at } = this.#tokens[this.#at]!;
    const seen = kind === 'EOF' ? '"<EOF>"' : `" ${quotedKind(kind, text)} "${text} ""`;
    const where = `Encountered ${seen} at ${place(at)}.`;
    return apiError('parse_exception', where);
  }

  #query(field: string | null): Expression {
    if (++this.#depth > MAX_DEPTH) {
      throw apiError('parse_exception', `groups are nested more than [${MAX_DEPTH}] deep`);
    }
    const clauses: ExpressionClause[] = [];
    let first: Expression | null = null;
    if (this.#areWords()) clauses.push(this.#words(field));
    else {
      const modifier = this.#modifier();
      const clause = this.#clause(field);
      this.#add(clauses, null, modifier, clause);
      if (modifier === null) first = clause;
    }
    while (this.#kind() !== 'EOF' && this.#kind() !== 'RPAREN') {
      if (this.#areWords()) clauses.push(this.#words(field));
      else {
        const conjunction = this.#conjunction();
        const modifier = this.#modifier();
        this.#add(clauses, conjunction, modifier, this.#clause(field));
      }
    }
    this.#depth--;
    if (clauses.length === 1 && first !== null) return first;
    return { kind: 'boolean', clauses, startsPlain: first !== null };
  }

  #areWords(): boolean {
    return this.#kind() === 'TERM' && this.#isWordNext(1);
  }

  #isWordNext(ahead: number): boolean {
    return this.#kind(ahead) === 'TERM' && !notAfterWords.has(this.#kind(ahead + 1));
  }

  #words(field: string | null): ExpressionClause {
    let text = this.#take().text;
    do text += ` ${this.#take().text}`;
    while (this.#isWordNext(0));
    const inner = { kind: 'text', field, text: discardEscapes(text) } as const;
    return { occur: this.#and ? 'must' : 'should', inner, words: true };
  }

  #conjunction(): Conjunction {
    const kind = this.#kind();
    if (kind !== 'AND' && kind !== 'OR') return null;
    this.#at++;
    return kind;
  }

  #modifier(): Modifier {
    const kind = this.#kind();
    if (kind !== 'PLUS' && kind !== 'MINUS' && kind !== 'NOT') return null;
    this.#at++;
    return kind === 'PLUS' ? 'PLUS' : 'NOT';
  }

  /** `AND` makes the clause before it required too, `OR` makes it optional where `AND` is the rule. */
  #add(clauses: ExpressionClause[], conjunction: Conjunction, modifier: Modifier, inner: Expression): void {
    const last = clauses.at(-1);
    if (last !== undefined && last.occur !== 'must_not') {
      if (conjunction === 'AND') clauses[clauses.length - 1] = { ...last, occur: 'must' };
      if (conjunction === 'OR' && this.#and) clauses[clauses.length - 1] = { ...last, occur: 'should' };
    }
    const prohibited = modifier === 'NOT';
    const required = this.#and ? conjunction !== 'OR' : modifier === 'PLUS' || conjunction === 'AND';
    const positive = required ? 'must' : 'should';
    clauses.push({ occur: prohibited ? 'must_not' : positive, inner, words: false });
  }

  #clause(outer: string | null): Expression {
    let field = outer;
    if (this.#kind(1) === 'COLON' && (this.#kind() === 'TERM' || this.#kind() === 'STAR')) {
      field = discardEscapes(this.#take().text);
      this.#at++;
    }
    if (this.#kind() !== 'LPAREN') return this.#term(field);
    this.#at++;
    const group = this.#query(field);
    if (this.#kind() !== 'RPAREN') throw this.#unexpected();
    this.#at++;
    return this.#boosted(group);
  }

  #boosted(inner: Expression): Expression {
    if (this.#kind() !== 'CARAT') return inner;
    this.#at++;
    if (this.#kind() !== 'NUMBER') throw this.#unexpected();
    return { kind: 'boosted', inner, boost: Math.fround(Number(this.#take().text)) };
  }

  #term(field: string | null): Expression {
    const token = this.#tokens[this.#at]!;
    if (token.kind === 'RANGEIN_START' || token.kind === 'RANGEEX_START') {
      return this.#boosted(this.#range(field));
    }
    if (!isTerm(token.kind)) throw this.#unexpected();
    this.#at++;
    let slop = this.#slop();
    let boost: number | null = null;
    if (this.#kind() === 'CARAT') {
      this.#at++;
      if (this.#kind() !== 'NUMBER') throw this.#unexpected();
      boost = Math.fround(Number(this.#take().text));
      slop ??= this.#slop();
    }
    const inner = expressionOf(field, token, slop);
    return boost === null ? inner : { kind: 'boosted', inner, boost };
  }

  #slop(): string | null {
    return this.#kind() === 'FUZZY_SLOP' ? this.#take().text.slice(1) : null;
  }

  #range(field: string | null): RangeExpression {
    const includeFrom = this.#take().kind === 'RANGEIN_START';
    const from = this.#bound();
    if (this.#kind() !== 'RANGE_TO') throw this.#unexpected();
    this.#at++;
    const to = this.#bound();
    const end = this.#kind();
    if (end !== 'RANGEIN_END' && end !== 'RANGEEX_END') throw this.#unexpected();
    this.#at++;
    return { kind: 'range', field, from, to, includeFrom, includeTo: end === 'RANGEIN_END' };
  }

  #bound(): string | null {
    const kind = this.#kind();
    if (kind !== 'RANGE_GOOP' && kind !== 'RANGE_QUOTED' && kind !== 'RANGE_TO') throw this.#unexpected();
    const { text } = this.#take();
    if (kind === 'RANGE_QUOTED') return discardEscapes(text.slice(1, -1));
    return text === '*' ? null : discardEscapes(text);
  }
}

const terms: readonly TokenKind[] = [
  'TERM',
  'STAR',
  'PREFIXTERM',
  'WILDTERM',
  'REGEXPTERM',
  'NUMBER',
  'BAREOPER',
  'QUOTED',
];

function isTerm(kind: TokenKind): boolean {
  return terms.includes(kind);
}

/** `slop`: what stands behind `~`; null where there is none. */
function expressionOf(field: string | null, token: Token, slop: string | null): Leaf {
  const { text } = token;
  switch (token.kind) {
    case 'STAR':
    case 'WILDTERM':
      return { kind: 'wildcard', field, text };
    case 'PREFIXTERM':
      return { kind: 'prefix', field, text: discardEscapes(text.slice(0, -1)) };
    case 'REGEXPTERM':
      return { kind: 'regexp', field, text: text.slice(1, -1) };
    case 'QUOTED':
      return { kind: 'phrase', field, text: discardEscapes(text.slice(1, -1)), slop: wholeSlop(slop) };
    default: {
      const plain = discardEscapes(token.kind === 'BAREOPER' ? text.slice(0, 1) : text);
      if (slop === null) return { kind: 'text', field, text: plain };
      return { kind: 'fuzzy', field, text: plain, edits: editsOf(slop) };
    }
  }
}

function wholeSlop(slop: string | null): number | null {
  const number = slop === null || slop === '' ? Number.NaN : Number(slop);
  return Number.isNaN(number) ? null : Math.trunc(number);
}

function editsOf(slop: string): number | null {
  if (slop === '') return null;
  const number = Number(slop);
  if (Number.isNaN(number))
    throw apiError('number_format_exception', `For input string: "${slop.toUpperCase()}"`);
  return Math.trunc(number);
}

const literal: ReadonlySet<TokenKind> = new Set([
  'PLUS',
  'MINUS',
  'LPAREN',
  'RPAREN',
  'COLON',
  'STAR',
  'CARAT',
  'RANGEIN_START',
  'RANGEEX_START',
  'RANGE_TO',
  'RANGEIN_END',
  'RANGEEX_END',
]);

function quotedKind(kind: TokenKind, text: string): string {
  return literal.has(kind) ? `"${text}"` : `<${kind}>`;
}
