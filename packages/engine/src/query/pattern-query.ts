import type { ApiError } from '@sextant/contract';
import { runThrough, type Steps } from '../budget/slices.ts';
import type { WorkBudget } from '../budget/work-budget.ts';
import type { PatternNode } from '../dsl/pattern-options.ts';
import { queryValue } from '../mapping/field-value.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { TermsReader } from '../segment/segment-reader.ts';
import { BoolWeight } from './bool-weight.ts';
import { prefilteredWeight } from './derived/derived-weight.ts';
import { refusePattern, refusePrefix } from './expensive-queries.ts';
import { prepareColumn, requireSearchable, shardError } from './field-support.ts';
import { hasBeginnings, isOfBeginnings, keptBeginning, keptStart } from './kept-beginnings.ts';
import { MultiTermWeight } from './multi-term-weight.ts';
import { firstAfterPrefix, queryTokens, textOf, utf8 } from './query-tokens.ts';
import { keywordTermWeight, TextQuery } from './text-query.ts';
import { MatchNoneWeight, type QueryContext, type Weight } from './weight.ts';
import { type TermTest, wildcardCost, wildcardLastByte, wildcardMatcher } from './wildcard.ts';
import type { WordSink } from './word-sink.ts';

/** A test of terms, and how many comparisons a byte of a term takes at most. */
export interface TermPattern {
  readonly matches: TermTest;
  readonly cost: number;
  /** Terms that end with another byte do not pass it; absent: they may. */
  readonly lastByte?: number | undefined;
}

/** `prefix`: the terms that begin with the bytes, a slice of the dictionary. */
export function prefixWeight(node: PatternNode, context: QueryContext, boost: number): Weight {
  const field = patternField(node, context);
  if (field !== null) refusePrefix(field, node.value, context);
  if (field !== null && isOfBeginnings(field, node.value) && !node.caseInsensitive)
    return new TextQuery(context, field, boost).term(utf8(node.value));
  const start = field !== null && node.caseInsensitive ? keptStart(field, node.value) : null;
  const asked = start === null ? node : { ...node, field: start };
  const found = beginningsWeight(asked, context, boost, beginningWeight);
  return field === null ? found : withShortWords(found, field, node.value, context, boost);
}

/** Words that are too short to have beginnings among the terms of a field are those of the field around, and are scored. */
export function withShortWords(
  beginnings: Weight,
  field: MappedField,
  text: string,
  context: QueryContext,
  boost: number,
): Weight {
  if (!hasBeginnings(field) || isOfBeginnings(field, text)) return beginnings;
  const around = context.mapping.field(field.name.slice(0, field.name.lastIndexOf('.')));
  if (around === undefined) return beginnings;
  const word = new TextQuery(context, around, boost).term(utf8(text));
  return new BoolWeight(context, {
    must: [],
    filter: [],
    should: [beginnings, word],
    mustNot: [],
    minimum: 0,
  });
}

/** `prefix` in places where it is never refused, and where the terms themselves are wanted, unless others are told. */
export function beginningsWeight(
  node: PatternNode,
  context: QueryContext,
  boost: number,
  find = ownBeginnings,
): Weight {
  const field = patternField(node, context);
  if (field === null) return new MatchNoneWeight();
  const score = Math.fround(boost * field.boost);
  const text = field.normalizer === undefined ? node.value : normalized(field, node.value);
  if (node.caseInsensitive) {
    const wanted = caseFolded(text);
    return patternWeight(context, field, '', foldedTest(wanted, true), score, `${wanted}*`);
  }
  return find(context, field, text, score);
}

/** The documents with a term that begins with a text. */
export function beginningWeight(
  context: QueryContext,
  field: MappedField,
  text: string,
  score: number,
): Weight {
  const kept = keptStart(field, text);
  if (kept !== null) return keywordTermWeight(context, kept, utf8(text), score);
  return ownBeginnings(context, field, text, score);
}

function ownBeginnings(context: QueryContext, field: MappedField, text: string, score: number): Weight {
  const kept = keptBeginning(field, text);
  if (kept !== null) return keywordTermWeight(context, kept, utf8(text), score);
  return patternWeight(context, field, text, null, score);
}

