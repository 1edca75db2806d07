import { BitSetScorer } from './constant-scorer.ts';
import type { Scorer } from './scorer.ts';
import { type QueryContext, SegmentWeight } from './weight.ts';

/** Documents that any of the parts matches, without their scores: a bit set per segment. */
export class UnionWeight<Part> extends SegmentWeight {
  readonly #parts: readonly Part[];
  readonly #scorerOf: (segment: number, part: Part) => Scorer | null;
  readonly #score: number;

  constructor(
    context: QueryContext,
    parts: readonly Part[],
    scorerOf: (segment: number, part: Part) => Scorer | null,
    score: number,
  ) {
    super(context);
    this.#parts = parts;
    this.#scorerOf = scorerOf;
    this.#score = score;
  }

  override scorer(segment: number): Scorer | null {
    const { maxDoc } = this.segment(segment);
    const bits = new Uint32Array((maxDoc + 31) >>> 5);
    let cost = 0;
    for (const part of this.#parts) {
      const scorer = this.#scorerOf(segment, part);
      if (scorer === null) continue;
      cost += scorer.cost;
      scorer.accumulate(0, maxDoc, bits, null);
    }
    return cost === 0 ? null : new BitSetScorer(bits, Math.min(cost, maxDoc), this.#score);
  }
}
