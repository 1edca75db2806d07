import type { WorkBudget } from '../../budget/work-budget.ts';
import { getBit } from '../../codec/bits.ts';
import { compareBytes } from '../../codec/bytes.ts';
import { javaFloat } from '../../mapping/java-text.ts';
import { NO_MORE_DOCS } from '../../segment/doc-iterator.ts';
import type { SegmentReader } from '../../segment/segment-reader.ts';
import { bm25, NO_NORM } from '../bm25.ts';
import { explainBm25 } from '../explain-bm25.ts';
import { type Explanation, unmatched } from '../explanation.ts';
import { NO_MORE_POSITIONS } from '../positions/position-iterator.ts';
import { BlockScorer, type DocBlock } from '../scorer.ts';
import { FieldSimilarity } from '../term-weight.ts';
import { type QueryContext, SegmentWeight } from '../weight.ts';
import type { WordSink } from '../word-sink.ts';
import type { SpanSource, SpanTerm } from './span-source.ts';
import type { Spans } from './spans.ts';

/** Documents with a span, scored as a phrase is: by the sum of the rarities of all terms, and by how wide the spans are. */
export class SpanWeight extends SegmentWeight {
  readonly source: SpanSource;
  readonly #boost: number;
  readonly #similarity: FieldSimilarity;
  readonly #docFreqs: readonly number[];
  readonly #weight: number;

  constructor(context: QueryContext, source: SpanSource, boost: number) {
    super(context);
    this.source = source;
    this.#boost = boost;
    this.#similarity = new FieldSimilarity(context, source.scoredField);
    this.#docFreqs = distinctTerms(source.terms).map(({ state }) => state.docFreq);
    this.#weight = this.needsScores ? this.#similarity.weight(boost, this.#docFreqs) : 0;
  }

  override get isGradual(): boolean {
    return true;
  }

  override scorer(segment: number): SpanScorer | null {
    const spans = this.source.spans(segment);
    if (spans === null) return null;
    const lengths = lengthsOf(this.segment(segment), this.#similarity.field);
    const scoring = { weight: this.#weight, inverses: this.#similarity.inverses, lengths };
    return new SpanScorer(spans, scoring, this.budget);
  }

  words(sink: WordSink): void {
    const isTerm = this.source.word !== null;
    this.source.words(isTerm ? sink : sink.only('others'), this.#boost);
  }

  text(): string {
    const { text } = this.source;
    return this.#boost === 1 || !this.needsScores ? text : `(${text})^${javaFloat(this.#boost)}`;
  }

  explain(segment: number, doc: number): Explanation {
    const freq = this.scorer(segment)?.freqIn(doc) ?? 0;
    if (freq === 0) return unmatched('no matching term');
    const { field, statistics } = this.#similarity;
    return explainBm25({
      text: this.source.rewritten ?? this.source.text,
      doc,
      statistics,
      docFreqs: this.#docFreqs,
      boost: this.#boost,
      freq,
      freqText: `phraseFreq=${javaFloat(freq)}`,
      norm: normOf(lengthsOf(this.segment(segment), field), doc),
    });
  }
}

/** What is known of the texts of a field. */
interface Lengths {
  readonly norms: Uint8Array | null;
  /** Documents that have one, without words too. */
  readonly exists: Uint32Array | 'all' | null;
}

function lengthsOf(segment: SegmentReader, field: string): Lengths {
  return { norms: segment.norms(field), exists: segment.exists(field) };
}

/** Of a document without the field, where that masks another: as of one without norms. */
function normOf({ norms, exists }: Lengths, doc: number): number {
  const norm = norms?.[doc] ?? NO_NORM;
  if (norm !== 0) return norm;
  return exists === 'all' || (exists !== null && getBit(exists, doc)) ? 0 : NO_NORM;
}

/** Terms that documents have, each once, in their order. */
function distinctTerms(terms: readonly SpanTerm[]): SpanTerm[] {
  const found = terms.filter(({ state }) => state.docFreq > 0);
  found.sort((a, b) => {
    if (a.field !== b.field) return a.field < b.field ? -1 : 1;
    return compareBytes(a.state.term, b.state.term);
  });
  return found.filter((term, i) => {
    const before = found[i - 1];
    return before?.field !== term.field || compareBytes(before.state.term, term.state.term) !== 0;
  });
}

interface SpanScoring {
  readonly weight: number;
  readonly inverses: Float32Array;
  readonly lengths: Lengths;
}

/** So many spans, as a power of two, take as long as a step. */
const SPANS_PER_STEP = 3;

class SpanScorer extends BlockScorer {
  readonly cost: number;
  readonly maxScore: number;
  readonly #spans: Spans;
  readonly #scoring: SpanScoring;
  readonly #budget: WorkBudget;

  constructor(spans: Spans, scoring: SpanScoring, budget: WorkBudget) {
    super();
    this.#spans = spans;
    this.cost = spans.cost;
    this.#scoring = scoring;
    this.maxScore = scoring.weight;
    this.#budget = budget;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    const spans = this.#spans;
    block.length = 0;
    if (spans.doc === NO_MORE_DOCS || (minScore >= this.maxScore && minScore >= 0)) return false;
    const { docs, scores } = block;
    let doc = spans.advance(Math.max(from, spans.doc + 1));
    for (; doc !== NO_MORE_DOCS; doc = spans.advance(doc + 1)) {
      this.#budget.charge(1);
      spans.begin();
      if (spans.next() === NO_MORE_POSITIONS) continue;
      const score = this.maxScore === 0 ? 0 : this.#score(doc);
      if (score <= minScore) continue;
      docs[block.length] = doc;
      scores[block.length++] = score;
      if (block.length === docs.length) return true;
    }
    return block.length > 0;
  }

  /** How often a document has spans, narrow ones counting more; 0 where it has none. Of a scorer that is used for nothing else. */
  freqIn(doc: number): number {
    const spans = this.#spans;
    if (spans.advance(doc) !== doc) return 0;
    spans.begin();
    return spans.next() === NO_MORE_POSITIONS ? 0 : this.#freq();
  }

  #score(doc: number): number {
    const { weight, inverses, lengths } = this.#scoring;
    return bm25(weight, this.#freq(), inverses[normOf(lengths, doc)]!);
  }

  /** From the first span of the document on. */
  #freq(): number {
    const spans = this.#spans;
    let freq = 0;
    let count = 0;
    do {
      freq = Math.fround(freq + 1 / (1 + spans.width));
      count++;
    } while (spans.next() !== NO_MORE_POSITIONS);
    this.#budget.charge(count >>> SPANS_PER_STEP);
    return freq;
  }
}
