import { byte4ToInt, intToByte4 } from '../codec/small-float.ts';
import { javaFloat } from '../mapping/java-text.ts';
import { similaritiesOf } from '../mapping/similarities.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { type FieldStatistics, NO_NORM, normInverses, weightOf } from './bm25.ts';
import { BoolWeight } from './bool-weight.ts';
import { CombinedFieldsScorer, type FieldPostings } from './combined-fields-scorer.ts';
import { explainBm25Score } from './explain-bm25.ts';
import { type Explanation, matched, unmatched } from './explanation.ts';
import { EarlyError } from './field-support.ts';
import { textOf } from './query-tokens.ts';
import type { Scorer } from './scorer.ts';
import { fieldStatistics, TermFilterWeight, type TermState, termState } from './term-weight.ts';
import { type QueryContext, SealedWeight, SegmentWeight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

/** A field with what an occurrence in it counts, 1 or more. */
export interface WeightedField {
  readonly name: string;
  readonly weight: number;
}

const LENGTHS = Float32Array.from({ length: 256 }, (_, norm) => byte4ToInt(norm));

const { fround } = Math;

/** One field made of all of them: sums weighted as Lucene's `CombinedFieldQuery` has them, in whole numbers. */
export function combinedStatistics(context: QueryContext, fields: readonly WeightedField[]): FieldStatistics {
  let docCount = 0;
  let sumTotalTermFreq = 0;
  for (const { name, weight } of fields) {
    const own = fieldStatistics(context, name);
    docCount = Math.max(docCount, own.docCount);
    sumTotalTermFreq = Math.trunc(sumTotalTermFreq + weight * own.sumTotalTermFreq);
  }
  // The one field has a name that no mapping knows.
  return { docCount, sumTotalTermFreq, similarity: similaritiesOf(context.mapping.flat).default };
}

/** Throws where some of the fields have norms in the segments and others have not. */
export function checkNorms({ searcher }: QueryContext, fields: readonly WeightedField[]): void {
  let [all, none] = [true, true];
  for (const segment of searcher.segments) {
    for (const { name } of fields) {
      if (segment.terms(name) === null) continue;
      if (segment.norms(name) === null) all = false;
      else none = false;
    }
  }
  if (all || none) return;
  const rule = 'CombinedFieldQuery requires norms to be consistent across fields';
  const reason = `${rule}: some fields cannot  have norms enabled, while others have norms disabled`;
  throw new EarlyError({ type: 'illegal_argument_exception', reason });
}

/** In Lucene's words. */
function combinedText(fields: readonly WeightedField[], term: Uint8Array): string {
  const shown = fields.map(({ name, weight }) => (weight === 1 ? name : `${name}^${javaFloat(weight)}`));
  return `CombinedFieldQuery((${shown.join(' ')})(${textOf(term)}))`;
}

/** The same where nobody wants scores: documents that have the term in any of the fields. */
export class CombinedFilterWeight extends SealedWeight {
  readonly #fields: readonly WeightedField[];
  readonly #term: Uint8Array;

  constructor(context: QueryContext, fields: readonly WeightedField[], term: Uint8Array) {
    const should = fields.map(
      ({ name }) => new TermFilterWeight(context, name, termState(context, name, term), 0),
    );
    super(new BoolWeight(context, { must: [], filter: [], should, mustNot: [], minimum: 0 }));
    this.#fields = fields;
    this.#term = term;
  }

  override text(): string {
    return combinedText(this.#fields, this.#term);
  }
}

/** A term in several fields as if they were one; `statistics` are those of that one. */
export class CombinedFieldsWeight extends SegmentWeight {
  readonly #fields: readonly WeightedField[];
  readonly #states: readonly TermState[];
  readonly #term: Uint8Array;
  readonly #statistics: FieldStatistics;
  readonly #boost: number;
  readonly #docFreq: number;
  readonly #weight: number;

  /** `fields`: by name, ascending. */
  constructor(
    context: QueryContext,
    fields: readonly WeightedField[],
    term: Uint8Array,
    statistics: FieldStatistics,
    boost: number,
  ) {
    super(context);
    this.#fields = fields;
    this.#term = term;
    this.#statistics = statistics;
    this.#boost = boost;
    this.#states = fields.map(({ name }) => termState(context, name, term));
    this.#docFreq = this.#states.reduce((most, { docFreq }) => Math.max(most, docFreq), 0);
    this.#weight = weightOf(statistics, boost, [this.#docFreq]);
  }

  override get isGradual(): boolean {
    return true;
  }

  #name(): string {
    return combinedText(this.#fields, this.#term);
  }

  text(): string {
    const boost = this.#boost;
    return boost === 1 || !this.needsScores ? this.#name() : `(${this.#name()})^${javaFloat(boost)}`;
  }

  words(sink: WordSink): void {
    for (const { name } of this.#fields) sink.term(name, textOf(this.#term), this.#boost);
  }

  override scorer(segment: number): Scorer | null {
    const reader = this.segment(segment);
    const fields = this.#postingsIn(reader, segment);
    if (fields.length === 0) return null;
    return new CombinedFieldsScorer(fields, {
      maxDoc: reader.maxDoc,
      weight: this.#weight,
      inverses: normInverses(this.#statistics),
      norm: this.#normsOf(reader),
      window: this.windows.borrow(),
      budget: this.budget,
    });
  }

  #postingsIn(reader: SegmentReader, segment: number): FieldPostings[] {
    return this.#fields.flatMap(({ name, weight }, i) => {
      const ordinal = this.#states[i]!.ordinals[segment]!;
      if (ordinal < 0) return [];
      return [{ postings: reader.terms(name)!.postings(ordinal, this.windows), weight }];
    });
  }

  /** The length over all fields, as a norm has it. */
  #normsOf(reader: SegmentReader): (doc: number) => number {
    const found = this.#fields.flatMap(({ name, weight }) => {
      const norms = reader.norms(name);
      return norms === null ? [] : [{ norms, weight }];
    });
    if (found.length === 0) return () => NO_NORM;
    return (doc) => {
      let length = 0;
      for (let i = 0; i < found.length; i++) {
        const { norms, weight } = found[i]!;
        length = fround(length + fround(weight * LENGTHS[norms[doc]!]!));
      }
      return intToByte4(Math.floor(length + 0.5));
    };
  }

  explain(segment: number, doc: number): Explanation {
    const reader = this.segment(segment);
    let freq = 0;
    for (const { postings, weight } of this.#postingsIn(reader, segment)) {
      if (!postings.seekBlock(doc)) continue;
      postings.loadFreqs();
      const place = postings.docs.subarray(0, postings.length).indexOf(doc);
      if (place >= 0) freq = fround(freq + fround(postings.freqs[place]! * weight));
    }
    if (freq === 0) return unmatched('no matching term');
    const score = explainBm25Score({
      statistics: this.#statistics,
      docFreqs: [this.#docFreq],
      boost: this.#boost,
      freq,
      freqText: `termFreq=${javaFloat(freq)}`,
      norm: this.#normsOf(reader)(doc),
    });
    return matched(score.value, `weight(${this.#name()} in ${doc}), result of:`, [score]);
  }
}
