import { assert } from '@sextant/base';
import { bitsOfTerm, featureTerm, featureValue } from '../mapping/feature-term.ts';
import { javaFloat } from '../mapping/java-text.ts';
import { nextBytes } from '../mapping/range-bounds.ts';
import type { SegmentReader, TermsReader } from '../segment/segment-reader.ts';
import { docBits } from './doc-bits.ts';
import { type Explanation, matched, scoreAt, unmatched } from './explanation.ts';
import { type FeatureFunction, saturation } from './feature-functions.ts';
import { FeatureScorer } from './feature-scorer.ts';
import { EarlyError } from './field-support.ts';
import { DocumentValues } from './functions/document-values.ts';
import { ordinalRangeScorer } from './ordinals-scorer.ts';
import type { Scorer } from './scorer.ts';
import { type QueryContext, SegmentWeight } from './weight.ts';

const SCORES_LABEL = '<scores of a feature>';

/** A feature of a field. */
export interface FeatureUse {
  readonly field: string;
  /** What its terms begin with: see `featureTerm`. */
  readonly prefix: Uint8Array;
  /** Documents have no other feature in the field, and the ordinals of their terms. */
  readonly isAlone: boolean;
  /** Field and feature as Lucene has them. */
  readonly shownField: string;
  readonly shownFeature: string;
}

/** The terms [from, to) of a feature in a segment: a value each, ascending. */
interface FeatureTerms {
  readonly terms: TermsReader;
  readonly from: number;
  readonly to: number;
}

/** The mean is that of all documents: scores by it would tell of hidden ones. */
function needsPivot(): Error {
  const who = 'callers who may see only a part of an index: it would tell of the rest';
  const reason = `[rank_feature] without a [pivot] is not allowed to ${who}`;
  return new EarlyError({ type: 'security_exception', reason });
}

/** Documents that have a feature, scored by its value: Lucene's `FeatureQuery`. */
export class RankFeatureWeight extends SegmentWeight {
  readonly #use: FeatureUse;
  readonly #function: FeatureFunction;
  readonly #boost: number;

  /** `scoring`: null for saturation at the mean of the shard's values. */
  constructor(context: QueryContext, use: FeatureUse, scoring: FeatureFunction | null, boost: number) {
    super(context);
    this.#use = use;
    this.#boost = boost;
    const isPart = context.searcher.isPart === true;
    if (scoring === null && isPart && this.needsScores) throw needsPivot();
    this.#function = scoring ?? saturation(isPart ? 1 : this.#pivot());
  }

