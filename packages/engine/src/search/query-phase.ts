import type { Steps } from '../budget/slices.ts';
import { TimeExceeded, type WorkBudget } from '../budget/work-budget.ts';
import type { DocOrder } from '../collect/key-order.ts';
import { TopScores } from '../collect/top-scores.ts';
import { TopSorted } from '../collect/top-sorted.ts';
import { MatchCounter } from '../query/match-counter.ts';
import type { ScoreWindows } from '../query/score-window.ts';
import { type DocBlock, NO_MINIMUM } from '../query/scorer.ts';
import { leastOf } from '../query/weight.ts';
import type { Collector, PartsCollector, SegmentCollector } from '../segment/collector.ts';
import type { ShardQuery } from './bound-search.ts';
import { countMatches, PartsCounter } from './count-matches.ts';
import { walkInOrder } from './key-order-walk.ts';
import { knowsEnough } from './knows-enough.ts';
import { PartDocs } from './part-docs.ts';
import type { DocPlace } from './search-api.ts';
import { keepAfter } from './search-pages.ts';
import type { SearchPart, SearchParts } from './search-parts.ts';
import type { SearchRequest } from './search-request.ts';
import {
  cutAfter,
  keepLive,
  keepPassing,
  keepScores,
  nextOf,
  type OpenedSegment,
  passingOf,
  type SegmentRun,
} from './segment-run.ts';
import { inShard } from './shard-damaged.ts';
import type { SegmentTarget } from './shard-target.ts';
import type { ShardTimes } from './shard-times.ts';

/** Documents found in the order of a key that are collected between two looks at the time. */
const COLLECTED = 4096;

/** The hits that are kept; null where none are wanted. */
export type TopHits = TopScores | TopSorted | null;

export interface QueryPhaseOptions {
  readonly request: SearchRequest;
  readonly queries: ReadonlyMap<number, ShardQuery>;
  readonly top: TopHits;
  readonly aggregations: Collector | null;
  readonly budget: WorkBudget;
  readonly windows: ScoreWindows;
  readonly times: ShardTimes | null;
  /** The last hit of the page before; null: there is none. */
  readonly after: DocPlace | null;
}

/** One pass over the segments of a search: counts, keeps the best, feeds the aggregations. */
export class QueryPhase {
  /** Matching documents that were counted, or are known to be there at least; may stop growing once it passed what is to be tracked. */
  total = 0;
  /** NaN until a document was scored. Only where every score is looked at. */
  maxScore = Number.NaN;
  timedOut = false;
  terminatedEarly = false;
  readonly #options: QueryPhaseOptions;
  readonly #block: DocBlock;
  readonly #hits: Uint8Array;
  /** Of the same search, as far as is known. */
  #countedByOthers = 0;
  /** See `knowsEnough`; undefined until something is to be counted. */
  #isEnough: boolean | undefined;
  #shardIndex = -1;
  #collectedInShard = 0;

  get top(): TopHits {
    return this.#options.top;
  }

  constructor(options: QueryPhaseOptions) {
    this.#options = options;
    const { block, hits } = options.windows.scratch();
    this.#block = block;
    this.#hits = hits;
  }

  /** See the function of that name. */
  knowsEnough(targets: readonly SegmentTarget[]): boolean {
    this.#isEnough ??= knowsEnough(targets, this.#options);
    return this.#isEnough;
  }

