import type { WorkBudget } from '../budget/work-budget.ts';
import { javaFloat } from '../mapping/java-text.ts';
import type { SearchScript } from '../script/search-script.ts';
import { isShown } from '../segment/is-shown.ts';
import type { SegmentReader } from '../segment/segment-reader.ts';
import { documentError } from './document-error.ts';
import { NarrowingScorer } from './narrowing-scorer.ts';
import { BlockScorer, type DocBlock, type Scorer } from './scorer.ts';

interface ScriptFiltering {
  readonly score: number;
  /** See `QueryContext`. */
  readonly nestedPath: string | undefined;
}

/** The live documents of which a script says yes. */
export class ScriptFilterScorer extends BlockScorer {
  readonly isReluctant = true;
  readonly takesAnyOrder = true;
  readonly cost: number;
  readonly maxScore: number;
  readonly #segment: SegmentReader;
  readonly #script: SearchScript;
  readonly #budget: WorkBudget;
  readonly #nestedPath: string | undefined;
  #doc = 0;

  constructor(
    segment: SegmentReader,
    script: SearchScript,
    { score, nestedPath }: ScriptFiltering,
    budget: WorkBudget,
  ) {
    super();
    this.#nestedPath = nestedPath;
    this.#segment = segment;
    this.#script = script;
    this.#budget = budget;
    this.maxScore = score;
    this.cost = segment.maxDoc;
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    const doc = Math.max(this.#doc, from);
    if (doc >= this.cost || this.maxScore <= minScore) return false;
    const end = Math.min(this.cost, doc + block.docs.length);
    this.#budget.charge(1 + ((end - doc) >>> 2));
    this.#script.setSegment(this.#segment);
    const { docs } = block;
    const count = end - doc;
    for (let i = 0; i < count; i++) docs[i] = doc + i;
    const said = this.#script.runBlock?.(docs, count, null, null) ?? null;
    for (let i = 0; i < count; i++) if (this.#holds(doc + i, said, i)) docs[block.length++] = doc + i;
    block.scores.fill(this.maxScore, 0, block.length);
    this.#doc = end;
    return true;
  }

  /** Only those asked for are looked at: of others the script may not be able to say anything. */
  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    this.#budget.charge(1 + (length >>> 2));
    this.#script.setSegment(this.#segment);
    const said = this.#script.runBlock?.(docs, length, null, null) ?? null;
    for (let i = 0; i < length; i++) {
      if (!this.#holds(docs[i]!, said, i)) continue;
      hits[i] = 1;
      if (scores !== null) scores[i]! += this.maxScore;
    }
  }

  /** `said`: what the script says of all documents, that of this one at `i`; null: it is asked. */
  #holds(doc: number, said: Float64Array | null, i: number): boolean {
    if (!isShown(this.#segment, doc, this.#nestedPath)) return false;
    return said === null ? this.#script.run(doc) === true : said[i] !== 0;
  }
}

export interface ScriptScoring {
  readonly boost: number;
  /** Documents below are left out. */
  readonly minScore: number | null;
  /** See `QueryContext`. */
  readonly nestedPath: string | undefined;
}

/** The documents of another scorer with the scores that a script gives them: OpenSearch's `ScriptScoreQuery`. */
export class ScriptScoreScorer extends NarrowingScorer {
  readonly isReluctant = true;
  /** A script may answer what is beyond all floats. */
  readonly maxScore = Number.POSITIVE_INFINITY;
  readonly #segment: SegmentReader;
  readonly #script: SearchScript;
  readonly #scoring: ScriptScoring;

  constructor(
    inner: Scorer,
    segment: SegmentReader,
    script: SearchScript,
    scoring: ScriptScoring,
    budget: WorkBudget,
  ) {
    super(inner, true, budget);
    this.#segment = segment;
    this.#script = script;
    this.#scoring = scoring;
  }

  narrow(block: DocBlock): void {
    this.budget.charge(1 + (block.length >>> 2));
    this.#script.setSegment(this.#segment);
    const { boost, minScore, nestedPath } = this.#scoring;
    const { docs, scores, length } = block;
    const said = this.#script.runBlock?.(docs, length, scores, null) ?? null;
    let kept = 0;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      if (!isShown(this.#segment, doc, nestedPath)) continue;
      const score = said === null ? (this.#script.run(doc, scores[i]!) as number) : said[i]!;
      if (!(Math.fround(score) >= 0)) throw invalidScore(score, doc);
      const boosted = Math.fround(Math.fround(score) * boost);
      if (minScore !== null && boosted < minScore) continue;
      docs[kept] = doc;
      scores[kept++] = boosted;
    }
    block.length = kept;
  }
}

function invalidScore(score: number, doc: number): Error {
  const shown = javaFloat(Math.fround(score));
  const reason = `script_score script returned an invalid score [${shown}] for doc [${doc}]. Must be a non-negative score!`;
  return documentError('illegal_argument_exception', reason);
}
