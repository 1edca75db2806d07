import { besideWritten, withHitWriters } from './answer-writing.ts';
import type { SearchOutcome } from './search-indices.ts';
import type { Job } from './search-job.ts';
import type { PoolParts } from './search-pool-options.ts';

/**
 * Searches in this thread. An answer of plain hits comes as bytes, as from another thread: they are written while their documents are read, and
 * no tree is made of them. Rejects with ApiError.
 */
export async function searchWritten(
  { side, clock, writing }: Pick<PoolParts, 'side' | 'clock' | 'writing'>,
  { options, budget, askedAt }: Job,
): Promise<SearchOutcome> {
  if (writing === undefined) return await side.search(options, budget);
  const outcome = await side.search(withHitWriters(options, writing), budget);
  const { result, usage } = outcome;
  if (result.writtenHits === undefined || budget.hasOverrun) return outcome;
  const waitedMs = Math.max(0, clock.now() - askedAt - result.tookMs);
  const rendered = writing.render(result, options.rendering, waitedMs);
  return { result: { ...besideWritten(result), rendered }, usage };
}