  /** Goes through all segments of the search, until the time is up. */
  *search(targets: readonly SegmentTarget[]): Steps<void> {
    const { budget, times, windows } = this.#options;
    const lent = windows.mark();
    let target: SegmentTarget | undefined;
    times?.begin();
    try {
      for (const number of this.orderOf(targets)) {
        windows.release(lent);
        target = targets[number]!;
        const run = yield* this.#begin(targets, number);
        if (run !== null) while (!this.#advance(run)) yield;
        times?.queried(target.shardIndex, this.total);
        if (budget.sliceOver) yield;
      }
    } catch (error) {
      if (!(error instanceof TimeExceeded)) throw inShard(error, target?.shard.searcher);
      this.timedOut = true;
    }
  }

  /** Searches the parts that this thread comes by, until none is left or the time is up. */
  *searchParts(targets: readonly SegmentTarget[], parts: SearchParts): Steps<void> {
    const { budget, times, windows } = this.#options;
    const lent = windows.mark();
    let counted = 0;
    let place = -1;
    let opened: OpenedSegment | null = null;
    let target: SegmentTarget | undefined;
    times?.begin();
    try {
      for (let part = parts.claim(); part !== undefined; part = parts.claim()) {
        target = targets[part.segment]!;
        const before = this.total;
        if (part.segment !== place || part.isWhole) {
          windows.release(lent);
          opened = part.isWhole ? null : yield* this.#open(target, part);
          place = part.segment;
        }
        if (part.isWhole) {
          const run = yield* this.#begin(targets, part.segment);
          if (run !== null) while (!this.#advance(run)) yield;
        } else if (opened !== null) yield* this.#searchPart(opened, part);
        times?.queried(target.shardIndex, this.total);
        const more = this.total - before;
        counted += more;
        this.#countedByOthers = parts.addCounted(more) - counted;
        if (budget.sliceOver) yield;
      }
    } catch (error) {
      if (!(error instanceof TimeExceeded)) throw inShard(error, target?.shard.searcher);
      this.timedOut = true;
    }
  }

  /**
   * The places of the segments in the order in which they are searched: those with the best documents first, where a
   * sort tells which those are and nothing else depends on the order.
   */
  orderOf(targets: readonly SegmentTarget[]): number[] {
    const { top, aggregations, request } = this.#options;
    const places = [...targets.keys()];
    if (!(top instanceof TopSorted) || aggregations !== null || request.terminateAfter > 0) return places;
    const best = targets.map(({ segment }) => top.bestOf(segment) ?? Number.POSITIVE_INFINITY);
    return places.sort((a, b) => (best[a] === best[b] ? a - b : best[a]! - best[b]!));
  }

  /** `number`: of the segment among all of the search. null: there is nothing to do in it. */
  *#begin(targets: readonly SegmentTarget[], number: number): Steps<SegmentRun | null> {
    const target = targets[number]!;
    this.#options.budget.charge(1);
    const query = this.#options.queries.get(target.shardIndex);
    if (query === undefined) return null;
    if (target.shardIndex !== this.#shardIndex) this.#collectedInShard = 0;
    this.#shardIndex = target.shardIndex;
    if (this.#shardIsDone()) return null;
    const { request, top, aggregations } = this.#options;
    const { segment, ordinal } = target;
    const preparation = query.prepare(ordinal);
    if (preparation !== null) yield* preparation;
    // OpenSearch has no count at hand either where objects of nested fields lie between the documents.
    const looks = top !== null || aggregations !== null || segment.blocks !== null;
    const limited = request.terminateAfter > 0 && looks;
    const plain = query.postFilter === null && request.minScore === null && !limited;
    let known = plain ? query.weight.count(ordinal) : -1;
    if (known > 0) this.#countKnown(known);
    if (known < 0 && this.knowsEnough(targets)) this.total += leastOf(query.weight, ordinal);
    let collector: SegmentCollector | null = null;
    if (aggregations !== null) {
      const unrestricted = request.minScore === null && request.terminateAfter === 0;
      const match = unrestricted ? query.weight.known(ordinal) : ({ kind: 'other' } as const);
      const pass = aggregations.prepare(segment, target.shardIndex, match);
      const passed = pass === null ? -1 : yield* pass;
      if (known < 0 && plain && passed >= 0) known = this.#countKnown(passed);
      collector = aggregations.forSegment(segment, target.shardIndex, match);
    }
    if (known === 0) return null;
    const alone = plain && collector === null && !request.trackScores && request.terminateAfter === 0;
    if (top === null && collector === null && (known >= 0 || alone)) {
      if (known < 0) yield* this.#count(target, query);
      return null;
    }
    if (top !== null && !(top instanceof TopScores)) {
      top.setSegment(number, segment, target.docBase);
      if (alone && !top.needsScores) {
        const order = top.inOrder(query.weight.rangeOf(ordinal, request.sort[0]!.field));
        if (order !== null) {
          const matches = known >= 0 ? known : yield* this.#count(target, query);
          if (yield* this.#walk(order, matches, { target, query, top })) return null;
          known = matches;
        }
      }
    }
    const scorer = query.weight.scorer(ordinal);
    if (scorer === null) return null;
    const postFilter = query.postFilter?.scorer(ordinal) ?? null;
    const dropAll = query.postFilter !== null && postFilter === null;
    const counting = known < 0 && !this.#isEnough;
    const { liveDocs } = segment;
    const counter = counting && alone && top instanceof TopScores ? MatchCounter.of(scorer, liveDocs) : null;
    const asked = { scorer, collector, postFilter, dropAll, counting, counter };
    return { number, ...asked, liveDocs, from: 0, part: null };
  }

  #shardIsDone(): boolean {
    const { terminateAfter } = this.#options.request;
    const isDone = terminateAfter > 0 && this.#collectedInShard >= terminateAfter;
    this.terminatedEarly ||= isDone;
    return isDone;
  }

  /** Begins a segment of which this thread has some parts; `first` is the first of them. */
  *#open(target: SegmentTarget, first: SearchPart): Steps<OpenedSegment | null> {
    const { budget, queries, top, aggregations, request } = this.#options;
    budget.charge(1);
    const query = queries.get(target.shardIndex);
    if (query === undefined) return null;
    const { segment, ordinal, shardIndex } = target;
    const preparation = query.prepare(ordinal);
    if (preparation !== null) yield* preparation;
    let parts: PartsCollector = { collector: null, pass: null };
    if (aggregations !== null) {
      const match = request.minScore === null ? query.weight.known(ordinal) : ({ kind: 'other' } as const);
      parts = yield* aggregations.inParts(segment, shardIndex, match, first.from === 0);
    }
    const { collector } = parts;
    const plain = query.postFilter === null && request.minScore === null;
    // What columns have answered the hits, if any are wanted, still look for.
    const passed = parts.pass !== null;
    const counting = !first.isCounted;
    if (top === null && (collector === null || passed) && (plain || !counting)) {
      return { ...parts, run: null, counter: counting ? this.#counterOf(target, query) : null };
    }
    const scorer = query.weight.scorer(ordinal);
    if (scorer === null) return { ...parts, run: null, counter: null };
    if (top instanceof TopSorted) top.setSegment(first.segment, segment, target.docBase);
    const postFilter = query.postFilter?.scorer(ordinal) ?? null;
    const run: SegmentRun = {
      number: first.segment,
      scorer,
      collector: passed ? null : collector,
      postFilter,
      dropAll: query.postFilter !== null && postFilter === null,
      counting,
      counter: null,
      liveDocs: segment.liveDocs,
      from: first.from,
      part: { to: first.to, docs: new PartDocs(scorer) },
    };
    return { ...parts, run, counter: null };
  }

  #counterOf({ segment, ordinal }: SegmentTarget, { weight }: ShardQuery): PartsCounter | null {
    const scorer = weight.scorer(ordinal);
    return scorer === null ? null : new PartsCounter(scorer, segment, this.#options);
  }

  *#searchPart({ pass, run, counter }: OpenedSegment, { from, to }: SearchPart): Steps<void> {
    if (pass !== null) yield* pass(from, to);
    if (counter !== null && !this.#hasCountedEnough()) {
      const most = this.#options.request.trackTotalHits - this.total - this.#countedByOthers;
      this.total += yield* counter.count(from, to, most);
    }
    if (run?.part == null) return;
    run.from = Math.max(run.from, from);
    run.part.to = to;
    while (!this.#advance(run)) yield;
  }

  #countKnown(known: number): number {
    const { terminateAfter } = this.#options.request;
    this.total += known;
    this.#collectedInShard += known;
    this.terminatedEarly ||= terminateAfter > 0 && this.#collectedInShard > terminateAfter;
    return known;
  }

  /** Counts what matches in the segment, as far as that is to be told; returns about how many do. */
  *#count({ segment, ordinal }: SegmentTarget, { weight }: ShardQuery): Steps<number> {
    const { request, budget, windows } = this.#options;
    const scorer = weight.scorer(ordinal);
    if (scorer === null) return 0;
    const most = request.trackTotalHits - this.total;
    if (most < 0 || this.#isEnough === true) return scorer.cost;
    const { count, upTo } = yield* countMatches(scorer, segment, { most, windows, budget });
    this.total += count;
    return Math.ceil((count * segment.maxDoc) / Math.max(1, upTo));
  }

  /** Finds the first documents in the order of the first key. False where that would take longer. */
  *#walk(
    order: DocOrder,
    matches: number,
    { target, query, top }: { target: SegmentTarget; query: ShardQuery; top: TopSorted },
  ): Steps<boolean> {
    const { request, budget } = this.#options;
    const { segment, ordinal } = target;
    const match = query.weight.known(ordinal);
    const decided =
      match.kind === 'all' || (match.kind === 'range' && match.field === request.sort[0]!.field);
    const found = yield* walkInOrder({
      order,
      wanted: top.capacity,
      matches,
      maxDoc: segment.maxDoc,
      scorer: decided ? null : () => query.weight.scorer(ordinal),
      budget,
    });
    if (found === null) return false;
    const noScores = new Float32Array(Math.min(COLLECTED, found.length));
    for (let from = 0; from < found.length; from += COLLECTED) {
      budget.charge(1 + (COLLECTED >>> 7));
      const docs = found.values.subarray(from, Math.min(found.length, from + COLLECTED));
      top.collect(docs, noScores, docs.length);
      if (budget.sliceOver) yield;
    }
    return true;
  }

  /** Goes on in the segment; false where it gives others their turn before the end. */
  #advance(run: SegmentRun): boolean {
    const { budget } = this.#options;
    const { collector } = run;
    const block = this.#block;
    do {
      const prune = collector === null && this.#mayPrune(run);
      if (prune && this.#options.top === null) return true;
      if (prune) run.from = this.#nextCompetitive(run.from);
      const found = nextOf(run, block, this.#minScore(), prune);
      this.total += run.counter?.take() ?? 0;
      if (!found) return true;
      if (block.length === 0) continue;
      run.from = block.docs[block.length - 1]! + 1;
      if (!this.#collect(run)) return true;
    } while (!budget.sliceOver);
    return false;
  }

  /** Whether documents that cannot be among the best need not be looked at any more. */
  #mayPrune(run: SegmentRun): boolean {
    const { request } = this.#options;
    if (request.terminateAfter > 0 || request.trackScores) return false;
    return !run.counting || this.#hasCountedEnough();
  }

  #hasCountedEnough(): boolean {
    return this.total + this.#countedByOthers > this.#options.request.trackTotalHits;
  }

  #minScore(): number {
    const { top, request } = this.#options;
    return top instanceof TopScores && request.minScore === null ? top.minScore : NO_MINIMUM;
  }

