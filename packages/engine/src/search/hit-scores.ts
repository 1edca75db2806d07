import type { Steps } from '../budget/slices.ts';
import { ScoreWindows } from '../query/score-window.ts';
import type { QueryContext, Weight } from '../query/weight.ts';
import { BLOCK_SIZE } from '../segment/doc-iterator.ts';
import { type SearchSetup, sharedStatistics } from './search-setup.ts';
import type { SegmentTarget } from './shard-target.ts';

/** A document of the search: `segment` is the place of its segment among all of them. */
export interface DocPlace {
  readonly segment: number;
  readonly doc: number;
}

/** Makes of a context the weight by which the documents of a shard are looked at. */
export type WeightOf = (context: QueryContext) => Weight;

/** Looks at single documents, in memory of its own: scorers are left in the midst of their work. */
export class HitScores {
  readonly #setup: SearchSetup;
  readonly #targets: readonly SegmentTarget[];
  #windows: ScoreWindows | null = null;

  constructor(setup: SearchSetup, targets: readonly SegmentTarget[]) {
    this.#setup = setup;
    this.#targets = targets;
  }

  /** For a query that is asked about documents of a shard. */
  contextOf(
    { shard: { searcher, mapping } }: Pick<SegmentTarget, 'shard'>,
    needsScores: boolean,
  ): QueryContext {
    const { nowMs, budget, nestedPath } = this.#setup;
    this.#windows ??= new ScoreWindows();
    const shared = sharedStatistics(this.#setup);
    const context = { searcher, mapping, nowMs, budget, windows: this.#windows, needsScores, ...shared };
    return nestedPath === undefined ? context : { ...context, nestedPath };
  }

  /** The score of each document, in their order; NaN for those that do not match. */
  *of(places: readonly DocPlace[], needsScores: boolean, weightOf: WeightOf): Steps<Float32Array> {
    const { budget } = this.#setup;
    const found = new Float32Array(places.length).fill(Number.NaN);
    const weights = new Map<number, Weight>();
    for (const [segment, slots] of bySegment(places)) {
      const target = this.#targets[segment]!;
      let weight = weights.get(target.shardIndex);
      if (weight === undefined) {
        weight = weightOf(this.contextOf(target, needsScores));
        weights.set(target.shardIndex, weight);
      }
      budget.charge(1);
      const scorer = weight.scorer(target.ordinal);
      for (let from = 0; scorer !== null && from < slots.length; from += BLOCK_SIZE) {
        const some = slots.slice(from, from + BLOCK_SIZE);
        const docs = Int32Array.from(some, (slot) => places[slot]!.doc);
        const hits = new Uint8Array(docs.length);
        const scores = new Float64Array(docs.length);
        scorer.probe(docs, docs.length, hits, needsScores ? scores : null);
        budget.charge(docs.length);
        for (const [i, slot] of some.entries()) if (hits[i] === 1) found[slot] = scores[i]!;
      }
      if (budget.sliceOver) yield;
    }
    return found;
  }
}

/** The places in the list of each segment's documents, in the order of these. */
function bySegment(places: readonly DocPlace[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const [slot, { segment }] of places.entries()) {
    const group = groups.get(segment);
    if (group === undefined) groups.set(segment, [slot]);
    else group.push(slot);
  }
  for (const group of groups.values()) group.sort((a, b) => places[a]!.doc - places[b]!.doc);
  return groups;
}
