import { apiError } from '@sextant/contract';
import type { Analyzer } from '../../analysis/analyzer.ts';
import { analyzerRegistry } from '../../analysis/registry.ts';
import { hashMapOrder } from '../../mapping/java-text.ts';
import { type BoolParts, BoolWeight } from '../bool-weight.ts';
import { flatten } from '../flatten.ts';
import { idsWeight } from '../ids-query.ts';
import { minimumShouldMatch } from '../minimum-should-match.ts';
import type { MoreLikeThisNode } from '../nodes/more-like-this.ts';
import { checkClauses } from '../query-limits.ts';
import { defaultFields, everything } from '../query-string/query-fields.ts';
import { textOf } from '../query-tokens.ts';
import { FieldSimilarity, TermWeight } from '../term-weight.ts';
import { MatchNoneWeight, type QueryContext, type Weight, withoutScores } from '../weight.ts';
import type { WordSink } from '../word-sink.ts';
import { countTerms, type FieldTerms, isLikable, termsOfItem } from './liked-terms.ts';
import { type ChosenTerm, chooseTerms } from './term-choice.ts';

/** Words of a text that are looked at. */
const MAX_TOKENS = 5000;

/** Binds `more_like_this` to a shard, whose terms and frequencies decide what is looked for. Throws ApiError. */
export function moreLikeThisWeight(node: MoreLikeThisNode, context: QueryContext, boost: number): Weight {
  const fields = likedFields(node, context);
  if (fields.length === 0) return new MatchNoneWeight();
  const binder = new Binder(node, fields, context, boost);
  const { items } = node.like;
  const found = binder.weight();
  const ids = items.flatMap(({ id }) => (id === null ? [] : [id]));
  const excluded = node.include || ids.length === 0 ? [] : [idsWeight(ids, withoutScores(context), 0)];
  if (found instanceof MatchNoneWeight) return found;
  if (excluded.length === 0) return found;
  return new BoolWeight(context, flatten({ ...anyOf([found]), mustNot: excluded }));
}

function anyOf(should: readonly Weight[]): BoolParts {
  return { must: [], filter: [], should, mustNot: [], minimum: 1 };
}

/** Names and patterns. Throws ApiError for a field whose words cannot be compared. */
function likedFields(node: MoreLikeThisNode, { mapping }: QueryContext): readonly string[] {
  if (node.fields === null) {
    const fields = defaultFields(mapping);
    if (node.like.texts.length > 0 && fields.includes(everything)) throw noField();
    return fields;
  }
  return node.fields.flatMap((name) => {
    const field = mapping.field(name);
    if (field === undefined) return [name];
    if (isLikable(field)) return [field.name];
    if (!node.failsOnUnsupported) return [];
    const reason = `more_like_this only supports text/keyword fields: [${name}]`;
    throw apiError('illegal_argument_exception', reason);
  });
}

function noField(): Error {
  return apiError(
    'illegal_argument_exception',
    '[more_like_this] query cannot infer the field to analyze the free text, you should update the ' +
      '[index.query.default_field] index setting to a field that exists in the mapping or set the [fields] option in the query.',
  );
}

class Binder {
  readonly #node: MoreLikeThisNode;
  readonly #fields: readonly string[];
  readonly #context: QueryContext;
  readonly #boost: number;
  readonly #similarities = new Map<string, FieldSimilarity>();
  readonly #skipped: FieldTerms;

