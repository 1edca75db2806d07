import { dictionary, Float, type JsonMap, matchesWildcard } from '@sextant/contract';
import type { Analyzer } from '../analysis/analyzer.ts';
import { analyzerRegistry } from '../analysis/registry.ts';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { type Token, tokensOf } from '../highlight/text-tokens.ts';
import { hashMapOrder } from '../mapping/java-text.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { readDocument } from '../mapping/read-document.ts';
import { compareWords, Dictionary, type TermStats } from '../suggest/dictionary.ts';
import { fieldTexts } from './hit-fields.ts';
import type { ShardTarget } from './shard-target.ts';
import { bestTerms, type TermVectorsFilter } from './term-vectors-filter.ts';

/** Which words of a document are told, and what of them. Plain data. */
export interface TermVectorsRequest {
  /** The document, as it was sent. */
  readonly source: Uint8Array;
  /** What its source leaves out of stored fields. */
  readonly kept: Uint8Array | null;
  /** It is none of the index: all its texts are told. */
  readonly isArtificial: boolean;
  /** Names and patterns; null or none: of a document of the index the fields whose mapping has a `term_vector`. */
  readonly fields: readonly string[] | null;
  readonly positions: boolean;
  readonly offsets: boolean;
  readonly fieldStatistics: boolean;
  readonly termStatistics: boolean;
  /** Names of analyzers in place of those of the mapping, by field. */
  readonly analyzers: ReadonlyMap<string, string>;
  /** Only the words that say the most. */
  readonly filter: TermVectorsFilter | null;
}

/** The `term_vectors` of a document, which is held against the words of one shard. Throws ApiError. */
export function* termVectors(
  [shard]: readonly ShardTarget[],
  request: TermVectorsRequest,
  budget: WorkBudget,
): Steps<JsonMap> {
  if (shard === undefined) return {};
  const found = new Map<string, JsonMap>();
  const { mapping, searcher } = shard;
  const document = readDocument(request);
  for (const field of fieldsOf(request, shard)) {
    const texts = fieldTexts(field, mapping, document);
    if (texts.length === 0) continue;
    const analyzer = analyzerOf(field, request, shard);
    const text = { analyzer, gap: field.positionIncrementGap, maxOffset: null };
    const tokens = tokensOf(texts, { ...text, countsLeft: isKept(field, request) }, budget);
    if (tokens.length === 0) continue;
    const words = Dictionary.of({ searcher, mapping, budget }, field.name);
    found.set(field.name, yield* fieldJson({ field, tokens, words, budget }, request));
  }
  const names = hashMapOrder([...found.keys()], found.size);
  return Object.fromEntries(names.map((name) => [name, found.get(name)!]));
}

function fieldsOf({ fields, isArtificial }: TermVectorsRequest, { mapping }: ShardTarget): MappedField[] {
  const texts = [...mapping.fields()].filter(({ indexed, storage, type }) => {
    return indexed && (storage === 'text' || type === 'keyword');
  });
  const wanted = texts.filter((field) => {
    if (fields === null || fields.length === 0) return isArtificial || vectorOf(field) !== 'no';
    return fields.some((pattern) => matchesWildcard(pattern, field.name));
  });
  return wanted.sort((a, b) => compareWords(a.name, b.name));
}

/** What of a field's words the mapping keeps for each document. */
function vectorOf({ definition }: MappedField): string {
  return typeof definition.term_vector === 'string' ? definition.term_vector : 'no';
}

/** Whether its words are those that the mapping keeps: others are made of the text anew. */
function isKept(field: MappedField, { isArtificial, analyzers }: TermVectorsRequest): boolean {
  return vectorOf(field) !== 'no' && !isArtificial && !analyzers.has(field.name);
}

function analyzerOf(
  field: MappedField,
  request: TermVectorsRequest,
  { mapping }: ShardTarget,
): Analyzer | null {
  const name = request.analyzers.get(field.name);
  if (name === undefined) return field.analyzer ?? field.normalizer ?? null;
  return analyzerRegistry(mapping.flat).analyzer(name) ?? field.analyzer ?? field.normalizer ?? null;
}

interface FieldWords {
  readonly field: MappedField;
  readonly tokens: readonly Token[];
  readonly words: Dictionary | null;
  readonly budget: WorkBudget;
}

function* fieldJson(
  { field, tokens, words, budget }: FieldWords,
  request: TermVectorsRequest,
): Steps<JsonMap> {
  const vector = vectorOf(field);
  const isMade = !isKept(field, request);
  const shown = {
    positions: request.positions && (isMade || vector.includes('positions')),
    offsets: request.offsets && (isMade || vector.includes('offsets')),
  };
  const places = new Map<string, Token[]>();
  for (const token of tokens) {
    budget.charge(1);
    if (budget.sliceOver) yield;
    const known = places.get(token.term);
    if (known === undefined) places.set(token.term, [token]);
    else known.push(token);
  }
  const stats = (term: string): TermStats => words?.statsOf(term) ?? { docFreq: 0, totalFreq: 0 };
  const docCount = words?.docCount ?? 0;
  const best =
    request.filter === null
      ? null
      : bestTerms(
          [...places].map(([term, { length }]) => ({
            term,
            freq: length,
            docFreq: docFreqOf(stats(term), field),
          })),
          docCount,
          request.filter,
        );
  const terms: Record<string, JsonMap> = dictionary();
  for (const term of [...places.keys()].sort(compareWords)) {
    budget.charge(1);
    if (budget.sliceOver) yield;
    if (best !== null && !best.has(term)) continue;
    const { docFreq, totalFreq } = stats(term);
    const isCounted = request.termStatistics && docFreq > 0;
    const told = places.get(term)!;
    terms[term] = {
      doc_freq: isCounted ? docFreq : undefined,
      ttf: isCounted ? totalFreq : undefined,
      term_freq: told.length,
      tokens: shown.positions || shown.offsets ? told.map((token) => tokenJson(token, shown)) : undefined,
      score: best === null ? undefined : new Float(best.get(term)!),
    };
  }
  const statistics = {
    sum_doc_freq: words?.docFreqs ?? 0,
    doc_count: docCount,
    sum_ttf: words?.totalFreq ?? 0,
  };
  return { field_statistics: request.fieldStatistics ? statistics : undefined, terms };
}

/** As OpenSearch counts them: a word of a text that no document has counts as if one had it. */
function docFreqOf({ docFreq }: TermStats, { storage }: MappedField): number {
  return docFreq === 0 && storage === 'text' ? 1 : docFreq;
}

function tokenJson(
  { position, start, end }: Token,
  shown: { readonly positions: boolean; readonly offsets: boolean },
): JsonMap {
  return {
    position: shown.positions ? position : undefined,
    start_offset: shown.offsets ? start : undefined,
    end_offset: shown.offsets ? end : undefined,
  };
}