export function wildcardWeight(node: PatternNode, context: QueryContext, boost: number): Weight {
  const field = patternField(node, context);
  if (field === null) return new MatchNoneWeight();
  refusePattern('wildcard', field, context);
  const score = Math.fround(boost * field.boost);
  const text = field.normalizer === undefined ? node.value : normalizedPattern(field, node.value);
  const wanted = node.caseInsensitive ? caseFolded(text) : text;
  const exact = wildcardMatcher(wanted);
  const cost = wildcardCost(wanted);
  if (!node.caseInsensitive) {
    const pattern = { matches: exact, cost, lastByte: wildcardLastByte(text) };
    return patternWeight(context, field, literalPrefix(text), pattern, score, text);
  }
  let folded = new Uint8Array(64);
  const matches: TermTest = (bytes, start, end) => {
    const length = end - start;
    if (length > folded.length) folded = new Uint8Array(2 * length);
    for (let i = 0; i < length; i++) folded[i] = lowerAscii[bytes[start + i]!]!;
    return exact(folded, 0, length);
  };
  return patternWeight(context, field, '', { matches, cost }, score, wanted);
}

/** The field, null where it is not mapped; an error where its terms are no text. */
export function patternField(node: PatternNode, context: QueryContext): MappedField | null {
  const field = context.mapping.field(node.field);
  if (field === undefined) return null;
  const { isText, hasNoRegexps } = field.fieldType;
  if (isText && !(node.kind === 'regexp' && hasNoRegexps === true)) {
    requireSearchable(field, context);
    return field;
  }
  throw refusedPattern(node.kind, field, context);
}

/** Its terms are no text. */
export function refusedPattern(kind: string, { name, type }: MappedField, context: QueryContext): ApiError {
  const allowed = `Can only use ${kind} queries on keyword and text fields`;
  return shardError(context, `${allowed} - not on [${name}] which is of type [${type}]`);
}

/**
 * The documents of all terms that begin with `prefix` and satisfy `pattern` (null: all of them). Each has the
 * same score.
 */
export function patternWeight(
  context: QueryContext,
  field: MappedField,
  prefix: string,
  pattern: TermPattern | null,
  score: number,
  text = `${prefix}*`,
): Weight {
  if (field.derived !== undefined) {
    return prefilteredWeight(field, context, score, (own, within) => {
      return patternWeight(within, own, prefix, pattern, 1, text);
    });
  }
  prepareColumn(field, context);
  const told = (): string => `${field.name}:${text}`;
  const slice = sliceOf(prefix);
  const use = { field: field.name, indexed: field.indexed, score, text: told };
  if (pattern === null) {
    const words = (sink: WordSink): void => {
      sink.terms(field.name, (term) => (term.startsWith(prefix) ? score : undefined));
    };
    return new MultiTermWeight(context, { ...use, find: slice, words });
  }
  const expansion = new TermExpansion(context, { field: field.name, prefix, pattern });
  const words = (sink: WordSink): void => {
    sink.terms(field.name, (term) => (expansion.accepts(term) ? score : undefined));
  };
  return new MultiTermWeight(context, { ...use, find: (terms) => expansion.of(terms), words });
}

type SliceOf = (terms: TermsReader) => { readonly from: number; readonly to: number };

/** The terms that begin with a text. */
function sliceOf(prefix: string): SliceOf {
  const bytes = utf8(prefix);
  const end = firstAfterPrefix(bytes);
  return (terms) => ({
    from: terms.ceiling(bytes),
    to: end === null ? terms.size : terms.ceiling(end),
  });
}

/** Which terms of a field are looked for: those that begin with a text and satisfy a pattern. */
interface WantedTerms {
  readonly field: string;
  readonly prefix: string;
  readonly pattern: TermPattern;
}

/** The terms of each segment that satisfy a pattern. They are looked for in slices before a segment is searched, where that is possible. */
export class TermExpansion {
  readonly #wanted: WantedTerms;
  readonly #slice: SliceOf;
  readonly #context: QueryContext;
  readonly #known = new Map<TermsReader, readonly number[]>();

