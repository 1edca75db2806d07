import { apiError } from '@sextant/contract';
import { compareBytes } from '../codec/bytes.ts';
import type { Scalar } from '../dsl/query-node.ts';
import type { ValueMatch } from '../mapping/field-type.ts';
import { queryValue } from '../mapping/field-value.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { SegmentReader, TermsReader } from '../segment/segment-reader.ts';
import { booleanWeight } from './boolean-query.ts';
import { prefilteredWeight } from './derived/derived-weight.ts';
import { notIndexed, prepareColumn, requireSearchable, shardError } from './field-support.ts';
import type { NumberInterval } from './fine-range.ts';
import { metadataWeight } from './metadata-query.ts';
import type { TermNode } from './nodes/term.ts';
import type { TermsNode } from './nodes/terms.ts';
import { NumberSetWeight } from './number-set-weight.ts';
import { ordinalRangeScorer, ordinalsScorer } from './ordinals-scorer.ts';
import { caseInsensitiveMatch, patternWeight } from './pattern-query.ts';
import { textOf, utf8 } from './query-tokens.ts';
import { rangesWeight } from './range-field-weight.ts';
import { NumericRangeWeight } from './range-weight.ts';
import { scoredTermWeight } from './scored-term-weight.ts';
import type { Scorer } from './scorer.ts';
import { keywordTermWeight, TextQuery } from './text-query.ts';
import {
  FixedScoreWeight,
  MatchNoneWeight,
  type QueryContext,
  SegmentFunctionWeight,
  type Weight,
} from './weight.ts';
import { termList, type WordSink } from './word-sink.ts';

/** Unless `index.max_terms_count` says otherwise. */
const DEFAULT_MAX_TERMS = 65_536;

/** `term` by the type of the field; a field that is not mapped matches nothing. */
export function termWeight(node: TermNode, context: QueryContext, boost: number): Weight {
  const field = context.mapping.field(node.field);
  if (field === undefined) return new MatchNoneWeight(`unmapped field [${node.field}]`);
  if (node.caseInsensitive) {
    if (field.derived !== undefined) {
      return prefilteredWeight(field, context, boost, ({ name }, within) => {
        return termWeight({ ...node, field: name }, within, 1);
      });
    }
    if (field.fieldType.numbers?.values === 'flags') {
      if (!field.indexed) throw notIndexed(field.name);
      return new FixedScoreWeight(fieldTermWeight(field, node.value, context, 1), boost);
    }
    if (field.fieldType.isText) {
      requireSearchable(field, context);
      const text = field.storage === 'text' ? String(node.value) : String(queryValue(field, node.value));
      return patternWeight(context, field, '', caseInsensitiveMatch(text), boost * field.boost);
    }
    const limit = 'does not support case insensitive term queries';
    throw shardError(context, `[${field.name}] field which is of type [${field.type}], ${limit}`);
  }
  return fieldTermWeight(field, node.value, context, boost);
}

/** One value in one field: what `term` and, for all but text, `match` ask for. */
export function fieldTermWeight(
  field: MappedField,
  value: Scalar,
  context: QueryContext,
  boost: number,
): Weight {
  if (field.derived !== undefined) {
    return prefilteredWeight(field, context, boost, (own, within) => fieldTermWeight(own, value, within, 1));
  }
  const score = Math.fround(boost * field.boost);
  requireSearchable(field, context);
  const own = metadataWeight(field, [value], context, { boost: score, isTerm: true });
  if (own !== undefined) return own;
  prepareColumn(field, context);
  if (field.storage === 'text') return new TextQuery(context, field, boost).term(utf8(String(value)));
  return matchWeight(field, field.fieldType.match(field, value, context.nowMs), context, score);
}

