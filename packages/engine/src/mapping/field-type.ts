import type { ApiError, Json, JsonMap } from '@sextant/contract';
import type { AnalyzerRegistry } from '../analysis/registry.ts';
import type { ValueSource } from './document-values.ts';
import type { FieldMapper } from './field-mapper.ts';
import type { ColumnNumber } from './fine-number.ts';
import type { FieldStorage, FieldValue, MappedField } from './mapped-field.ts';
import type { Parameter } from './parameters.ts';

/**
 * One type of field: all that is particular to it. To add one, write its file in `types` and name it in `field-types.ts`;
 * nothing else asks what type a field has. Values are in the form that segments store.
 */
export interface FieldType {
  /** As mappings and errors name it. */
  readonly name: string;
  readonly storage: FieldStorage;
  /** In the order in which GET _mapping prints them. */
  readonly parameters: readonly Parameter[];
  /** The parameter before which multi-fields are printed; after all where absent. */
  readonly fieldsBefore?: string;
  /** The parameters that nobody set, as GET _mapping/field prints them with `include_defaults`. */
  readonly defaults: JsonMap;
  /** A value of a document is one text, number or boolean, and is read without a look at anything else. */
  readonly isScalar: boolean;
  /**
   * What is stored of the UTF-8 of a text in a document: it as it is; the same where it is short and has no normalizer; the
   * address that it is; or what `parse` makes of it.
   */
  readonly bytes: 'text' | 'term' | 'address' | 'parsed';
  /** Its terms are words or texts, of which beginnings, patterns and likenesses can be asked. */
  readonly isText: boolean;
  /** Strings that OpenSearch does not take for a keyword: one scores by how rare it is, and is a whole word wherever a beginning could be meant. */
  readonly scoresTerms?: true;
  /** `fields` has no values of it. */
  readonly isInternal?: true;
  /** Texts that are like another can be asked for, where `isText` says so; true where absent. */
  readonly isFuzzy?: boolean;
  /** Which of `docvalue_fields` and `fields` may give a format. */
  readonly formats: 'both' | 'docvalues' | 'fields' | 'none';
  /** The `null_value` is stored as it is, and not read like a value. */
  readonly storesNull?: boolean;
  /** `fields` shows what is stored, as `docvalue_fields` does, and not what the source says. */
  readonly showsStored?: boolean;
  /** `docvalue_fields` shows the values of a document in the order of what is shown. */
  readonly showsSorted?: true;
  /** Ranges of its values cannot be asked for. */
  readonly hasNoRanges?: true;
  /** Regular expressions are not matched with its values, although it is text. */
  readonly hasNoRegexps?: true;
  /** Why no values of a field can be asked for by `term` and its like, where that is so. */
  readonly notSearched?: (field: string) => string;
  /** As `notSearched`, of a field that no query of values is made for, which is a fault of the query and not of the shard. */
  readonly notQueried?: () => ApiError;
  /** Why `exists` cannot be asked for, where that is so. */
  readonly noExists?: () => ApiError;
  /** It lies within another field, by which documents that have it are told: `exists` cannot be asked for, and leaves it out of whole objects. */
  readonly isPartOfField?: true;
  /** Documents that have it are found by the lengths that they have in it, or not at all. */
  readonly existsByNorms?: true;
  /** The query for those that have a value in Lucene's words, where it is not one by field. */
  readonly existsAs?: (field: string) => string;
  /** Documents have the ordinals of their terms, although no request may take values from them. */
  readonly keepsOrdinals?: true;
  /** Of values with one key a document has one alone: what is said of a second one. Not for types that are scalar. */
  readonly once?: { key(value: FieldValue): string; error(field: string, key: string): string };
  /** What is wrong with a value is told as if it were wrong with the whole document. */
  readonly failsWhole?: true;
  /** OpenSearch reports its parameters all at once, and what is wrong with a value without the value. */
  readonly isOfOldForm?: boolean;
  /** Parameters that it does not have are refused, whatever they are; `all`: also those that all others take. */
  readonly refusesOthers?: true | 'all';
  /** It is another name of a field. */
  readonly isAlias?: true;
  /** The parameters of a field whose values are seen masked alone; absent: of its type nothing is then seen but what is in documents. */
  readonly masked?: Readonly<Record<string, unknown>>;
  /** Where a value of a document may be an array or an object. */
  readonly structure?: ValueStructure;
  /** Why there are no values per document, in words of its own. */
  readonly noFielddata?: (field: string) => string;
  /** Why it cannot be sorted by, where that is so although there are terms or numbers. */
  readonly notSorted?: string;
  /** Where there is a number for each value; else null. */
  readonly numbers: NumberForm | null;
  /** Where each value is a range. */
  readonly ranges?: RangeForm;
  /** Where there is a term for each value; else null. */
  readonly terms: TermForm | null;

