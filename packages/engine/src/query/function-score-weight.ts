import type { WorkBudget } from '../budget/work-budget.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import { isShown } from '../segment/is-shown.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { documentError } from './document-error.ts';
import { type Explanation, explain } from './explanation.ts';
import { explainFunctions } from './function-score-explanation.ts';
import { combined, type FunctionScoring, joined, startOf } from './function-score-modes.ts';
import type { SegmentFunction } from './functions/score-function.ts';
import { NarrowingScorer } from './narrowing-scorer.ts';
import { cursorOf, foundIn } from './phases/cursor-of.ts';
import type { DocCursor } from './phases/doc-cursor.ts';
import { NarrowedCursor } from './phases/script-cursor.ts';
import type { DocBlock, Scorer } from './scorer.ts';
import { type QueryContext, SegmentWeight, type Weight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

/** The documents of a query with scores that functions change: OpenSearch's `FunctionScoreQuery`. */
export class FunctionScoreWeight extends SegmentWeight {
  readonly #inner: Weight;
  readonly #scoring: FunctionScoring;

  constructor(context: QueryContext, inner: Weight, scoring: FunctionScoring) {
    super(context);
    this.#inner = inner;
    this.#scoring = scoring;
  }

  words(sink: WordSink): void {
    this.#inner.words?.(sink);
  }

  get asks(): boolean {
    const { functions } = this.#scoring;
    return asks(this.#inner) || functions.some((each) => asks(each.filter) || each.function?.asks === true);
  }

  cursor(segment: number): DocCursor | null {
    if (!this.asks) return null;
    const [found] = foundIn([this.#inner], segment);
    if (found === undefined) return null;
    const narrowing = this.#scorerOf(found.scorer, segment);
    return new NarrowedCursor(cursorOf(found, segment), narrowing, this.#scoring.minScore !== null);
  }

  override scorer(segment: number): Scorer | null {
    const inner = this.#inner.scorer(segment);
    return inner === null ? null : this.#scorerOf(inner, segment);
  }

  #scorerOf(inner: Scorer, segment: number): FunctionScoreScorer {
    const reader = this.segment(segment);
    const parts = this.#scoring.functions.map(({ filter, function: made, weight }) => ({
      filter: filter === null ? null : filter.scorer(segment),
      everywhere: filter === null,
      value: made === null ? null : made.of(reader),
      weight,
    }));
    const { nestedPath, budget } = this;
    return new FunctionScoreScorer(inner, { parts, scoring: this.#scoring, reader, nestedPath }, budget);
  }

  explain(segment: number, doc: number): Explanation {
    const inner = explain(this.#inner, segment, doc);
    if (!inner.match) return inner;
    return explainFunctions(this.#scoring, inner, { segment, reader: this.segment(segment), doc });
  }
}

function asks(weight: Weight | null): boolean {
  return weight?.asks === true;
}

interface Part {
  /** null: no document, unless `everywhere`. */
  readonly filter: Scorer | null;
  readonly everywhere: boolean;
  readonly value: SegmentFunction | null;
  readonly weight: number | null;
}

interface ScorerParts {
  readonly parts: readonly Part[];
  readonly scoring: FunctionScoring;
  readonly reader: SegmentReader;
  readonly nestedPath: string | undefined;
}

/** Of what is deleted, or hidden from the caller, nothing is told: also not by a function that has no answer. */
function keepShown(block: DocBlock, reader: SegmentReader, nestedPath: string | undefined): void {
  const { docs, scores, length } = block;
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const doc = docs[i]!;
    if (!isShown(reader, doc, nestedPath)) continue;
    docs[kept] = doc;
    scores[kept++] = scores[i]!;
  }
  block.length = kept;
}

/** Functions are as fast as a step of the budget for so many documents. */
const DOCS_PER_STEP = 64;

/** As high as a score can be. */
const MAX_SCORE = 3.4028234663852886e38;

class FunctionScoreScorer extends NarrowingScorer {
  readonly isReluctant = true;
  readonly maxScore = MAX_SCORE;
  readonly #parts: readonly Part[];
  readonly #scoring: FunctionScoring;
  readonly #reader: SegmentReader;
  readonly #nestedPath: string | undefined;
  readonly #hits = new Uint8Array(BLOCK_SIZE);
  readonly #values = new Float64Array(BLOCK_SIZE);
  readonly #factors = new Float64Array(BLOCK_SIZE);
  readonly #weights = new Float64Array(BLOCK_SIZE);

  constructor(inner: Scorer, { parts, scoring, reader, nestedPath }: ScorerParts, budget: WorkBudget) {
    super(inner, true, budget);
    this.#parts = parts;
    this.#scoring = scoring;
    this.#reader = reader;
    this.#nestedPath = nestedPath;
  }

  narrow(block: DocBlock): void {
    if (this.#reader.liveDocs !== null) keepShown(block, this.#reader, this.#nestedPath);
    this.budget.charge(1 + Math.floor((block.length * this.#parts.length) / DOCS_PER_STEP));
    this.#collectFactors(block);
    this.#combine(block);
  }

  /** Leaves in `#factors` what the functions say of each document together. */
  #collectFactors(block: DocBlock): void {
    const { length } = block;
    const { scoreMode } = this.#scoring;
    const factors = this.#factors;
    const weights = this.#weights;
    factors.fill(startOf[scoreMode], 0, length);
    weights.fill(0, 0, length);
    const isFirst = scoreMode === 'first';
    for (const part of this.#parts) {
      if (!this.#hitsOf(part, block)) continue;
      if (isFirst) for (let i = 0; i < length; i++) if (weights[i] !== 0) this.#hits[i] = 0;
      this.#valuesOf(part, block, isFirst);
      const own = part.weight ?? 1;
      for (let i = 0; i < length; i++) {
        if (this.#hits[i] === 0) continue;
        factors[i] = joined(scoreMode, factors[i]!, this.#values[i]! * own);
        weights[i]! += scoreMode === 'avg' ? own : 1;
      }
    }
    for (let i = 0; i < length; i++) {
      if (weights[i] === 0) factors[i] = 1;
      else if (scoreMode === 'avg') factors[i]! /= weights[i]!;
    }
  }

  /** Fills `#hits`; false where the function is for none of the documents. */
  #hitsOf(part: Part, { docs, length }: DocBlock): boolean {
    if (!part.everywhere && part.filter === null) return false;
    const hits = this.#hits;
    hits.fill(part.everywhere ? 1 : 0, 0, length);
    if (part.filter !== null) part.filter.probe(docs, length, hits, null);
    return true;
  }

  /** Fills `#values` for those hit; `ofSome`: of others nothing may be asked. */
  #valuesOf(part: Part, { docs, length, scores }: DocBlock, ofSome: boolean): void {
    if (part.value === null) this.#values.fill(1, 0, length);
    else if (part.everywhere && !ofSome) part.value(docs, length, scores, this.#values);
    else this.#valuesOfHits(part.value, docs, length, scores);
  }

  /** Only documents of the filter are asked: others may have no value. */
  #valuesOfHits(value: SegmentFunction, docs: Int32Array, length: number, scores: Float32Array): void {
    for (let i = 0; i < length; i++) {
      if (this.#hits[i] === 1)
        value(docs.subarray(i, i + 1), 1, scores.subarray(i, i + 1), this.#values.subarray(i));
    }
  }

  #combine(block: DocBlock): void {
    const { boostMode, maxBoost, minScore } = this.#scoring;
    const { docs, scores, length } = block;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const factor = Math.min(this.#factors[i]!, maxBoost);
      const score = Math.fround(combined(boostMode, scores[i]!, factor));
      if (!(score >= 0) || score === Number.POSITIVE_INFINITY) throw invalidScore(score, docs[i]!);
      if (minScore !== null && score < minScore) continue;
      docs[kept] = docs[i]!;
      scores[kept++] = score;
    }
    block.length = kept;
  }
}

function invalidScore(score: number, doc: number): Error {
  const shown = Number.isFinite(score) ? score.toFixed(1) : String(score);
  const reason = `function score query returned an invalid score: ${shown} for doc: ${doc}`;
  return documentError('exception', reason);
}
