import { runThrough, type Steps } from '../budget/slices.ts';
import { javaFloat } from '../mapping/java-text.ts';
import { type GlobalOrdinals, prepareOrdinals } from '../segment/global-ordinals.ts';
import type { ShardSearcher } from '../segment/segment-reader.ts';
import { type Explanation, matched, scoreAt, textOf, unmatched } from './explanation.ts';
import { ANY_COUNT, FoundIds, type FoundOptions, idOf, type SegmentIds } from './found-ids.ts';
import { JoinScorer } from './join-scorer.ts';
import { DocBlock, NO_MINIMUM, type Scorer } from './scorer.ts';
import { type QueryContext, SegmentWeight, type Weight } from './weight.ts';

export interface Join extends FoundOptions {
  /** The field that holds the ids by which documents are joined. */
  readonly ids: string;
  /** Documents that find ids. */
  readonly from: Weight;
  /** Documents that may have them. */
  readonly to: Weight;
  readonly boost: number;
}

/** What has been found, and what it was numbered by. */
interface Found {
  readonly ids: FoundIds;
  readonly ordinals: GlobalOrdinals;
  readonly maxScore: number;
}

/**
 * Documents of a shard that have an id which other documents of it have too, whatever segments they are in; as Lucene's
 * `JoinUtil.createJoinQuery`. The others are gone through once, before the first document is found.
 */
export class JoinWeight extends SegmentWeight {
  readonly #searcher: ShardSearcher;
  readonly #join: Join;
  #found: Found | null = null;

  constructor(context: QueryContext, join: Join) {
    super(context);
    this.#searcher = context.searcher;
    this.#join = join;
    context.undivided?.();
    context.prepare?.(() => this.#prepare());
  }

  *#prepare(): Steps<void> {
    this.#found ??= yield* this.#find();
  }

  *#find(): Steps<Found> {
    const { ids: field, from } = this.#join;
    const { budget, windows } = this;
    const ordinals = yield* prepareOrdinals(this.#searcher, field, budget);
    const mode = this.needsScores ? this.#join.mode : 'none';
    const ids = new FoundIds(ordinals.size, { ...this.#join, mode }, budget);
    const block = new DocBlock();
    const lent = windows.mark();
    for (const [segment, { liveDocs }] of this.segments.entries()) {
      budget.charge(1);
      const own = this.#idsOf(segment, ordinals);
      const scorer = own === null ? null : from.scorer(segment);
      let next = 0;
      while (scorer?.nextBlock(block, next, NO_MINIMUM) === true) {
        if (block.length > 0) next = block.docs[block.length - 1]! + 1;
        ids.take(block, own!, liveDocs);
        if (budget.sliceOver) yield;
      }
      windows.release(lent);
    }
    ids.finish();
    return { ids, ordinals, maxScore: ids.maxScore() };
  }

  #idsOf(segment: number, { maps }: GlobalOrdinals): SegmentIds | null {
    const column = this.segment(segment).ordinals(this.#join.ids);
    return column === null ? null : { column, map: maps[segment] ?? null };
  }

  #foundAtOnce(): Found {
    this.#found ??= runThrough(this.#find());
    return this.#found;
  }

  override scorer(segment: number): Scorer | null {
    const { ids: found, ordinals, maxScore } = this.#foundAtOnce();
    const ids = this.#idsOf(segment, ordinals);
    const to = ids === null ? null : this.#join.to.scorer(segment);
    if (ids === null || to === null) return null;
    const boost = this.needsScores ? this.#join.boost : 0;
    const joined = { to, ids, found, boost, maxScore: Math.fround(maxScore * boost) };
    return new JoinScorer(joined, this.budget);
  }

  override get isGradual(): boolean {
    return this.#join.to.isGradual;
  }

  text(): string {
    const { ids, min, max, from } = this.#join;
    if (this.#isPlain) return `GlobalOrdinalsQuery{joinField=${ids}}`;
    return `GlobalOrdinalsQuery{joinField=${ids},min=${min},max=${max},fromQuery=${textOf(from)}}`;
  }

  get #isPlain(): boolean {
    const { mode, min, max } = this.#join;
    return mode === 'none' && min <= 1 && max === ANY_COUNT;
  }

  explain(segment: number, doc: number): Explanation {
    const { ordinals } = this.#foundAtOnce();
    const ids = this.#idsOf(segment, ordinals);
    const id = ids === null ? -1 : idOf(ids, doc);
    if (id < 0) return unmatched('Not a match');
    const value = `join value ${ordinals.text(id)}`;
    const score = scoreAt(this.scorer(segment), doc);
    if (Number.isNaN(score)) return unmatched(`Not a match, ${value}`);
    const { boost } = this.#join;
    const boosted = this.#isPlain || boost === 1 ? '' : `^${javaFloat(boost)}`;
    return matched(score, `A match, ${value}${boosted}`);
  }
}