  /** Throws where the parameters that were given do not go together. */
  check?(field: string, values: ReadonlyMap<string, unknown>, path: string): void;

  /** Why a field cannot become what an update of the mapping makes of it, where that is said of more than single parameters. */
  conflicts?(existing: FieldMapper, update: FieldMapper): readonly string[];

  /** What fields of this type have beside what all have. */
  mapped?(mapper: FieldMapper, registry: AnalyzerRegistry): Partial<MappedField>;

  /** What fields within it are to whoever asks, by any path; they are not mapped. */
  readonly leaf?: FieldType;

  /** What is kept of each value beside it, under its name with this end, of which no request knows. */
  readonly beside?: readonly [end: string, type: FieldType];

  /** Why there is nothing to sort or to aggregate by, in other words than those of all types. */
  withoutFielddata?(field: string): string;

  /** Fields that it has within it although no mapping names them: by simple name. One that begins with `#` has no dot before it. */
  derived?(mapper: FieldMapper): readonly (readonly [name: string, type: FieldType])[];

  /** The value that every document has. */
  constant?(definition: MappedField['definition']): FieldValue;

  /**
   * One value of a document (not null, not an array); undefined where the field ignores it (`ignore_above`, an empty text for
   * a number). Throws ApiError.
   */
  parse(mapper: FieldMapper, value: unknown, source: ValueSource): FieldValue | undefined;

  /**
   * The input of a term query. A number with a fraction on an integral field is returned as it is, for the caller to match
   * nothing; so is a number beyond a short or byte that an int can hold. Throws the plain cause: number_format_exception
   * `For input string: "abc"`, illegal_argument_exception. `nowMs`: what `now` of date math means.
   */
  queryValue(field: MappedField, value: unknown, nowMs?: number): FieldValue;

  /** Which stored values `term` and `match` mean by a value; not asked of text. Throws as `queryValue`. */
  match(field: MappedField, value: unknown, nowMs: number): ValueMatch;

  /** As `docvalue_fields` prints it. */
  print(field: MappedField, value: FieldValue, format: string | null): Json;

  /** An empty text is no value of it, in place of which the `null_value` stands. */
  readonly hasNoEmpty?: true;

  /** A number is a word to it: what the document writes, or, where it is not stored, what Java prints. */
  readonly holdsWords?: 'written' | 'printed';

  /** As `fields` prints a value of the source; undefined where the field ignores it. Throws where it cannot be read. */
  printSource(field: MappedField, value: string | number | boolean, format: string | null): Json | undefined;
}

/** For what values are taken apart. */
export interface SplitInto {
  readonly mapper: FieldMapper;
  readonly source: ValueSource;
  /** All of it. */
  readonly document: unknown;
  /** Of the document. */
  readonly id: string;
  readonly routing: string | null;
}