  constructor(context: QueryContext, wanted: WantedTerms) {
    this.#wanted = wanted;
    this.#slice = sliceOf(wanted.prefix);
    this.#context = context;
    context.prepare?.((segment) => this.#prepare(segment));
  }

  accepts(term: string): boolean {
    const { prefix, pattern } = this.#wanted;
    const bytes = utf8(term);
    return term.startsWith(prefix) && pattern.matches(bytes, 0, bytes.length);
  }

  /** Before the segment with this place in its shard is searched. */
  *#prepare(segment: number): Steps<void> {
    const terms = this.#context.searcher.segments[segment]!.terms(this.#wanted.field);
    if (terms !== null) yield* this.#expand(terms);
  }

  of(terms: TermsReader): readonly number[] {
    return this.#known.get(terms) ?? runThrough(this.#expand(terms));
  }

  *#expand(terms: TermsReader): Steps<readonly number[]> {
    const found = yield* matchingOrdinals(
      terms,
      this.#slice(terms),
      this.#wanted.pattern,
      this.#context.budget,
    );
    this.#known.set(terms, found);
    return found;
  }
}

/** Terms that are tried between two pauses, and the most steps that this may take; one term may take more. */
const TERMS_PER_BLOCK = 128;
const STEPS_PER_BLOCK = 64;

const ANY_BYTE = -1;

/** Bytes of terms that take as long as a step, where each of them takes no more comparisons than these. */
const BYTES_PER_STEP = 256;
const CHEAP_COST = 4;

function* matchingOrdinals(
  terms: TermsReader,
  { from, to }: { readonly from: number; readonly to: number },
  { matches, cost, lastByte = ANY_BYTE }: TermPattern,
  budget: WorkBudget,
): Steps<readonly number[]> {
  const ordinals: number[] = [];
  const { bytes, offsets } = terms;
  const stepsPerByte = Math.max(1, cost / CHEAP_COST) / BYTES_PER_STEP;
  for (let start = from; start < to; ) {
    let end = Math.min(to, start + TERMS_PER_BLOCK);
    const stepsTo = (ordinal: number): number => (offsets[ordinal]! - offsets[start]!) * stepsPerByte;
    while (end - start > 1 && stepsTo(end) > STEPS_PER_BLOCK) end = start + ((end - start) >>> 1);
    const before = ordinals.length;
    budget.charge(1 + Math.floor(stepsTo(end)));
    for (let ordinal = start; ordinal < end; ordinal++) {
      const termEnd = offsets[ordinal + 1]!;
      // Of most terms this is all that is looked at.
      if (lastByte !== ANY_BYTE && bytes[termEnd - 1] !== lastByte) continue;
      if (matches(bytes, offsets[ordinal]!, termEnd)) ordinals.push(ordinal);
    }
    budget.reserve((ordinals.length - before) * 8, '<terms of a pattern>');
    if (budget.sliceOver) yield;
    start = end;
  }
  return ordinals;
}

const lowerAscii = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 65 && byte <= 90 ? byte + 32 : byte,
);

/** Letters of ASCII alone have a case here, as in OpenSearch: others are what they are. */
function caseFolded(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Of terms that are a text in whatever case, or begin with it. */
function foldedTest(wanted: string, isBeginning: boolean): TermPattern {
  const bytes = utf8(wanted);
  const { length } = bytes;
  const matches: TermTest = (term, start, end) => {
    if (isBeginning ? end - start < length : end - start !== length) return false;
    for (let i = 0; i < length; i++) if (lowerAscii[term[start + i]!] !== bytes[i]) return false;
    return true;
  };
  return { matches, cost: 1 };
}

export function caseInsensitiveMatch(text: string): TermPattern {
  return foldedTest(caseFolded(text), false);
}

/** The characters before the first `*` or `?`. */
function literalPrefix(pattern: string): string {
  const found = /^[^*?\\]*/.exec(pattern);
  return found?.[0] ?? '';
}

export function normalized(field: MappedField, text: string): string {
  return String(queryValue(field, text));
}

/** Normalizes the literal runs of a pattern and leaves its wildcards alone. */
function normalizedPattern(field: MappedField, pattern: string): string {
  const normalizer = field.normalizer!;
  return pattern.replaceAll(/(?:[^*?\\])+/g, (run) => {
    return queryTokens(normalizer, run)
      .map((token) => textOf(token.term))
      .join('');
  });
}
