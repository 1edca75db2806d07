import { compareBytes, keyOfBytes } from '../codec/bytes.ts';
import { BoolWeight } from './bool-weight.ts';
import { flatten } from './flatten.ts';
import { minimumOf, type WordJoin } from './minimum-should-match.ts';
import { checkClauses } from './query-limits.ts';
import { byPosition, type QueryToken } from './query-tokens.ts';
import { graphParts, isGraph } from './token-graph.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';
import { joinPlaces } from './words-weight.ts';

/** What the tokens of a text become in a field, or in several. `times`: how often they are asked for. */
export interface FieldWords {
  word(term: Uint8Array, times: number): Weight;
  /** Terms that stand for each other, in the order of their bytes. */
  anyOf(terms: readonly Uint8Array[], times: number): Weight;
  /** Absent where there are no phrases: words of which another is made up must all be there. */
  readonly phrase?: (tokens: readonly QueryToken[]) => Weight;
  /** Present where the last word may be any that begins with it. */
  readonly beginnings?: {
    word(term: Uint8Array): Weight;
    phrase(tokens: readonly QueryToken[]): Weight;
  };
}

export interface Joining extends WordJoin {
  /** Words of which another is made up must follow each other; else they must all be there. */
  readonly phraseSynonyms?: boolean;
  /** Words that come again are clauses of their own, which are counted. */
  readonly countsRepeats?: boolean;
}

/** Whether tokens stand at the place of others, so that they are no clauses by themselves. */
export function areStacked(tokens: readonly QueryToken[]): boolean {
  return tokens.some(({ position, span }, i) => span !== undefined || position === tokens[i - 1]?.position);
}

/** The tokens of a text of which some stand at the place of others: each place is a clause, as Lucene's `QueryBuilder` has it. */
export function stackedWeight(
  context: QueryContext,
  tokens: readonly QueryToken[],
  words: FieldWords,
  joining: Joining,
): Weight {
  checkClauses(tokens.length);
  const clauses = isGraph(tokens) ? graphClauses(tokens) : placeClauses(tokens);
  const isCounted = clauses.length > 1 || isGraph(tokens);
  const minimum = isCounted ? minimumOf(clauses.length, joining) : 0;
  if (clauses.length === 0 || minimum === null) return new MatchNoneWeight();
  const maker = new ClauseMaker(context, words, joining);
  const isEach = minimum > 1 || joining.countsRepeats === true || words.beginnings !== undefined;
  const each = isEach ? clauses : distinctClauses(clauses);
  context.limits?.leaves(tokens.length - 1);
  const weights = each.map((clause, i) => maker.weight(clause, i === each.length - 1));
  return joinPlaces(context, weights, joining.operator, minimum);
}

interface Clause {
  /** Empty where there are several ways. */
  readonly terms: readonly Uint8Array[];
  readonly paths: readonly (readonly QueryToken[])[];
  readonly times: number;
}

function graphClauses(tokens: readonly QueryToken[]): Clause[] {
  return graphParts(tokens).map(({ terms, paths }) => ({ terms: sorted(terms), paths, times: 1 }));
}

function placeClauses(tokens: readonly QueryToken[]): Clause[] {
  return byPosition(tokens).map((place) => {
    return { terms: sorted(place.map(({ term }) => term)), paths: [], times: 1 };
  });
}

function sorted(terms: readonly Uint8Array[]): Uint8Array[] {
  return [...terms].sort(compareBytes);
}

/** Equal ones become one that counts more, as Lucene rewrites them. */
function distinctClauses(clauses: readonly Clause[]): Clause[] {
  const found = new Map<string, Clause>();
  for (const [i, clause] of clauses.entries()) {
    const key =
      clause.terms.length === 0 ? String(i) : clause.terms.map((term) => `=${keyOfBytes(term)}`).join('\0');
    const known = found.get(key);
    found.set(key, known === undefined ? clause : { ...known, times: known.times + 1 });
  }
  return [...found.values()];
}

class ClauseMaker {
  readonly #context: QueryContext;
  readonly #words: FieldWords;
  readonly #phrase: FieldWords['phrase'];

  constructor(context: QueryContext, words: FieldWords, { phraseSynonyms }: Joining) {
    this.#context = context;
    this.#words = words;
    this.#phrase = phraseSynonyms === false ? undefined : words.phrase;
  }

  weight({ terms, paths, times }: Clause, isLast: boolean): Weight {
    const words = this.#words;
    const beginnings = isLast ? words.beginnings : undefined;
    const [only] = terms;
    if (terms.length > 1) return words.anyOf(terms, times);
    if (only !== undefined) return beginnings?.word(only) ?? words.word(only, times);
    const ways = paths.map((path) => this.#way(path, beginnings));
    if (ways.length === 1) return ways[0]!;
    const none = { must: [], filter: [], mustNot: [] };
    return new BoolWeight(this.#context, flatten({ ...none, should: ways, minimum: 0 }));
  }

  #way(path: readonly QueryToken[], beginnings: FieldWords['beginnings']): Weight {
    const words = this.#words;
    if (this.#phrase !== undefined) {
      if (beginnings !== undefined) return beginnings.phrase(path);
      return path.length === 1 ? words.word(path[0]!.term, 1) : this.#phrase(path);
    }
    const must = path.map(({ term }) => words.word(term, 1));
    if (must.length === 1) return must[0]!;
    return new BoolWeight(this.#context, { must, filter: [], should: [], mustNot: [], minimum: 0 });
  }
}
