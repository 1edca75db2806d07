import { ApiError, apiError } from '@sextant/contract';
import { endsRequest } from '../../budget/ends-request.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { bestOf } from '../dis-max-weight.ts';
import { requireSearchable } from '../field-support.ts';
import { sealed } from '../flatten.ts';
import { joinClauses } from '../join-clauses.ts';
import { keptStart } from '../kept-beginnings.ts';
import { analyzerOf } from '../match-query.ts';
import { minimumShouldMatch } from '../minimum-should-match.ts';
import { NoTermsWeight } from '../no-terms-weight.ts';
import type { QueryStringNode } from '../nodes/query-string.ts';
import { beginningWeight } from '../pattern-query.ts';
import { checkClauses } from '../query-limits.ts';
import { utf8 } from '../query-tokens.ts';
import type { BindQuery } from '../query-type.ts';
import { refuseRanges } from '../range-query.ts';
import { ALL_FLAGS } from '../regexp/parse.ts';
import { TextQuery } from '../text-query.ts';
import { MatchAllWeight, MatchNoneWeight, type QueryContext, type Weight } from '../weight.ts';
import { WordsWeight } from '../words-weight.ts';
import { analyzedPrefix } from './analyzed-prefix.ts';
import type {
  Expression,
  ExpressionClause,
  FuzzyExpression,
  GroupExpression,
  Leaf,
  Occur,
  PatternExpression,
  PhraseExpression,
  RangeExpression,
  TextExpression,
} from './parse.ts';
import { everything, type FieldBoosts, type SearchedFields, searchedFields } from './query-fields.ts';

/** What a text of `query_string` is bound with. */
export interface Building {
  readonly node: QueryStringNode;
  readonly context: QueryContext;
  readonly bind: BindQuery;
  readonly fields: FieldBoosts;
  /** The only field of the query, where it was named as such; `*` = all. */
  readonly soleField: string | null;
  readonly lenient: boolean;
  /** As `simple_query_string` has it: beginnings of keywords are also normalized by the analyzer that is named, all score alike, and of phrases the best counts. */
  readonly isSimple?: true;
}

type Unanalyzed = PatternExpression | FuzzyExpression | RangeExpression;

/**
 * Binds what a text says to a shard as OpenSearch's `QueryStringQueryParser` does. null: the analyzer left nothing of
 * the words, so that they are no clause.
 */
export class ExpressionBuilder {
  readonly #building: Building;

  constructor(building: Building) {
    this.#building = building;
  }

  weightOf(expression: Expression, boost: number, minimum: string | null = null): Weight | null {
    if (expression.kind === 'boolean') return this.#boolean(expression, boost, minimum);
    if (expression.kind === 'boosted') {
      const inner = this.weightOf(expression.inner, Math.fround(boost * expression.boost), minimum);
      return inner === null ? null : sealed(inner);
    }
    const weight = this.#leaf(expression, boost, minimum);
    return weight instanceof NoTermsWeight ? null : weight;
  }

  #boolean({ clauses, startsPlain }: GroupExpression, boost: number, minimum: string | null): Weight | null {
    const [first] = clauses;
    if (clauses.length === 1 && first!.words) return this.weightOf(first!.inner, boost, minimum);
    // Of words in several fields more may be made than a whole query may have: that there are too many clauses is told before.
    if (this.#building.soleField === null) checkClauses(clauses.length);
    const found: Record<Occur, Weight[]> = { must: [], should: [], must_not: [] };
    const filled: ExpressionClause[] = [];
    let count = 0;
    for (const clause of clauses) {
      const weight = this.weightOf(clause.inner, boost);
      if (weight === null) continue;
      filled.push(clause);
      const places = clause.words ? placesOf(weight) : [weight];
      found[clause.occur].push(...places);
      count += places.length;
      checkClauses(count);
    }
    if (filled.length === 0) return null;
    // The first clause is the query itself where it is plain and nothing is left of the others.
    const isFirst = startsPlain && filled.length === 1 && filled[0] === first;
    return this.#joined(found, isFirst ? null : minimum);
  }

