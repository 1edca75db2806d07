import { assert } from '@sextant/base';
import { type ApiError, apiError } from '@sextant/contract';
import type { SearchOptions } from '../search/search-api.ts';
import type { Job } from './search-job.ts';
import type { SearchPoolFigures } from './search-pool-options.ts';
import type { SearchSide } from './search-side.ts';
import { receivedBytes } from './sent-bytes.ts';

/** What has hits or aggregations can be sent only with what its answer is written by. */
export function maySend({ rendering, countOnly }: SearchOptions): boolean {
  return rendering !== undefined || countOnly === true;
}

/** What is known of the searched indices before they are. */
export function searchedOf(
  { indices }: SearchOptions,
  side: SearchSide,
): { readonly docs: number; readonly derives: boolean } {
  let docs = 0;
  let derives = false;
  for (const name of indices) {
    const view = side.find(name);
    for (const { searcher } of view?.shards ?? []) docs += searcher?.numDocs ?? 0;
    derives ||= view?.metadata.mappings.derived !== undefined;
  }
  return { docs, derives };
}

/** A thread has done the search. As in this one, who listens to it and fails, fails it, and not those whose answers came with its own. */
export function tellFound(answer: Parameters<Job['answered']>[0], job: Job): void {
  assert('outcome' in answer, 'a search is answered by what a helper found');
  const { times, usage, result, rendered } = answer.outcome;
  try {
    for (const time of times) job.options.onShard?.(time);
  } catch (error) {
    job.failed(error);
    return;
  }
  job.ended(usage, true);
  job.resolve(rendered === undefined ? result : { ...result, rendered: receivedBytes(rendered) });
}

export function queueFull({ active, completed, threads }: SearchPoolFigures, limit: number): ApiError {
  const state = `pool size = ${threads}, active threads = ${active}, queued tasks = ${limit}, completed tasks = ${completed}`;
  const reason = `rejected execution of search on thread pool [search, queue capacity = ${limit}, ${state}]`;
  return apiError('rejected_execution_exception', reason);
}

export function threadLost(error: unknown): ApiError {
  const cause = error instanceof Error ? error.message : String(error);
  return apiError('illegal_state_exception', `the search could not be finished: ${cause}`);
}

/** What the log tells of a thread that died. `next`: another is started. */
export function deathText(next: boolean): string {
  return next
    ? 'a search thread died; the next search starts another'
    : 'search threads die as soon as they start: the thread that serves HTTP searches from now on';
}