export interface ValueStructure {
  /**
   * The values that a document gives for the field, each as `FieldType.parse` takes it; without `into` as `print` does.
   * Throws ApiError.
   */
  split(value: unknown, into?: SplitInto): readonly unknown[];
  /** The values as `print` takes them, where those are others. */
  shown?(value: unknown): readonly unknown[];
  /** What multi-fields take in place of one that is stored; `given`: as `split` made it. */
  text(stored: FieldValue, multi: FieldMapper, mapper: FieldMapper, given: unknown): unknown;
  /** What a multi-field takes of what a document has, where that is not told by what is stored; null: it is. What is wrong `split` tells. */
  given?(value: unknown, multi: FieldMapper): readonly unknown[] | null;
  /** Throws where `fields` cannot print values in a format. */
  checkFormat(format: string | null, field: MappedField): void;
  /** As `fields` prints one of them. Throws where it cannot be read. */
  print(field: MappedField, value: unknown, format: string | null): Json;
}

/** What of the stored values is asked for. */
export type ValueMatch =
  | { readonly kind: 'nothing' }
  /** Numbers between two, both within. */
  | { readonly kind: 'numbers'; readonly low: ColumnNumber; readonly high: ColumnNumber }
  /** One of 0 and 1, which scores by how rare it is. */
  | { readonly kind: 'flag'; readonly value: number }
  | { readonly kind: 'term'; readonly term: Uint8Array }
  /** Ranges that have a part of the one between two bounds, both within. */
  | { readonly kind: 'range'; readonly low: Uint8Array; readonly high: Uint8Array }
  /** Terms between two, both within. */
  | { readonly kind: 'terms'; readonly from: Uint8Array; readonly to: Uint8Array };

/** How a limit of a range is read. */
export interface LimitOptions {
  readonly nowMs: number;
  /** A date that leaves out its smaller parts means their end (`lte`, `gt`) or their beginning. */
  readonly roundUp: boolean;
  readonly format: string | null;
  readonly timeZone: string | null;
}

/** A type whose values are numbers in a column. */
export interface NumberForm {
  /** Numbers as they are; points in time; 0 and 1 for false and true. */
  readonly values: 'plain' | 'dates' | 'flags';
  readonly hasFractions: boolean;
  /** Keys of terms are shown without a text beside them, although other values are not. */
  readonly hasText?: boolean;
  /** Does not sort with numbers of other types. */
  readonly sortsAlone?: boolean;
  /** As `numeric_type` of a sort names it. */
  readonly numericType: 'long' | 'double' | 'date' | 'date_nanos';
  /** What stands for a missing value in the answer of a sort. */
  readonly missing: readonly [low: string, high: string];
  /** The limit of a range. Throws as `queryValue`. */
  limit(field: MappedField, value: unknown, options: LimitOptions): ColumnNumber;
  /** The next value above (1) or below (-1) a limit that does not belong to the range. */
  next(field: MappedField, limit: ColumnNumber, by: 1 | -1): ColumnNumber;
  /** As hits show what they are sorted by; finite. */
  sortValue(value: ColumnNumber): Json;
  /** A whole number of `search_after` as the column has it; absent: it is the number itself. */
  ofSortValue?(value: bigint): ColumnNumber;
}

/** A type whose values are ranges: terms of two bounds, the bytes of which are in the order of the bounds. */
export interface RangeForm {
  /** The type of a single value. */
  readonly of: FieldType;
  /** Of a range without a lower bound, and without an upper one. */
  readonly lowest: Uint8Array;
  readonly highest: Uint8Array;
  /** The limit of a query. Throws as `queryValue`. */
  limit(field: MappedField, value: unknown, options: LimitOptions): Uint8Array;
  /** The next value above (1) or below (-1) a bound that does not belong to the range. */
  next(field: MappedField, bound: Uint8Array, by: 1 | -1): Uint8Array;
  /** A limit as Java prints it, for errors. */
  text(field: MappedField, bound: Uint8Array): string;
}

/** A type whose values are terms. */
interface TermForm {
  /** Terms are texts in UTF-8. */
  readonly isPlain: boolean;
  /** Buckets may be made of them; true where absent. */
  readonly isKey?: boolean;
  bytes(value: unknown): Uint8Array;
  text(term: Uint8Array): string;
  /** What lies before all terms that a limit of a range means, or after them, where it may mean several. Throws as `queryValue`. */
  limit?(value: unknown, after: boolean): Uint8Array;
}
