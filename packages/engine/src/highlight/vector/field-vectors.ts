import { apiError } from '@sextant/contract';
import type { WorkBudget } from '../../budget/work-budget.ts';
import type { QueryNode } from '../../dsl/query-node.ts';
import { hashMapOrder } from '../../mapping/java-text.ts';
import type { MappedField } from '../../mapping/mapped-field.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { QueryWords } from '../field-words.ts';
import type { HighlightOptions } from '../highlight-request.ts';
import { type TextField, type Token, tokensOf } from '../text-tokens.ts';
import { checkMargin } from './frag-list.ts';
import { type FoundPhrase, foundPhrases, mergedPhrases } from './phrase-list.ts';
import { PhraseMap } from './phrase-map.ts';
import { expansion, type TermExpansion, toldPhrases } from './told-words.ts';
import { vectorFragments } from './vector-fragments.ts';

/** Where the values and the words of a document's fields are. */
export interface VectorSource {
  readonly mapping: Mapping;
  readonly wordsOf: (query: QueryNode | null) => QueryWords;
  readonly valuesOf: (field: MappedField) => readonly string[];
  readonly textOf: (field: MappedField) => TextField;
  readonly expand: TermExpansion;
  readonly budget: WorkBudget;
}

/** Whether the index of an OpenSearch would know the words of each document, and where in the text each stands. */
export function hasVectors({ definition: { term_vector: vectors } }: MappedField): boolean {
  return typeof vectors === 'string' && vectors.includes('offsets');
}

/** Which words follow each other has to be known too. */
function isFound(field: MappedField, mapping: Mapping, path: string | null): boolean {
  const hasPositions = hasVectors(field) && field.definition.term_vector !== 'with_offsets';
  return hasPositions && mapping.nestedPathOf(field.name) === path;
}

/**
 * What is found in a field by its term vectors, or in those that stand in for it. `path`: the nested object that the
 * document is. Throws ApiError for a field without them, and for sizes that cannot be.
 */
export function fieldVectors(
  field: MappedField,
  options: HighlightOptions,
  source: VectorSource,
  path: string | null,
): string[] {
  if (!hasVectors(field)) {
    const needed = 'should be indexed with term vector with position offsets';
    const reason = `the field [${field.name}] ${needed} to be used with fast vector highlighter`;
    throw apiError('illegal_argument_exception', reason);
  }
  if (options.numberOfFragments !== 0) checkMargin(options.fragmentOffset);
  const phrases = phrasesOf(field, options, source, path);
  return vectorFragments(source.valuesOf(field), phrases, options, source.budget);
}

function phrasesOf(
  field: MappedField,
  options: HighlightOptions,
  source: VectorSource,
  path: string | null,
): FoundPhrase[] {
  const { budget, mapping } = source;
  const names = options.matchedFields;
  const fields = names.length === 0 ? [field] : matchedFields(names, mapping);
  const texts = fields
    .filter((each) => isFound(each, mapping, path))
    .map((each) => ({
      name: each.name,
      tokens: tokensOf(source.valuesOf(each), source.textOf(each), budget),
    }));
  const expand = expansionOf(
    options,
    source,
    texts.flatMap(({ tokens }) => tokens),
  );
  const told = source.wordsOf(options.highlightQuery).ofVectors;
  const map = new PhraseMap(toldPhrases(told, expand, budget), options.requireFieldMatch, budget);
  const lists = texts.map(({ name, tokens }) => {
    const root = map.root(name);
    if (root === undefined) return [];
    const terms = map.termsIn(name);
    const wanted = tokens.filter(({ term }) => terms.has(term));
    return foundPhrases(wanted, root, options.phraseLimit, budget);
  });
  return names.length === 0 ? lists.flat() : mergedPhrases(lists);
}

/** In the order of a set of theirs. */
function matchedFields(names: readonly string[], mapping: Mapping): MappedField[] {
  return hashMapOrder([...new Set(names)], names.length)
    .map((name) => mapping.field(name))
    .filter((field) => field !== undefined);
}

/** Which term of a pattern it is matters where each has tags of its own; else those of the text are enough. */
function expansionOf(
  { preTags, postTags }: HighlightOptions,
  { expand, budget }: VectorSource,
  tokens: readonly Token[],
): TermExpansion {
  if (preTags.length > 1 || postTags.length > 1) return expand;
  const terms = new Set(tokens.map(({ term }) => term));
  return (_field, boostOf) => expansion(terms, boostOf, budget);
}
