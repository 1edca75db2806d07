import { ApiError } from '@sextant/contract';
import { isImmenseTerm } from '../../mapping/errors.ts';

/** What a shard counts for its statistics. Times in milliseconds. */
export class ShardCounters {
  indexTotal = 0;
  indexTimeMs = 0;
  indexFailed = 0;
  deleteTotal = 0;
  deleteTimeMs = 0;
  noopUpdateTotal = 0;
  /** Epoch ms. */
  lastIndexed = 0;
  refreshTotal = 0;
  refreshTimeMs = 0;
  flushTotal = 0;
  flushPeriodic = 0;
  flushTimeMs = 0;
  mergesCurrent = 0;
  mergesCurrentDocs = 0;
  mergesCurrentBytes = 0;
  mergesTotal = 0;
  mergesTimeMs = 0;
  mergesDocs = 0;
  mergesBytes = 0;
  mergesThrottledMs = 0;

  /** Of documents that are refused OpenSearch counts those that Lucene refuses; what cannot be read does not get so far. */
  countRefused(error: unknown): void {
    if (error instanceof ApiError && isImmenseTerm(error)) this.indexFailed++;
  }

  countFlush(tookMs: number, periodic: boolean): void {
    this.flushTotal++;
    this.flushTimeMs += tookMs;
    if (periodic) this.flushPeriodic++;
  }
}
