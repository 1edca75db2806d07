import { type ApiError, apiError, type JsonMap } from '@sextant/contract';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { QueryNode } from '../dsl/query-node.ts';
import { hashMapOrder } from '../mapping/java-text.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { type Mapping, shownName } from '../mapping/mapping.ts';
import type { FieldWords, QueryWords } from './field-words.ts';
import type { HighlightOptions, HighlightRequest } from './highlight-request.ts';
import { checkFragmenter, plainBeginning, plainFragments } from './plain.ts';
import { type TextField, type Token, tokensOf, wantedTokensOf } from './text-tokens.ts';
import { unifiedFragments } from './unified.ts';
import { fieldVectors, hasVectors } from './vector/field-vectors.ts';
import type { TermExpansion } from './vector/told-words.ts';
import { WantedTerms } from './wanted-terms.ts';
import { type WordOffset, wordOffsets } from './word-offsets.ts';

export interface HighlightedShard {
  readonly index: string;
  readonly mapping: Mapping;
  /** `index.highlight.max_analyzed_offset`. */
  readonly maxAnalyzedOffset: number;
  /** The words of the search, or of a query of its own. */
  readonly wordsOf: (query: QueryNode | null) => QueryWords;
  /** The terms of the index that patterns stand for. */
  readonly expand: TermExpansion;
  readonly budget: WorkBudget;
}

/** The values of a field in a document, as texts. */
export type ValuesOf = (field: MappedField) => readonly string[];

/** A document, as errors name it: by its number in the segment, or by its id. */
export interface HighlightedDoc {
  readonly doc: number;
  readonly id: string;
  /** The nested object that it is; null: a whole document. */
  readonly path: string | null;
}

/** Marks what a search looked for in the fields of a document. */
export class Highlighter {
  readonly #fields: readonly FieldHighlight[];

  constructor({ fields }: HighlightRequest, shard: HighlightedShard) {
    const found = new Map<MappedField, HighlightOptions>();
    for (const { pattern, options } of fields) {
      requireHighlighter(options.type, pattern);
      for (const field of fieldsOf(pattern, shard.mapping)) {
        const isLeftOut = options.type === 'fvh' && pattern.includes('*') && !hasVectors(field);
        if (!isLeftOut) found.set(field, options);
      }
    }
    this.#fields = Array.from(found, ([field, options]) => new FieldHighlight(field, options, shard));
  }

  /** Undefined where nothing is shown. Throws ApiError where a field cannot be highlighted as it is asked for. */
  highlight(doc: HighlightedDoc, valuesOf: ValuesOf): JsonMap | undefined {
    const found = new Map<string, readonly string[]>();
    for (const field of this.#fields) {
      const fragments = field.fragments(doc, valuesOf);
      if (fragments.length > 0) found.set(field.name, fragments);
    }
    if (found.size === 0) return undefined;
    return Object.fromEntries(hashMapOrder([...found.keys()]).map((name) => [name, found.get(name)!]));
  }
}

function requireHighlighter(type: string | null, pattern: string): void {
  if (type === null || type === 'unified' || type === 'plain' || type === 'fvh') return;
  const reason = `unknown highlighter type [${type}] for the field [${pattern}]`;
  throw apiError('illegal_argument_exception', reason);
}

/** The types of fields that a pattern stands for. */
const OF_PATTERNS: ReadonlySet<string> = new Set(['text', 'keyword', 'match_only_text']);

function fieldsOf(pattern: string, mapping: Mapping): readonly MappedField[] {
  if (!pattern.includes('*')) {
    return mapping.matching(pattern);
  }
  return mapping.matching(pattern).filter(({ type }) => OF_PATTERNS.has(type));
}

/** One field of the documents of a shard. */
class FieldHighlight {
  readonly name: string;
  readonly #field: MappedField;
  readonly #options: HighlightOptions;
  readonly #shard: HighlightedShard;
  #found: readonly FieldPart[] | null = null;

  constructor(field: MappedField, options: HighlightOptions, shard: HighlightedShard) {
    this.name = shownName(field);
    this.#field = field;
    this.#options = options;
    this.#shard = shard;
  }