  #joined({ must, should, must_not: mustNot }: Record<Occur, Weight[]>, minimum: string | null): Weight {
    const { context } = this.#building;
    const parts = { must, filter: [], should, mustNot };
    const isNegative = must.length + should.length === 0;
    if (isNegative && minimum !== null && minimumShouldMatch(0, minimum) > 0) return new MatchNoneWeight();
    return joinClauses(context, parts, { minimum, adjustPureNegative: true });
  }

  #leaf(expression: Leaf, boost: number, minimum: string | null): Weight {
    const { context, soleField } = this.#building;
    const name = expression.field ?? soleField;
    if (expression.kind === 'wildcard' && expression.text === '*' && name !== null) {
      return name === everything ? new MatchAllWeight(context, boost) : this.#exists(name, boost);
    }
    if (expression.kind === 'text' || expression.kind === 'phrase') {
      if (name === '_exists_') return this.#exists(expression.text, boost);
    }
    const plain = expression.kind === 'text' && name !== null ? asRange(expression.text, name) : expression;
    const ranged = this.#zonedDay(plain, name);
    const fields = this.#fieldsOf(expression.field, expression.kind === 'phrase');
    if (fields.size === 0) return new MatchNoneWeight();
    // Also of who is lenient: it is no value that does not fit.
    if (ranged.kind === 'wildcard' && ranged.text !== '*') this.#checkLeading(ranged.text);
    if (ranged.kind === 'text' || ranged.kind === 'phrase')
      return this.#analyzed(ranged, fields, boost, minimum);
    const weights = [...fields].map(([field, own]) => {
      return this.#leniently(() => this.#ofField(ranged, field, Math.fround(boost * own)));
    });
    return bestOf(context, weights, this.#tieBreaker());
  }

  /** One day in a time zone is a range that the zone moves. */
  #zonedDay(leaf: Leaf, name: string | null): Leaf {
    const { node, context } = this.#building;
    if (leaf.kind !== 'text' || node.timeZone === null || name === null) return leaf;
    if (context.mapping.field(name)?.fieldType.numbers?.values !== 'dates') return leaf;
    const { field, text } = leaf;
    return { kind: 'range', field, from: text, to: text, includeFrom: true, includeTo: true };
  }

  #exists(name: string, boost: number): Weight {
    const { bind, context } = this.#building;
    return bind(Object.freeze({ kind: 'exists', field: name, boost: 1 }), context, boost);
  }

  #fieldsOf(name: string | null, isPhrase: boolean): SearchedFields {
    const { node, context, fields, soleField } = this.#building;
    const suffix = isPhrase ? node.quoteFieldSuffix : null;
    const own = name === null || (name === everything && name === soleField);
    return searchedFields(context.mapping, own ? fields : [{ pattern: name, boost: 1 }], suffix);
  }

  #tieBreaker(): number {
    const { tieBreaker, type } = this.#building.node;
    return tieBreaker ?? (type === 'most_fields' || type === 'bool_prefix' ? 1 : 0);
  }

  #analyzed(
    leaf: TextExpression | PhraseExpression,
    fields: SearchedFields,
    boost: number,
    minimum: string | null,
  ): Weight {
    const { node, context, bind, lenient, isSimple } = this.#building;
    const isPhrase = leaf.kind === 'phrase';
    const analyzer = isPhrase ? (node.quoteAnalyzer ?? node.analyzer) : node.analyzer;
    const slop = isPhrase ? (leaf.slop ?? node.phraseSlop) : node.phraseSlop;
    const named = [...fields].map(([field, own]) => ({ pattern: field.name, boost: own }));
    const multi = {
      kind: 'multi_match',
      fields: named,
      text: leaf.text,
      type: isPhrase ? 'phrase' : node.type,
      operator: node.operator,
      // The best of several fields has no clauses to count.
      minimumShouldMatch: fields.size === 1 ? minimum : null,
      countsRepeats: node.minimumShouldMatch !== null,
      phraseSynonyms: node.phraseSynonyms,
      fuzzy: null,
      lenient,
      slop,
      maxExpansions: 50,
      tieBreaker: isSimple === true ? node.tieBreaker : this.#tieBreaker(),
      analyzer,
      zeroTerms: 'null',
      boost: 1,
    };
    const weight = bind(multi, context, boost);
    if (minimum === null || fields.size === 1 || !(weight instanceof WordsWeight)) return weight;
    // Fields that are searched as if they were one.
    const { places } = weight;
    const isAnd = node.operator === 'and';
    return this.#joined(
      { must: isAnd ? [...places] : [], should: isAnd ? [] : [...places], must_not: [] },
      minimum,
    );
  }

  #leniently(make: () => Weight): Weight {
    if (!this.#building.lenient) return make();
    try {
      return make();
    } catch (error) {
      if (error instanceof ApiError && !endsRequest(error)) return new MatchNoneWeight();
      throw error;
    }
  }

  #ofField(leaf: Unanalyzed, field: MappedField, boost: number): Weight {
    const { node, context, bind } = this.#building;
    const name = field.name;
    switch (leaf.kind) {
      case 'range': {
        // Without limits too: it does not come to be a question for any value.
        refuseRanges(field);
        if (field.fieldType.ranges !== undefined) requireSearchable(field, context);
        const [from, to] = [this.#normal(field, leaf.from), this.#normal(field, leaf.to)];
        const range = { ...leaf, field: name, from, to, format: null, timeZone: node.timeZone, boost: 1 };
        return bind(range, context, boost);
      }
      case 'fuzzy': {
        const fuzziness = leaf.edits === null ? node.fuzzy.fuzziness : String(checkedEdits(leaf.edits));
        const fuzzy = { ...node.fuzzy, fuzziness };
        const value = this.#normal(field, leaf.text);
        const like = { kind: 'fuzzy', field: name, value, fuzzy, rewrite: null, boost: 1 };
        return bind(Object.freeze(like), context, boost);
      }
      case 'regexp':
        return bind(this.#regexp(field, leaf.text), context, boost);
      case 'wildcard':
        if (leaf.text === '*') return this.#exists(name, boost);
        return bind(patternNode('wildcard', name, this.#pattern(field, leaf.text)), context, boost);
      default:
        return this.#prefix(field, leaf.text, boost);
    }
  }

  #prefix(field: MappedField, text: string, boost: number): Weight {
    const { node, context, bind } = this.#building;
    const { operator, analyzeWildcard } = node;
    const cutsKeywords = analyzeWildcard === 'text and keyword';
    // Lucene looks for terms that begin so, of which such fields have none.
    if (cutsKeywords && !field.fieldType.isText) return new MatchNoneWeight();
    const isCut = field.storage === 'text' || cutsKeywords;
    const analyzer =
      isCut && analyzeWildcard !== null ? analyzerOf(field, node.analyzer, node.kind, context) : null;
    const prefix = (beginning: string): Weight => {
      const kept = this.#building.isSimple === true ? null : keptStart(field, beginning);
      // There it is a word as others, with a score.
      if (kept !== null)
        return new TextQuery(context, context.mapping.field(kept)!, boost).term(utf8(beginning));
      // Lucene looks for what the analyzer has made, and knows of no normalizer.
      return cutsKeywords && field.normalizer !== undefined
        ? beginningWeight(context, field, beginning, Math.fround(boost * field.boost))
        : bind(patternNode('prefix', field.name, beginning), context, boost);
    };
    if (analyzer === null) {
      const isKept = field.storage !== 'text' && this.#building.isSimple !== true;
      return prefix(isKept ? text : this.#normal(field, text));
    }
    return analyzedPrefix(field, { text, analyzer, operator }, context, boost, prefix);
  }

  #checkLeading(pattern: string): void {
    if (this.#building.node.allowLeadingWildcard || !/^[*?]/.test(pattern)) return;
    throw apiError('parse_exception', "'*' or '?' not allowed as first character in WildcardQuery");
  }

  #regexp(field: MappedField, text: string): QueryNode {
    const value = this.#normal(field, text)!;
    const { maxDeterminizedStates } = this.#building.node;
    const node = { ...patternNode('regexp', field.name, value), flags: ALL_FLAGS, maxDeterminizedStates };
    return Object.freeze(node);
  }

  /**
   * What an analyzer does to single characters: the one that is named, else that of a text. Keywords are normalized where they are
   * looked up.
   */
  #normal<T extends string | null>(field: MappedField, text: T): T {
    const { node, context } = this.#building;
    const own = field.storage === 'text' ? (field.searchAnalyzer ?? field.analyzer) : undefined;
    const analyzer = node.analyzer === null ? own : analyzerOf(field, node.analyzer, 'query_string', context);
    return text === null || analyzer == null ? text : (analyzer.normalize(text) as T);
  }

  #pattern(field: MappedField, pattern: string): string {
    if (field.storage !== 'text' && this.#building.node.analyzeWildcard === null) return pattern;
    return pattern.replaceAll(/(?:\\[\s\S]|[^*?\\])+/g, (run) => this.#normal(field, run));
  }
}

function patternNode(kind: string, field: string, value: string) {
  return Object.freeze({ kind, field, value, caseInsensitive: false, boost: 1 });
}

function checkedEdits(edits: number): number {
  if (edits >= 0 && edits <= 2) return edits;
  throw apiError('illegal_argument_exception', `Invalid fuzziness value: ${edits}`);
}

/** Words in a row are clauses of their own. */
function placesOf(weight: Weight): readonly Weight[] {
  return weight instanceof WordsWeight ? weight.places : [weight];
}

/** `>5`, `>=5`, `<5` and `<=5` behind the name of a field. */
function asRange(text: string, field: string): Leaf {
  const found = /^([<>])(=?)(.+)$/s.exec(text);
  if (found === null) return { kind: 'text', field, text };
  const [, side, equal, rest] = found;
  // A sign of equality alone is the value.
  const [inclusive, value] = equal === '=' && rest !== '' ? [true, rest!] : [false, `${equal}${rest}`];
  const lower = side === '>';
  const range: RangeExpression = {
    kind: 'range',
    field,
    from: lower ? value : null,
    to: lower ? null : value,
    includeFrom: lower ? inclusive : true,
    includeTo: lower ? true : inclusive,
  };
  return range;
}
