import { BlockJoinScorer } from './block-join-scorer.ts';
import type { JoinScoreMode } from './join-score-mode.ts';
import type { Scorer } from './scorer.ts';
import { type QueryContext, SegmentWeight, type Weight } from './weight.ts';
import type { WordSink } from './word-sink.ts';

export interface BlockJoin {
  /** Of the objects that the inner query is asked about. */
  readonly path: string;
  /** Of the documents that are found: those around them; null = the outermost ones. */
  readonly parentPath: string | null;
  readonly scoreMode: JoinScoreMode;
}

/** Documents with an object in them that another query matches. */
export class BlockJoinWeight extends SegmentWeight {
  readonly #inner: Weight;
  readonly #join: BlockJoin;

  constructor(context: QueryContext, inner: Weight, join: BlockJoin) {
    super(context);
    this.#inner = inner;
    this.#join = join;
  }

  override scorer(segment: number): Scorer | null {
    const { path, parentPath, scoreMode } = this.#join;
    const { blocks } = this.segment(segment);
    const children = blocks?.docsOf(path) ?? null;
    const parents = blocks?.docsOf(parentPath) ?? null;
    if (children === null || parents === null) return null;
    const inner = this.#inner.scorer(segment);
    if (inner === null) return null;
    const mode = this.needsScores ? scoreMode : 'none';
    return new BlockJoinScorer(inner, { children, parents, mode }, this.budget);
  }

  override get isGradual(): boolean {
    return this.#inner.isGradual;
  }

  words(sink: WordSink): void {
    this.#inner.words?.(sink);
  }
}