  #nextCompetitive(from: number): number {
    const { top } = this.#options;
    return top === null || top instanceof TopScores ? from : top.nextCompetitive(from);
  }

  /** Hands the block on; false when the shard has given enough. */
  #collect(run: SegmentRun): boolean {
    const { request, top, after } = this.#options;
    const block = this.#block;
    if (run.liveDocs !== null) keepLive(block, run.liveDocs);
    if (request.minScore !== null) keepScores(block, request.minScore);
    const passing = run.postFilter === null ? null : passingOf(block, run.postFilter, this.#hits);
    const more = run.dropAll || this.#limitShard(passing);
    if (block.length > 0) run.collector?.collect(block.docs, block.length, block.scores);
    if (run.dropAll) block.length = 0;
    if (passing !== null) keepPassing(block, passing);
    if (run.counting && run.counter === null) this.total += block.length;
    if (request.trackScores) this.#trackMaxScore();
    if (after !== null && top instanceof TopScores) keepAfter(block, run.number, after);
    if (top instanceof TopScores) top.collect(run.number, block.docs, block.scores, block.length);
    else top?.collect(block.docs, block.scores, block.length);
    return more;
  }

  /** `terminate_after`: cuts the block where more documents than that pass in the shard. False where it had; `passing`: null is all. */
  #limitShard(passing: Uint8Array | null): boolean {
    const { terminateAfter } = this.#options.request;
    if (terminateAfter === 0) return true;
    const room = terminateAfter - this.#collectedInShard;
    const { count, isCut } = cutAfter(this.#block, room, passing);
    this.terminatedEarly ||= isCut;
    this.#collectedInShard += count;
    return !isCut;
  }

  #trackMaxScore(): void {
    const { scores, length } = this.#block;
    for (let i = 0; i < length; i++) if (!(scores[i]! <= this.maxScore)) this.maxScore = scores[i]!;
  }
}