function matchWeight(field: MappedField, match: ValueMatch, context: QueryContext, score: number): Weight {
  switch (match.kind) {
    case 'nothing':
      return new MatchNoneWeight();
    case 'numbers':
      return new NumericRangeWeight(context, field.name, match, score, true);
    case 'flag':
      return booleanWeight(field, match.value, context, score);
    case 'terms':
      return betweenTermsWeight(field, match, context, score);
    case 'range':
      return rangesWeight(field, [match], 'intersects', context, score);
    case 'term':
      return wholeTermWeight(field, match.term, context, score);
  }
}

function scoresTerms(field: MappedField): boolean {
  return field.fieldType.scoresTerms === true || field.scoresTerms === true;
}

/** One term of a field that is not cut into words, with or without postings. */
export function wholeTermWeight(
  field: MappedField,
  term: Uint8Array,
  context: QueryContext,
  score: number,
): Weight {
  if (field.indexed && scoresTerms(field) && context.needsScores !== false)
    return scoredTermWeight(context, field.name, term, score);
  return field.indexed
    ? keywordTermWeight(context, field.name, term, score)
    : termsOfField(field, [term], context, score);
}

function betweenTermsWeight(
  field: MappedField,
  range: TermRange,
  context: QueryContext,
  score: number,
): Weight {
  const use = { field: field.name, indexed: field.indexed, score, budget: context.budget };
  return new SegmentFunctionWeight(context, (segment) => {
    const terms = segment.terms(field.name);
    if (terms === null) return null;
    const { from, to } = ordinalsBetween(terms, range);
    return ordinalRangeScorer(segment, from, to, use);
  });
}

/** The ordinals [from, to). */
interface OrdinalRange {
  readonly from: number;
  readonly to: number;
}

/** Those of the terms between two, both among them. */
function ordinalsBetween(terms: TermsReader, range: TermRange): OrdinalRange {
  const end = terms.ceiling(range.to);
  const last = end < terms.size && terms.lookup(range.to) === end ? end + 1 : end;
  return { from: terms.ceiling(range.from), to: last };
}

