import { ApiError } from '@sextant/contract';
import { FIRST_HELPER, SearchParts } from '../search/search-parts.ts';
import { flattenError } from './peer.ts';
import { threadLost } from './search-answers.ts';
import type { HelpAnswer, SentCall } from './search-thread.ts';
import type { SearchWorker, SeenByThreads, WorkerSearch } from './search-worker.ts';

interface Team {
  /** Whose search it is. */
  readonly leader: SearchWorker;
  readonly helpers: readonly SearchWorker[];
  readonly seen: SeenByThreads;
  readonly now: number;
}

/** Those of the `size` threads of the pool that are idle, and as many more as may be started: no more than there are parts for. */
export function helpersFor(
  { parts }: SentCall,
  workers: ReadonlySet<SearchWorker>,
  size: number,
  start: () => SearchWorker | undefined,
): SearchWorker[] {
  const most = Math.min(size, new SearchParts(parts).length) - 1;
  const mine = [...workers].slice(0, size);
  const helpers = mine.filter(({ active }) => active === 0).slice(0, most);
  while (helpers.length < most && workers.size < size) {
    const started = start();
    if (started === undefined) break;
    helpers.push(started);
  }
  return helpers;
}

/** Searches that threads do together: each has one that leads, and others that were idle. */
export class DividedSearches {
  /** Threads that help now. */
  helping = 0;
  readonly #parts = new Map<WorkerSearch, SearchParts>();

  /** The helpers begin with their next `flush`. */
  begin(search: WorkerSearch, call: SentCall, { leader, helpers, seen, now }: Team): void {
    const { parts, nowMs, snapshot } = call;
    this.#parts.set(search, new SearchParts(parts));
    const expectedMs = search.expectedMs / (helpers.length + 1);
    helpers.forEach((worker, i) => {
      const helper = FIRST_HELPER + i;
      const tell = (answer: HelpAnswer): void => {
        this.helping--;
        leader.helped(call, helper, answer);
      };
      this.helping++;
      const part: WorkerSearch = {
        options: search.options,
        budget: search.budget,
        expectedMs,
        askedAt: now,
        help: { parts, helper, nowMs, snapshot },
        answered: (answer) => tell({ partial: 'partial' in answer ? answer.partial : null }),
        failed: (error) =>
          tell({ error: flattenError(error instanceof ApiError ? error : threadLost(error)) }),
      };
      worker.add(part, seen);
    });
  }

  /** The search has ended: nobody takes a part of it any more. */
  end(search: WorkerSearch): void {
    this.#parts.get(search)?.close();
    this.#parts.delete(search);
  }

  /** Others wait: whoever helps ends with the part that he has. */
  dismiss(): void {
    for (const parts of this.#parts.values()) parts.dismiss();
  }
}
