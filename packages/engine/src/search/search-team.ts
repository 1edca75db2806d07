import type { AggregatorState } from '../aggregations/aggregations.ts';
import type { KeptDocs } from '../collect/top-scores.ts';
import type { QueryTimes } from './shard-times.ts';

/** What a helper has found in its parts of a search. Plain data. */
export interface PartialResult {
  /** Matching documents that it counted; see `QueryPhase.total`. */
  readonly total: number;
  /** NaN where none was scored. */
  readonly maxScore: number;
  readonly timedOut: boolean;
  /** null where no hits are wanted. */
  readonly hits: KeptDocs | null;
  /** By shard. */
  readonly aggregations: ReadonlyMap<number, readonly AggregatorState[]> | null;
  /** By shard; null where nobody wants to know. */
  readonly times: QueryTimes | null;
  /** What its work took. */
  readonly tookMs: number;
}

/** Those who may help with a search. */
export interface SearchTeam {
  /** Asks for help: who comes takes parts (`SearchParts`). `nowMs`: what the search takes for now. */
  call(parts: SharedArrayBuffer, nowMs: number): void;
  /** Resolves when all of these have told what they found, or that they failed. */
  wait(helpers: readonly number[]): Promise<void>;
  /** After `wait`. Throws what a helper failed by. */
  found(helper: number): PartialResult;
  /** What the work of those took that have told what they found, in milliseconds. */
  readonly helpedMs: number;
}

/** What a helper is called by. Plain data. */
export interface HelpCall {
  /** `SearchParts`, and the number under which parts are taken. */
  readonly parts: SharedArrayBuffer;
  readonly helper: number;
  readonly nowMs: number;
}