  /** What is held of the budget meanwhile is given back. */
  fragments(doc: HighlightedDoc, valuesOf: ValuesOf): readonly string[] {
    const { budget } = this.#shard;
    const held = budget.reserved;
    const fragments = this.#fragments(doc, valuesOf);
    budget.release(budget.reserved - held);
    return fragments;
  }

  #fragments(doc: HighlightedDoc, valuesOf: ValuesOf): readonly string[] {
    const { type } = this.#options;
    if (type === 'plain') return this.#plain(doc, valuesOf);
    return type === 'fvh' ? this.#vectors(doc, valuesOf) : this.#unified(doc, valuesOf);
  }

  #vectors({ path }: HighlightedDoc, valuesOf: ValuesOf): readonly string[] {
    const { maxAnalyzerOffset } = this.#options;
    if (maxAnalyzerOffset !== null) requirePositive(maxAnalyzerOffset);
    const textOf = (field: MappedField): TextField => ({ ...this.#textField(field), maxOffset: null });
    return fieldVectors(this.#field, this.#options, { ...this.#shard, valuesOf, textOf }, path);
  }

  #unified({ doc }: HighlightedDoc, valuesOf: ValuesOf): readonly string[] {
    const options = this.#options;
    const { boundaryScanner, maxAnalyzerOffset, noMatchSize } = options;
    if (maxAnalyzerOffset !== null) requirePositive(maxAnalyzerOffset);
    const isTokenized = this.#field.storage === 'text';
    const isCut = options.numberOfFragments !== 0 && isTokenized;
    if (isCut && boundaryScanner === 'chars') {
      throw apiError('illegal_argument_exception', 'Invalid boundary scanner type: chars');
    }
    const parts = this.#parts.filter(({ words }) => !words.isEmpty);
    if (parts.length === 0 && noMatchSize <= 0) return [];
    const values = valuesOf(this.#field);
    if (values.length === 0) return [];
    const length = values.reduce((sum, value) => sum + value.length + 1, -1);
    // A text whose words' places are in the index may have any length.
    this.#checkLength(hasOffsets(this.#field) ? 0 : length, doc, '');
    const { budget } = this.#shard;
    const offsets: WordOffset[] = [];
    for (const { field, words, wanted } of parts) {
      const isRead = hasOffsets(this.#field) && !isAnalyzed(this.#field, words);
      const maxOffset = isRead ? null : this.#options.maxAnalyzerOffset;
      const { analyzer, gap } = this.#textField(field);
      const tokens =
        analyzer === null || wanted === null
          ? tokensOf(values, { analyzer, gap, maxOffset }, budget)
          : wantedTokensOf(values, { analyzer, gap, maxOffset }, wanted, budget);
      for (const offset of wordOffsets(tokens, words, budget, !isRead)) offsets.push(offset);
    }
    if (parts.length > 1) offsets.sort((a, b) => a.start - b.start || a.end - b.end);
    return unifiedFragments({ values, isTokenized }, offsets, options, budget);
  }

  #plain({ id }: HighlightedDoc, valuesOf: ValuesOf): readonly string[] {
    const field = this.#field;
    const options = this.#options;
    checkFragmenter(options, field.name);
    const [{ words }] = this.#parts as [FieldPart];
    const { budget } = this.#shard;
    const values = valuesOf(field);
    const texts = values.map((given) => {
      this.#checkLength(given.length, id, ', and highlighting with unified or fvh highlighter');
      const value = given.slice(0, options.maxAnalyzerOffset ?? given.length);
      return { value, tokens: this.#tokens(value, options.maxAnalyzerOffset) };
    });
    const fragments = plainFragments(texts, words, options, budget);
    const [first] = values;
    if (fragments.length > 0 || options.noMatchSize <= 0 || first === undefined) return fragments;
    // Told of the whole text: it is not cut where what is looked for ends. What begins behind what is shown does not matter.
    const tokens = this.#tokens(first, options.noMatchSize);
    const beginning = plainBeginning({ value: first, tokens }, options.noMatchSize);
    return beginning === '' ? [] : [beginning];
  }

  #tokens(value: string, maxOffset: number | null): Token[] {
    return tokensOf([value], { ...this.#textField(this.#field), maxOffset }, this.#shard.budget);
  }

  #textField({ analyzer, normalizer, positionIncrementGap, storage }: MappedField): TextField {
    return {
      analyzer: analyzer ?? normalizer ?? null,
      gap: storage === 'text' ? positionIncrementGap : 0,
      maxOffset: this.#options.maxAnalyzerOffset,
    };
  }

  /** The words of each field that is looked at: of the field itself, and of those that stand in for it. */
  get #parts(): readonly FieldPart[] {
    this.#found ??= this.#findParts();
    return this.#found;
  }

  #findParts(): FieldPart[] {
    const { highlightQuery, requireFieldMatch, matchedFields } = this.#options;
    const all = this.#shard.wordsOf(highlightQuery);
    const field = this.#field;
    const type = this.#options.type === 'plain' ? 'plain' : 'unified';
    const own = all.of((name) => (requireFieldMatch ? name === field.name : name !== '_id'), type);
    const others = matchedFields.filter((name) => name !== field.name).flatMap((name) => this.#other(name));
    // What is looked for in the field itself is looked for in the others too, by their analyzers.
    return [
      partOf(field, own, type),
      ...others.map((other) => {
        const matches = (name: string): boolean => name === field.name || name === other.name;
        const words = all.of(requireFieldMatch ? matches : (name) => name !== '_id', type);
        return partOf(other, words, type);
      }),
    ];
  }

  /** A field that stands in for this one. Throws ApiError where there is none, as the unified highlighter does. */
  #other(name: string): readonly MappedField[] {
    const field = this.#shard.mapping.field(name);
    if (field !== undefined) return [field];
    if (this.#options.type === 'plain') return [];
    throw invalid(`Field [${name}] has no associated analyzer`);
  }

  /** `instead`: what is recommended beside other ways to index long texts. */
  #checkLength(length: number, doc: number | string, instead: string): void {
    const { maxAnalyzerOffset } = this.#options;
    const { maxAnalyzedOffset: limit, index } = this.#shard;
    const setting =
      'This maximum can be set by changing the [index.highlight.max_analyzed_offset] index level setting.';
    const allowed = `maximum allowed to be analyzed for highlighting. ${setting} For large texts,`;
    const advice = 'indexing with offsets or term vectors';
    if (maxAnalyzerOffset !== null) {
      requirePositive(maxAnalyzerOffset);
      if (maxAnalyzerOffset > limit) {
        throw invalid(`max_analyzer_offset has exceeded [${limit}] - ${allowed} ${advice} is recommended!`);
      }
    } else if (length > limit) {
      const where = `[${this.#field.name}] field of [${doc}] doc of [${index}] index`;
      const exceeded = `The length of ${where} has exceeded [${limit}]`;
      throw invalid(`${exceeded} - ${allowed} ${advice}${instead} is recommended!`);
    }
  }
}

