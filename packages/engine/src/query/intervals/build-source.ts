import { apiError } from '@sextant/contract';
import type { Analyzer } from '../../analysis/analyzer.ts';
import { analyzerRegistry } from '../../analysis/registry.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import { editsFor } from '../fuzzy-query.ts';
import { keptBeginning } from '../kept-beginnings.ts';
import { LevenshteinAutomaton } from '../levenshtein-automaton.ts';
import { TermExpansion, type TermPattern } from '../pattern-query.ts';
import { byPosition, type QueryToken, queryTokens } from '../query-tokens.ts';
import { literalStart, RegexpAutomaton } from '../regexp/automaton.ts';
import { parseRegexp } from '../regexp/parse.ts';
import { graphParts, isGraph } from '../token-graph.ts';
import { checkRegexpLength } from '../types/regexp.ts';
import type { QueryContext } from '../weight.ts';
import { wildcardCost, wildcardMatcher } from '../wildcard.ts';
import { SourceBuilder } from './combined.ts';
import type {
  CombinedRule,
  FuzzyRule,
  IntervalMode,
  IntervalRule,
  MatchRule,
  RuleFilter,
  TermsRule,
} from './interval-rule.ts';
import { type IntervalSource, SourceScope } from './interval-source.ts';
import { patternSource, termSource } from './terms.ts';

/** Terms of a segment that a pattern may stand for where the rule does not say. */
const MAX_EXPANSIONS = 128;

/** States of the automaton of a regular expression. */
const MAX_STATES = 10_000;

/** What a text is analyzed for: the field that is searched, and the one whose analyzer and kind count. */
interface Target {
  readonly name: string;
  readonly field: MappedField;
}

/** Binds the rule of an `intervals` query to a shard. Throws ApiError where it does not fit the mapping. */
export function sourceOf(rule: IntervalRule, field: MappedField, context: QueryContext): IntervalSource {
  return new RuleBinder(context).source(rule, { name: field.name, field });
}

class RuleBinder {
  readonly #context: QueryContext;
  readonly #builder: SourceBuilder;

  constructor(context: QueryContext) {
    this.#context = context;
    this.#builder = new SourceBuilder(new SourceScope(context));
  }

  source(rule: IntervalRule, target: Target): IntervalSource {
    switch (rule.rule) {
      case 'match':
        return this.#match(rule, target);
      case 'fuzzy':
        return this.#inField(rule.useField, target, (own) => this.#fuzzy(rule, own));
      case 'any_of':
      case 'all_of':
        return this.#combined(rule, target);
      default:
        return this.#inField(rule.useField, target, (own) => this.#terms(rule, own));
    }
  }

