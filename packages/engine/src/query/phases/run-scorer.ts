import type { WorkBudget } from '../../budget/work-budget.ts';
import { BlockScorer, type DocBlock } from '../scorer.ts';
import type { DocCursor } from './doc-cursor.ts';
import { FixedScoreCursor } from './plain-cursor.ts';
import { CursorRun, type Run } from './runs.ts';

/** Documents in two ways, of which one is used, once. */
interface Phases {
  readonly cost: number;
  /** No score is above it. */
  readonly maxScore: number;
  /** Where all documents are gone through. */
  run(): Run;
  /** Where documents are looked up. */
  cursor(): DocCursor;
}

interface RunUse {
  readonly maxDoc: number;
  readonly scored: boolean;
  readonly budget: WorkBudget;
}

/** What a run finds, or, where documents are looked up, a cursor. */
export class RunScorer extends BlockScorer {
  readonly maxScore: number;
  readonly cost: number;
  readonly #phases: Phases;
  readonly #use: RunUse;
  #run: Run | null = null;
  #cursor: DocCursor | null = null;
  #next = 0;

  constructor(phases: Phases, use: RunUse) {
    super();
    this.#phases = phases;
    this.#use = use;
    this.cost = Math.min(use.maxDoc, phases.cost);
    this.maxScore = use.scored ? phases.maxScore : 0;
  }

  /** The same documents, all with one score: Lucene's `ConstantScoreQuery` comes to them as a part of another query does. */
  withScore(score: number): RunScorer {
    const cursor = new FixedScoreCursor(this.#phases.cursor(), score);
    const run = () => new CursorRun(cursor, true);
    const phases = { cost: this.cost, maxScore: score, cursor: () => cursor, run };
    return new RunScorer(phases, { ...this.#use, scored: true });
  }

  override nextBlock(block: DocBlock, from: number, minScore: number): boolean {
    block.length = 0;
    const { maxDoc, budget } = this.#use;
    const start = Math.max(this.#next, from);
    if (start >= maxDoc || this.maxScore <= minScore) return false;
    this.#run ??= this.#phases.run();
    const end = Math.min(maxDoc, start + block.docs.length);
    budget.charge(1 + (block.docs.length >>> 2));
    this.#next = this.#run.run(start, end, (doc, score) => {
      block.docs[block.length] = doc;
      block.scores[block.length++] = score;
    });
    return true;
  }

  override probe(docs: Int32Array, length: number, hits: Uint8Array, scores: Float64Array | null): void {
    this.#use.budget.charge(1 + (length >>> 2));
    this.#cursor ??= this.#phases.cursor();
    const cursor = this.#cursor;
    for (let i = 0; i < length; i++) {
      const doc = docs[i]!;
      const found = cursor.doc < doc ? cursor.advance(doc) : cursor.doc;
      if (found !== doc || !cursor.matches()) continue;
      hits[i] = 1;
      if (scores !== null) scores[i]! += cursor.score();
    }
  }
}
