import type { RunningAggregation } from '../aggregations/aggregations.ts';
import { type KeptDocs, TopScores } from '../collect/top-scores.ts';
import type { QueryPhase, TopHits } from './query-phase.ts';
import type { PartialResult } from './search-team.ts';
import type { SegmentTarget } from './shard-target.ts';
import type { ShardTimes } from './shard-times.ts';

/** What one thread has found so far of a search. */
export interface Findings {
  readonly phase: QueryPhase;
  readonly aggregation: RunningAggregation | null;
  readonly times: ShardTimes | null;
}

export function partialResult({ phase, aggregation, times }: Findings, tookMs: number): PartialResult {
  return {
    total: phase.total,
    maxScore: phase.maxScore,
    timedOut: phase.timedOut,
    hits: phase.top?.kept() ?? null,
    aggregations: aggregation?.state() ?? null,
    times: times?.state() ?? null,
    tookMs,
  };
}

/** Adds to what this thread has found what others have found in other parts. Hits are left to `allHits`. */
export function absorb({ phase, aggregation, times }: Findings, found: PartialResult): void {
  phase.total += found.total;
  phase.timedOut ||= found.timedOut;
  if (!(found.maxScore <= phase.maxScore) && !Number.isNaN(found.maxScore)) phase.maxScore = found.maxScore;
  if (found.aggregations !== null) aggregation?.absorb(found.aggregations);
  if (found.times !== null) times?.absorb(found.times);
}

/** The best hits of all threads, by the same rules as if one had met all documents. */
export function allHits(
  top: TopHits,
  others: readonly PartialResult[],
  targets: readonly SegmentTarget[],
): TopHits {
  const found = others.flatMap(({ hits }) => (hits === null ? [] : [hits]));
  if (top === null || found.length === 0) return top;
  if (top instanceof TopScores) {
    const all = new TopScores(top.capacity);
    offer([top.kept(), ...found], (segment, docs, scores) => all.collect(segment, docs, scores, docs.length));
    return all;
  }
  offer(found, (place, docs, scores) => {
    const { segment, docBase } = targets[place]!;
    top.setSegment(place, segment, docBase);
    top.collect(docs, scores, docs.length);
  });
  return top;
}

/** Hands on documents by segment, in the order of the index. */
export function offer(
  lists: readonly KeptDocs[],
  take: (segment: number, docs: Int32Array, scores: Float32Array) => void,
): void {
  const [only] = lists;
  if (only !== undefined && lists.length === 1 && isInIndexOrder(only)) {
    offerRuns(only, take);
    return;
  }
  const bySegment = new Map<number, { doc: number; score: number }[]>();
  for (const { segments, docs, scores } of lists) {
    for (let i = 0; i < docs.length; i++) {
      const segment = segments[i]!;
      const found = bySegment.get(segment);
      const hit = { doc: docs[i]!, score: scores[i]! };
      if (found === undefined) bySegment.set(segment, [hit]);
      else found.push(hit);
    }
  }
  for (const segment of [...bySegment.keys()].sort((a, b) => a - b)) {
    const hits = bySegment.get(segment)!.sort((a, b) => a.doc - b.doc);
    take(
      segment,
      Int32Array.from(hits, ({ doc }) => doc),
      Float32Array.from(hits, ({ score }) => score),
    );
  }
}

function isInIndexOrder({ segments, docs }: KeptDocs): boolean {
  for (let i = 1; i < docs.length; i++) {
    const step = segments[i]! - segments[i - 1]!;
    if (step < 0 || (step === 0 && docs[i]! <= docs[i - 1]!)) return false;
  }
  return true;
}

function offerRuns({ segments, docs, scores }: KeptDocs, take: Parameters<typeof offer>[1]): void {
  for (let from = 0, to = 0; from < docs.length; from = to) {
    const segment = segments[from]!;
    while (to < docs.length && segments[to] === segment) to++;
    take(segment, docs.subarray(from, to), scores.subarray(from, to));
  }
}