  #inField(useField: string | null, target: Target, make: (own: Target) => IntervalSource): IntervalSource {
    if (useField === null) return make(target);
    const field = this.#context.mapping.field(useField);
    if (field === undefined) {
      throw apiError(
        'illegal_argument_exception',
        `[use_field] names a field that is not mapped: [${useField}]`,
      );
    }
    return this.#builder.fixed(make({ name: useField, field }));
  }

  #match(rule: MatchRule, target: Target): IntervalSource {
    let kindOf = target.field;
    const source = this.#inField(rule.useField, target, (own) => {
      kindOf = own.field;
      const analyzer = this.#analyzer(rule.analyzer, intervalField(own.field));
      return this.#text(queryTokens(analyzer, rule.text, true), own.name, rule);
    });
    // As in OpenSearch, the filter is analyzed as the other field is, and looked for in that of the query.
    return this.#filtered(rule.filter, source, { name: target.name, field: kindOf });
  }

  #text(tokens: readonly QueryToken[], field: string, rule: MatchRule): IntervalSource {
    const { scope } = this.#builder;
    if (tokens.length === 0) return this.#builder.nothing();
    if (tokens.length === 1) return termSource(scope, field, tokens[0]!.term);
    const sources = isGraph(tokens) ? this.#graph(tokens, field) : this.#places(tokens, field);
    return this.#combine(sources, rule.maxGaps, rule.mode);
  }

  /** Where there are several ways through the tokens, each of them is a phrase. */
  #graph(tokens: readonly QueryToken[], field: string): IntervalSource[] {
    return graphParts(tokens).flatMap(({ terms, paths }) => {
      if (terms.length > 0) return [this.#any(field, terms)];
      const ways = paths.map((path) => this.#combine(this.#places(path, field), 0, 'ordered'));
      return [ways.length === 1 ? ways[0]! : this.#builder.or(ways)];
    });
  }

  #any(field: string, terms: readonly Uint8Array[]): IntervalSource {
    const same = terms.map((term) => termSource(this.#builder.scope, field, term));
    return same.length === 1 ? same[0]! : this.#builder.or(same);
  }

  #places(tokens: readonly QueryToken[], field: string): IntervalSource[] {
    const sources: IntervalSource[] = [];
    let position = -1;
    for (const place of byPosition(tokens)) {
      const here = place[0]!.position;
      const spaces = here - position - 1;
      const any = this.#any(
        field,
        place.map(({ term }) => term),
      );
      sources.push(spaces === 0 ? any : this.#builder.extend(any, spaces, 0));
      position = here;
    }
    return sources;
  }

  #combine(sources: readonly IntervalSource[], maxGaps: number, mode: IntervalMode): IntervalSource {
    const builder = this.#builder;
    if (sources.length === 0) return builder.nothing();
    if (sources.length === 1) return sources[0]!;
    if (mode === 'ordered' && maxGaps === 0) return builder.phrase(sources);
    const limited = (source: IntervalSource): IntervalSource => {
      return maxGaps === -1 ? source : builder.maxGaps(source, maxGaps);
    };
    if (mode === 'ordered') return limited(builder.ordered(sources));
    if (mode === 'unordered') return limited(builder.unordered(sources));
    return sources.slice(1).reduce((inner, source) => {
      return limited(builder.or([builder.ordered([inner, source]), builder.ordered([source, inner])]));
    }, sources[0]!);
  }

  #combined(rule: CombinedRule, target: Target): IntervalSource {
    const parts = rule.rules.map((each) => this.source(each, target));
    const source =
      rule.rule === 'any_of' ? this.#builder.or(parts) : this.#combine(parts, rule.maxGaps, rule.mode);
    return this.#filtered(rule.filter, source, target);
  }

  #filtered(filter: RuleFilter | null, source: IntervalSource, target: Target): IntervalSource {
    if (filter === null) return source;
    if ('script' in filter) return this.#builder.scripted(source, filter.script);
    const other = this.source(filter.rule, target);
    const builder = this.#builder;
    switch (filter.relation) {
      case 'containing':
        return builder.containing(source, other);
      case 'contained_by':
        return builder.containedBy(source, other);
      case 'not_containing':
        return builder.notContaining(source, other);
      case 'not_contained_by':
        return builder.notContainedBy(source, other);
      case 'overlapping':
        return builder.overlapping(source, other);
      case 'not_overlapping':
        return builder.notOverlapping(source, other);
      case 'before':
        return builder.before(source, other);
      case 'after':
        return builder.after(source, other);
      default:
        throw apiError('illegal_argument_exception', `Unknown filter type [${filter.relation}]`);
    }
  }

  #terms(rule: TermsRule, { name, field }: Target): IntervalSource {
    if (rule.rule === 'prefix') {
      const prefix = this.#analyzer(rule.analyzer, intervalField(field)).normalize(rule.text);
      const kept = keptBeginning(field, prefix);
      if (kept !== null) return termSource(this.#builder.scope, kept, new TextEncoder().encode(prefix));
      const all: TermPattern = { matches: () => true, cost: 1 };
      return this.#pattern(name, { text: `${prefix}*`, prefix, pattern: all, most: MAX_EXPANSIONS });
    }
    requirePositions(field);
    const most = rule.maxExpansions === 0 ? MAX_EXPANSIONS : rule.maxExpansions;
    if (rule.rule === 'wildcard') {
      const text = this.#analyzer(rule.analyzer, field).normalize(rule.text);
      const pattern = { matches: wildcardMatcher(text), cost: wildcardCost(text) };
      return this.#pattern(name, { text, prefix: /^[^*?\\]*/.exec(text)![0], pattern, most });
    }
    checkRegexpLength(rule.text, this.#context);
    const expression = parseRegexp(rule.text, rule.flags, rule.caseInsensitive);
    const automaton = new RegexpAutomaton(expression, MAX_STATES);
    const matches: TermPattern['matches'] = (bytes, start, end) => automaton.matches(bytes, start, end);
    const pattern = { matches, cost: 4 };
    return this.#pattern(name, { text: rule.text, prefix: literalStart(expression), pattern, most });
  }

  #fuzzy(rule: FuzzyRule, { name, field }: Target): IntervalSource {
    requirePositions(field);
    if (rule.prefixLength < 0) {
      throw apiError('illegal_argument_exception', 'prefixLength cannot be negative.');
    }
    const edits = editsFor(rule.fuzziness, Array.from(rule.text).length);
    const text = this.#analyzer(rule.analyzer, field).normalize(rule.text);
    const points = Array.from(text);
    if (edits === 0 || rule.prefixLength >= points.length) {
      return termSource(this.#builder.scope, name, new TextEncoder().encode(text));
    }
    const codes = Int32Array.from(points, (point) => point.codePointAt(0)!);
    const automaton = new LevenshteinAutomaton(codes, edits, rule.transpositions);
    const matches: TermPattern['matches'] = (bytes, start, end) => {
      return automaton.to(bytes, start, end, 0) <= edits;
    };
    const prefix = points.slice(0, rule.prefixLength).join('');
    const pattern = { matches, cost: 16 };
    return this.#pattern(name, { text: rule.text, prefix, pattern, most: MAX_EXPANSIONS });
  }

  #pattern(
    field: string,
    given: {
      readonly text: string;
      readonly prefix: string;
      readonly pattern: TermPattern;
      readonly most: number;
    },
  ): IntervalSource {
    const { text, prefix, pattern, most } = given;
    const expansion = new TermExpansion(this.#context, { field, prefix, pattern });
    return patternSource(this.#builder.scope, { field, text, expansion, most });
  }

  /** That of the field where there is none of the name. */
  #analyzer(name: string | null, field: MappedField): Analyzer {
    const named = name === null ? undefined : analyzerRegistry(this.#context.mapping.flat).analyzer(name);
    return named ?? field.searchAnalyzer ?? field.analyzer!;
  }
}

/** A text field with positions. */
function intervalField(field: MappedField): MappedField {
  const hasWords = field.derived === undefined && field.type !== 'phrase';
  if (field.storage === 'text' && hasWords) return requirePositions(field);
  const allowed = 'Can only use interval queries on text fields';
  const reason = `${allowed} - not on [${field.name}] which is of type [${field.type}]`;
  throw apiError('illegal_argument_exception', reason);
}

function requirePositions(field: MappedField): MappedField {
  if (field.storage === 'text' && field.indexed && field.indexOptions === 'positions') return field;
  const reason = `Cannot create intervals over field [${field.name}] with no positions indexed`;
  throw apiError('illegal_argument_exception', reason);
}