  /** Deleted documents included; 1 where there is no value. */
  #pivot(): number {
    let docs = 0;
    let total = 0;
    for (const segment of this.segments) {
      const found = this.#termsOf(segment);
      if (found === null) continue;
      const { terms, from, to } = found;
      this.budget.charge(1 + ((to - from) >>> 6));
      for (let ordinal = from; ordinal < to; ordinal++) {
        const count = terms.docFreq(ordinal);
        docs += count;
        total += count * bitsOfTerm(terms.bytes, terms.offsets[ordinal + 1]!);
      }
    }
    return docs === 0 ? 1 : featureValue(Math.trunc(Math.fround(total / docs)));
  }

  #termsOf(segment: SegmentReader): FeatureTerms | null {
    const terms = segment.terms(this.#use.field);
    if (terms === null) return null;
    const { prefix, isAlone } = this.#use;
    if (isAlone) return { terms, from: 0, to: terms.size };
    const from = terms.ceiling(featureTerm(prefix, 0));
    const to = terms.ceiling(nextBytes(featureTerm(prefix, 0xffff), 1));
    return from === to ? null : { terms, from, to };
  }

  override get isGradual(): boolean {
    return this.#use.isAlone;
  }

  override scorer(segment: number): Scorer | null {
    const reader = this.segment(segment);
    const found = this.#termsOf(reader);
    if (found === null) return null;
    const { from, to } = found;
    if (!this.needsScores) {
      const { field } = this.#use;
      return ordinalRangeScorer(reader, from, to, { field, indexed: true, score: 0, budget: this.budget });
    }
    const scores = this.#scoresOf(found);
    return this.#use.isAlone ? this.#columnScorer(reader, scores) : this.#termsScorer(reader, found, scores);
  }

  /** The score of each value, ascending. */
  #scoresOf({ terms, from, to }: FeatureTerms): Float32Array {
    this.budget.charge(1 + ((to - from) >>> 4));
    const scores = new Float32Array(to - from);
    for (let ordinal = from; ordinal < to; ordinal++) {
      const value = featureValue(bitsOfTerm(terms.bytes, terms.offsets[ordinal + 1]!));
      scores[ordinal - from] = this.#function.score(value, this.#boost);
    }
    return scores;
  }

  #columnScorer(reader: SegmentReader, scores: Float32Array): Scorer {
    const column = reader.ordinals(this.#use.field);
    assert(column !== null, `the ordinals of [${this.#use.field}] are not kept`);
    const values = new DocumentValues({ ...column, base: 0 });
    const score = (doc: number): number => {
      values.seek(doc);
      return values.from === values.to ? Number.NaN : scores[values.at(values.from)]!;
    };
    const maxScore = scores[scores.length - 1]!;
    const { maxDoc } = reader;
    return new FeatureScorer(score, { maxDoc, docCount: column.docCount, maxScore, budget: this.budget });
  }

  /** By postings: of the many features of a field a document has few. */
  #termsScorer(reader: SegmentReader, { terms, from, to }: FeatureTerms, scores: Float32Array): Scorer {
    const { maxDoc } = reader;
    const bits = docBits(maxDoc, this.budget);
    this.budget.reserve(maxDoc * Float32Array.BYTES_PER_ELEMENT, SCORES_LABEL);
    const byDoc = new Float32Array(maxDoc);
    let docCount = 0;
    let most = 0;
    for (let ordinal = from; ordinal < to; ordinal++) most = Math.max(most, terms.docFreq(ordinal));
    const docs = new Uint32Array(most);
    for (let ordinal = from; ordinal < to; ordinal++) {
      const end = terms.copyDocs(ordinal, docs, 0);
      this.budget.charge(1 + (end >>> 6));
      docCount += end;
      const score = scores[ordinal - from]!;
      for (let i = 0; i < end; i++) {
        const doc = docs[i]!;
        bits[doc >>> 5]! |= 1 << (doc & 31);
        byDoc[doc] = score;
      }
    }
    const score = (doc: number): number =>
      (bits[doc >>> 5]! & (1 << (doc & 31))) === 0 ? Number.NaN : byDoc[doc]!;
    const maxScore = scores[scores.length - 1]!;
    return new FeatureScorer(score, { maxDoc, docCount, maxScore, budget: this.budget });
  }

  #name(): string {
    const { shownField, shownFeature } = this.#use;
    return `FeatureQuery(field=${shownField}, feature=${shownFeature}, function=${this.#function.text})`;
  }

  text(): string {
    const boost = this.#boost;
    return boost === 1 || !this.needsScores ? this.#name() : `(${this.#name()})^${javaFloat(boost)}`;
  }

  explain(segment: number, doc: number): Explanation {
    const { shownField, shownFeature } = this.#use;
    const { name, formula, parts, text } = this.#function;
    const what = `weight(${this.#name()} in ${doc}) [${text}]`;
    const scorer = this.scorer(segment);
    if (scorer === null) return unmatched(`${what}. Feature ${shownFeature} doesn't exist.`);
    const score = scoreAt(scorer, doc);
    if (Number.isNaN(score)) return unmatched(`${what}. Feature ${shownFeature} isn't set.`);
    const on = `${name} function on the ${shownField} field for the ${shownFeature} feature`;
    return matched(score, `${on}, computed as ${formula} from:`, [
      matched(this.#boost, 'w, weight of this function'),
      ...parts,
      matched(this.#valueOf(segment, doc), 'S, feature value'),
    ]);
  }

  #valueOf(segment: number, doc: number): number {
    const { terms, from, to } = this.#termsOf(this.segment(segment))!;
    for (let ordinal = from; ordinal < to; ordinal++) {
      const postings = terms.postings(ordinal);
      if (!postings.seekBlock(doc)) continue;
      if (postings.docs.subarray(0, postings.length).includes(doc)) {
        return featureValue(bitsOfTerm(terms.bytes, terms.offsets[ordinal + 1]!));
      }
    }
    return 0;
  }
}
