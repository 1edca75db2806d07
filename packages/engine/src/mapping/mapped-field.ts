import type { Analyzer } from '../analysis/analyzer.ts';
import type { CompletionContext } from './completion/completion-contexts.ts';
import type { FormOptions } from './completion/completion-forms.ts';
import type { DerivedSource } from './derived/derived-definition.ts';
import type { FieldType } from './field-type.ts';
import type { FineNumber } from './fine-number.ts';
import type { JoinRelations } from './join-relations.ts';
import type { Similarity } from './similarities.ts';

/**
 * How a segment holds the field: `text` inverted with norms and positions, `ordinal` as sorted terms with postings
 * and ordinals per document (keyword: UTF-8 bytes; ip: 16 bytes, IPv4 mapped into IPv6), `number` as a column
 * of doubles (integers; dates as epoch milliseconds; booleans as 0 and 1) with a sorted index, and a column of what
 * doubles cannot hold of the values where there is such a rest.
 */
export type FieldStorage = 'text' | 'ordinal' | 'number';

/** Which terms of a segment fielddata holds: by the documents that have them, up to 1 as a part of those with the field. */
export interface FrequencyFilter {
  readonly min: number;
  readonly max: number;
  /** Smaller segments keep all their terms. */
  readonly minSegmentSize: number;
}

/** What of a `completion` field suggesters heed. */
interface CompletionOptions extends FormOptions {
  readonly contexts: readonly CompletionContext[];
}

/** One leaf of the mapping, multi-fields included. Frozen; a change of the mapping makes another object. */
export interface MappedField {
  /** Full path, `address.city` or `title.keyword`. */
  readonly name: string;
  /** The name by which a request has found it, where that is an alias of it. */
  readonly shownAs?: string;
  /** Its values are made by a script of each document that is asked for: no segment has any. */
  readonly derived?: DerivedSource;
  /** Its values are made by a script of a request, and so is its name. */
  readonly madeByScript?: true;
  /** Its name. */
  readonly type: string;
  readonly fieldType: FieldType;
  readonly storage: FieldStorage;
  /** Searchable by term and range. */
  readonly indexed: boolean;
  /** Has a value per document, for sorting and aggregations. Always false for text. */
  readonly docValues: boolean;
  /** Stored, and neither of these: a segment knows which documents have a value, and no more. */
  readonly onlyPresent?: true;
  /** Text only. */
  readonly norms: boolean;
  /** Text only; `docs` for ordinals. */
  readonly indexOptions: 'docs' | 'freqs' | 'positions';
  /** Text only. */
  readonly analyzer?: Analyzer;
  readonly searchAnalyzer?: Analyzer;
  /** Cuts phrases, where that is another. */
  readonly phraseAnalyzer?: Analyzer;
  /** Token count only: what makes the tokens. */
  readonly countedBy?: Analyzer;
  /** Keyword with a normalizer. */
  readonly normalizer?: Analyzer;
  /** Beginnings of its words of so many characters at most are found as terms. */
  readonly keptPrefix?: number;
  /** The fewest units of the beginnings that its terms are, where these are more than one. */
  readonly keptFrom?: number;
  /** Text only, where phrases are kept as terms: of up to so many words in fields within it (`_2gram`, …), and their beginnings. */
  readonly shingles?: { readonly most: number; readonly prefix: string };
  /** Text only, where the beginnings of its words are terms of a field within it: those of `min` to `max` UTF-16 units. */
  readonly prefixes?: { readonly field: string; readonly min: number; readonly max: number };
  /** `search_as_you_type` only: the field within it, or beside it, whose terms are beginnings of up to `keptPrefix` units. */
  readonly startsIn?: string;
  /** Text only, where two words in a row are a term of a field within it. */
  readonly pairs?: string;
  /** Text and keyword; all others score as the index does by default. */
  readonly similarity?: Similarity;
  /** Text: positions between the values of an array. */
  readonly positionIncrementGap: number;
  /** Keyword only: terms score by how rare they are. */
  readonly scoresTerms?: true;
  /** Text only: its terms and phrases score nothing but their boost. */
  readonly constantScore?: true;
  /** Text only, where sorts and aggregations may take its terms out of the inverted index: which of them. */
  readonly fielddata?: FrequencyFilter;
  /** Join only. */
  readonly join?: JoinRelations;
  /** Completion only. */
  readonly completion?: CompletionOptions;
  /** A query-time boost from the mapping, usually 1. */
  readonly boost: number;
  /** Date only: the pattern, `strict_date_optional_time||epoch_millis`. */
  readonly format?: string;
  /** Scaled float only: values are kept as whole multiples of its inverse. */
  readonly scalingFactor?: number;
  /** The mapping's own JSON for this field, for answers. */
  readonly definition: Readonly<Record<string, unknown>>;
}

/**
 * A value as the segment takes it: text and keyword as string (keyword normalized), ip as 16 bytes, else a number, with
 * what a double cannot hold of it.
 */
export type FieldValue = string | number | FineNumber | Uint8Array;

/** Places of texts of ASCII: the n-th value is the bytes [starts[n], ends[n]) of the array that stands in its place. */
export interface ByteRanges {
  /** -1 where the value is a value. */
  readonly starts: number[];
  readonly ends: number[];
}

/**
 * One document, taken apart by the mapping: pairs of field and value in the order of the document, arrays unrolled.
 * The parser fills and clears one object again and again; consumers must not keep it.
 */
export interface ParsedDocument {
  length: number;
  readonly fields: MappedField[];
  readonly values: FieldValue[];
  /** Objects of nested fields, which are documents of their own: each before the one that it lies in, which comes before this one. */
  nested?: readonly ParsedDocument[] | undefined;
  /** Where it is there, texts and addresses may be ranges of bytes, of the document or of the parser. */
  readonly ranges?: ByteRanges;
}

/** Whether segments know of the values of the field. */
export function isNoted({ indexed, docValues, onlyPresent }: MappedField): boolean {
  return indexed || docValues || onlyPresent === true;
}