  constructor(node: MoreLikeThisNode, fields: readonly string[], context: QueryContext, boost: number) {
    this.#boost = boost;
    this.#node = node;
    this.#fields = fields;
    this.#context = context;
    const { items, texts } = node.unlike;
    const unliked = [this.#ofTexts(texts), ...this.#ofItems(items)];
    this.#skipped = united(unliked);
  }

  weight(): Weight {
    const { items, texts } = this.#node.like;
    const should: Weight[] = [];
    if (items.length > 0) should.push(this.#terms(united(this.#ofItems(items))));
    if (texts.length > 0) should.push(this.#terms(this.#ofTexts(texts), this.#fields));
    const some = should.filter((weight) => !(weight instanceof MatchNoneWeight));
    if (some.length < 2) return some[0] ?? new MatchNoneWeight();
    return new BoolWeight(this.#context, flatten(anyOf(some)));
  }

  /** Of a document that is given all fields count, unless it names some itself. */
  #ofItems(items: MoreLikeThisNode['like']['items']): FieldTerms[] {
    const fields = this.#node.fields === null ? [everything] : this.#fields;
    return items.map((item) =>
      termsOfItem(item, item.fields ?? (item.given === null ? fields : [everything]), this.#context),
    );
  }

  /** Texts are words as the first field has them, which are looked for in all: as in Lucene. */
  #ofTexts(texts: readonly string[]): FieldTerms {
    const [field] = this.#fields;
    if (texts.length === 0 || field === undefined) return new Map();
    if (this.#context.mapping.field(field)?.indexed === false) return new Map();
    const terms = countTerms(texts, this.#analyzer(field), this.#context, MAX_TOKENS);
    return new Map([[field, terms]]);
  }

  /** As in OpenSearch, one that the index does not have is that of the field. */
  #analyzer(name: string): Analyzer | null {
    const { mapping } = this.#context;
    const { analyzer } = this.#node;
    const named = analyzer === null ? undefined : analyzerRegistry(mapping.flat).analyzer(analyzer);
    if (named !== undefined) return named;
    const field = mapping.field(name);
    return field?.searchAnalyzer ?? field?.analyzer ?? field?.normalizer ?? null;
  }

  /** `among`: the fields that each word may be in; absent: that of which it is. */
  #terms(liked: FieldTerms, among?: readonly string[]): Weight {
    const clauses: Weight[] = [];
    for (const field of hashMapOrder([...liked.keys()])) {
      const counts = liked.get(field)!;
      const skipped = this.#skipped.get(field);
      const chosen = chooseTerms(among ?? [field], counts, skipped, this.#node.limits, this.#context);
      const least = chosen[0]?.score ?? 1;
      for (const term of chosen) clauses.push(this.#term(term, least));
    }
    if (clauses.length === 0) return new MatchNoneWeight();
    checkClauses(clauses.length);
    this.#context.limits?.leaves(clauses.length);
    const minimum = minimumShouldMatch(clauses.length, this.#node.minimumShouldMatch);
    if (minimum > clauses.length) return new MatchNoneWeight();
    return new BoolWeight(this.#context, { ...anyOf(clauses), minimum: Math.max(1, minimum) });
  }

  #term({ field, state, score }: ChosenTerm, least: number): Weight {
    const similarity = this.#similarities.get(field) ?? new FieldSimilarity(this.#context, field);
    this.#similarities.set(field, similarity);
    const { boostTerms } = this.#node;
    const boost = boostTerms > 0 ? Math.fround(Math.fround(boostTerms * score) / least) : 1;
    const own = Math.fround(this.#boost * boost);
    // As in OpenSearch: what rewrites a query for one text has only that one to count documents of.
    const kind = this.#node.limits.minDocFreq <= 1 ? 'rewriting' : 'vectors';
    const words = (sink: WordSink): void => sink.only(kind).term(field, textOf(state.term), own);
    return new TermWeight(this.#context, similarity, state, own, state.docFreq, words);
  }
}

/** All together, with the sums of their counts. */
function united(all: readonly FieldTerms[]): FieldTerms {
  const found = new Map<string, Map<string, number>>();
  for (const fields of all) {
    for (const [field, terms] of fields) {
      const counts = found.get(field) ?? new Map<string, number>();
      found.set(field, counts);
      for (const [term, count] of terms) counts.set(term, (counts.get(term) ?? 0) + count);
    }
  }
  return found;
}
