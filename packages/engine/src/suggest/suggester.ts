import { apiError, type JsonMap } from '@sextant/contract';
import type { Analyzer } from '../analysis/analyzer.ts';
import { type AnalyzerRegistry, analyzerRegistry } from '../analysis/registry.ts';
import type { Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import { type JsonObject, toInt, toText } from '../dsl/json-reader.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { Mapping } from '../mapping/mapping.ts';
import type { ShardSearcher } from '../segment/segment-reader.ts';

/** What is proposed in place of a text, or to go on with it. */
export interface SuggestOption {
  readonly text: string;
  readonly score: number;
  /** Documents that have the word. */
  readonly freq?: number;
  readonly highlighted?: string;
  /** Of phrases that were collated: some document matches. */
  readonly collateMatch?: boolean;
  /** The document that it comes from: the number of its segment, in the shard or in the search. */
  readonly at?: { readonly segment: number; readonly doc: number };
  /** What it was kept apart by, by name. */
  readonly contexts?: JsonMap;
}

/** A part of the text that was given, and what is proposed for it. Offsets are UTF-16 units. */
export interface SuggestEntry {
  readonly text: string;
  readonly offset: number;
  readonly length: number;
  readonly options: readonly SuggestOption[];
  /** Of phrases: options of other shards too are left out that have no higher score. */
  readonly cutoff?: number;
}

/** A shard whose terms are looked at. */
export interface ShardTerms {
  readonly searcher: ShardSearcher;
  readonly mapping: Mapping;
  readonly budget: WorkBudget;
}

/** A shard as suggesters see it. */
export interface SuggestShard extends ShardTerms {
  /** Whether some document of the shard matches the query. Throws ApiError for what is none, or does not fit the shard. */
  readonly matches: (query: JsonObject) => Steps<boolean>;
}

/** What all suggesters are told. */
export interface SuggestCommon {
  readonly field: string;
  readonly analyzer: string | null;
  readonly size: number;
  /** Options of each shard; null: as many as `size`, but at least 5. */
  readonly shardSize: number | null;
}

/** The texts that a suggestion was given; null where it was not. */
export interface SuggestTexts {
  readonly text: string | null;
  readonly prefix: string | null;
  readonly regex: string | null;
}

/** One suggestion of a request, read and checked. */
export interface Suggester {
  /** Of the suggester, as typed keys have it. */
  readonly type: string;
  readonly size: number;
  /** Binds it to a shard; what it returns finds the entries there. Throws ApiError where it does not fit the shard. */
  bind(shard: SuggestShard, texts: SuggestTexts & { readonly text: string }): () => Steps<SuggestEntry[]>;
  /** What two shards propose alike, as one; null: they are two. */
  merge(a: SuggestOption, b: SuggestOption): SuggestOption | null;
  /** The order of options from several shards. */
  compare(a: SuggestOption, b: SuggestOption): number;
}

/** One kind of suggester. To add one, write its file here and name it in `suggester-types.ts`. */
export interface SuggesterType {
  readonly name: string;
  /** Throws ApiError. */
  parse(body: JsonObject): Suggester;
}

export type CommonDraft = { -readonly [key in keyof SuggestCommon]: SuggestCommon[key] };

export function commonDraft(): CommonDraft {
  return { field: '', analyzer: null, size: 5, shardSize: null };
}

/** Reads a member that all suggesters have; false where it is none of these. */
export function readCommon(draft: CommonDraft, name: string, value: unknown): boolean {
  if (name === 'field') draft.field = requireName(toText(value));
  else if (name === 'analyzer') draft.analyzer = toText(value);
  else if (name === 'size') draft.size = positive('size', value);
  else if (name === 'shard_size') draft.shardSize = toInt(value);
  else return false;
  return true;
}

/** Throws where the body did not name a field. */
export function requireField(body: JsonObject): void {
  if (body.field !== undefined) return;
  throw apiError('parse_exception', 'the required field option [field] is missing');
}

export function requireName(field: string): string {
  if (field !== '') return field;
  throw apiError('illegal_argument_exception', 'suggestion field name is empty');
}

function positive(name: string, value: unknown): number {
  const number = toInt(value);
  if (number > 0) return number;
  throw apiError('illegal_argument_exception', `${name} must be positive`);
}

/** So many options are looked for in each shard, where the request does not say it. */
const LEAST_PER_SHARD = 5;

export function shardSizeOf({ size, shardSize }: SuggestCommon): number {
  return shardSize ?? Math.max(size, LEAST_PER_SHARD);
}

/** The field of a suggestion, and what makes words of its text. */
export interface SuggestField {
  readonly field: MappedField;
  readonly analyzer: Analyzer;
  readonly registry: AnalyzerRegistry;
}

/** Throws ApiError where the shard does not have them. */
export function suggestField({ mapping }: SuggestShard, common: SuggestCommon): SuggestField {
  const perShard = shardSizeOf(common);
  const field = mapping.field(common.field);
  if (field === undefined) {
    const reason = `no mapping found for field [${common.field}]`;
    throw apiError('illegal_argument_exception', reason);
  }
  const registry = analyzerRegistry(mapping.flat);
  const own = field.searchAnalyzer ?? field.normalizer ?? registry.analyzer('keyword')!;
  const analyzer = common.analyzer === null ? own : registry.analyzer(common.analyzer);
  if (analyzer === undefined) {
    throw apiError('illegal_argument_exception', `analyzer [${common.analyzer}] doesn't exists`);
  }
  if (perShard <= 0) {
    throw apiError('illegal_argument_exception', `ShardSize must be positive but was: ${perShard}`);
  }
  return { field, analyzer, registry };
}