interface TermRange {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

function checkTermCount(count: number, { mapping }: QueryContext): void {
  const limit = Number(mapping.flat['index.max_terms_count'] ?? DEFAULT_MAX_TERMS);
  if (count <= limit) return;
  const reason =
    `The number of terms [${count}] used in the Terms Query request has exceeded the allowed maximum of ` +
    `[${limit}]. This maximum can be set by changing the [index.max_terms_count] index level setting.`;
  throw apiError('illegal_argument_exception', reason);
}

/** `terms`: any of the values, all with the same score. */
export function termsWeight(node: TermsNode, context: QueryContext, boost: number): Weight {
  checkTermCount(node.values.length, context);
  const field = context.mapping.field(node.field);
  if (field === undefined || node.values.length === 0) return new MatchNoneWeight();
  if (field.derived !== undefined) {
    return prefilteredWeight(field, context, boost, ({ name }, within) => {
      return termsWeight({ ...node, field: name }, within, 1);
    });
  }
  const score = Math.fround(boost * field.boost);
  requireSearchable(field, context);
  const own = metadataWeight(field, node.values, context, { boost: score, isTerm: false });
  if (own !== undefined) return own;
  prepareColumn(field, context);
  if (isOneValue(node.values, field) && field.storage !== 'text' && field.scoresTerms !== true) {
    return fieldTermWeight(field, node.values[0]!, context, boost);
  }
  if (field.storage === 'text') {
    return termsOfField(
      field,
      node.values.map((value) => utf8(String(value))),
      context,
      score,
    );
  }
  const matches = node.values.map((value) => {
    context.budget.charge(1);
    return field.fieldType.match(field, value, context.nowMs);
  });
  if (field.storage === 'number') return numbersWeight(field, matches, context, score);
  if (field.fieldType.ranges !== undefined) {
    const wanted = matches.flatMap((match) => (match.kind === 'range' ? [match] : []));
    return rangesWeight(field, wanted, 'intersects', context, score);
  }
  if (matches.some(({ kind }) => kind === 'terms')) return stretchesWeight(field, matches, context, score);
  const terms = matches.flatMap((match) => (match.kind === 'term' ? [match.term] : []));
  return termsOfField(field, terms, context, score);
}

/** One of two truth values that is given several times is one, which has a score. */
function isOneValue(values: TermsNode['values'], { fieldType }: MappedField): boolean {
  if (values.length === 1) return true;
  return fieldType.numbers?.values === 'flags' && new Set(values.map(String)).size === 1;
}

function termsOfField(
  field: MappedField,
  terms: readonly Uint8Array[],
  context: QueryContext,
  score: number,
): Weight {
  const use = { field: field.name, indexed: field.indexed, score, budget: context.budget };
  const ascending = [...terms].sort(compareBytes);
  const scorer = (segment: SegmentReader): Scorer | null => {
    const reader = segment.terms(field.name);
    if (reader === null) return null;
    const ordinals = new Int32Array(ascending.length);
    let count = 0;
    for (const term of ascending) {
      context.budget.charge(1);
      const ordinal = reader.lookup(term);
      if (ordinal >= 0 && (count === 0 || ordinals[count - 1] !== ordinal)) ordinals[count++] = ordinal;
    }
    return ordinalsScorer(segment, ordinals.subarray(0, count), use);
  };
  if (field.fieldType.terms?.isPlain === false) return new SegmentFunctionWeight(context, scorer);
  const words = (sink: WordSink): void => termList(sink, field.name, terms, score);
  const text = (): string => `${field.name}:(${ascending.map(textOf).join(' ')})`;
  return new SegmentFunctionWeight(context, scorer, words, text);
}

function numbersWeight(
  field: MappedField,
  matches: readonly ValueMatch[],
  context: QueryContext,
  score: number,
): Weight {
  const intervals: NumberInterval[] = [];
  for (const match of matches) {
    if (match.kind === 'numbers') intervals.push({ low: match.low, high: match.high });
    else if (match.kind === 'flag') intervals.push({ low: match.value, high: match.value });
  }
  return new NumberSetWeight(context, field.name, intervals, score);
}

/** Terms and stretches of terms: a range each. */
function stretchesWeight(
  field: MappedField,
  matches: readonly ValueMatch[],
  context: QueryContext,
  score: number,
): Weight {
  const ranges = matches.flatMap((match): TermRange[] => {
    if (match.kind === 'terms') return [match];
    return match.kind === 'term' ? [{ from: match.term, to: match.term }] : [];
  });
  const use = { field: field.name, indexed: field.indexed, score, budget: context.budget };
  return new SegmentFunctionWeight(context, (segment) => {
    const terms = segment.terms(field.name);
    if (terms === null) return null;
    context.budget.charge(ranges.length);
    const found = disjoint(ranges.map((range) => ordinalsBetween(terms, range)));
    const [only] = found;
    if (only !== undefined && found.length === 1) return ordinalRangeScorer(segment, only.from, only.to, use);
    const count = found.reduce((sum, { from, to }) => sum + to - from, 0);
    context.budget.reserve(count * Int32Array.BYTES_PER_ELEMENT, '<terms of addresses>');
    const ordinals = new Int32Array(count);
    let at = 0;
    for (const { from, to } of found) {
      context.budget.charge((to - from) >>> 7);
      for (let ordinal = from; ordinal < to; ordinal++) ordinals[at++] = ordinal;
    }
    return ordinalsScorer(segment, ordinals, use);
  });
}

/** The same ordinals as ascending ranges that neither overlap nor touch. */
function disjoint(ranges: readonly OrdinalRange[]): OrdinalRange[] {
  const merged: OrdinalRange[] = [];
  const ascending = ranges.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
  for (const next of ascending) {
    const last = merged.at(-1);
    if (last === undefined || next.from > last.to) merged.push(next);
    else if (next.to > last.to) merged[merged.length - 1] = { from: last.from, to: next.to };
  }
  return merged;
}