/** Whether the index of an OpenSearch would know where each word stands in the text. */
function hasOffsets({ definition: { index_options: options, term_vector: vectors } }: MappedField): boolean {
  return options === 'offsets' || (typeof vectors === 'string' && vectors.includes('offsets'));
}

/** Lucene looks for patterns among the words of the text, unless the document has a list of all its words. */
function isAnalyzed(
  { definition: { index_options: options, term_vector: vectors } }: MappedField,
  { tests }: FieldWords,
): boolean {
  return options === 'offsets' && typeof vectors !== 'string' && tests.length > 0;
}

interface FieldPart {
  readonly field: MappedField;
  readonly words: FieldWords;
  /** All terms that matter; null where only a test can tell. */
  readonly wanted: WantedTerms | null;
}

/** The plain highlighter needs every word of the text. */
function partOf(field: MappedField, words: FieldWords, type: 'plain' | 'unified'): FieldPart {
  // Spans may end at words that are not among theirs.
  const isWhole = type === 'plain' || words.tests.length + words.spans.length > 0;
  if (isWhole) return { field, words, wanted: null };
  const inPhrases = words.phrases.flatMap((phrase) => phrase.words.map(({ term }) => term));
  const wanted = new Set([...words.terms.keys(), ...inPhrases]);
  return { field, words, wanted: new WantedTerms(wanted) };
}

function invalid(reason: string): ApiError {
  return apiError('illegal_argument_exception', reason);
}

function requirePositive(offset: number): void {
  if (offset <= 0) throw invalid(`the value [${offset}] of max_analyzer_offset is invalid`);
}
