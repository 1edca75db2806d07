import type { SearchBody } from '@sextant/engine';
import { timeText } from '../../../config/units.ts';
import type { Task } from '../../../tasks/task.ts';
import type { BackendRequest, BackendResponse } from '../../backend.ts';
import { type EmbeddedContext, type Handler, ok, type RequestOf } from '../context.ts';
import { warnOfSearch } from '../deprecations/deprecated-search.ts';
import { throughPipeline } from '../search-pipelines/through-pipeline.ts';
import { searchDescription } from '../tasks/descriptions.ts';
import { checkTogether } from './contexts/check-together.ts';
import { openScroll } from './contexts/scroll.ts';
import { runSearch } from './run-search.ts';
import { mergeParams, readSearchBody } from './search-body.ts';
import { checkSearchParams } from './search-checks.ts';

export const search: Handler<'search'> = async (context, request) => {
  checkSearchParams(request.params);
  return await answerSearch(context, request, await readSearchBody(request));
};

/** The answer to a search whose body was read, or made. Throws ApiError. */
export function answerSearch(
  context: EmbeddedContext,
  request: Omit<RequestOf<'search'>, 'pathParams'> & Pick<BackendRequest, 'pathParams'>,
  read: SearchBody,
): Promise<BackendResponse> {
  const { params } = request;
  warnOfSearch(read, request.warn);
  checkTogether(read, params, request.indices);
  const body = mergeParams(read, params);
  const names = request.indices;
  request.task.describe(() => searchDescription(names, body));
  const { scroll } = params;
  return withinTime(context, request.task, params.cancel_after_time_interval, async () => {
    const call = { names, params, body };
    if (scroll === undefined) return ok(await runSearch(context, request, call));
    return ok(
      await throughPipeline(context, request, call, (asked) => openScroll(context, request, asked, scroll)),
    );
  });
}

/** `afterMs`: the search is cancelled then; undefined or -1: it is not. */
export async function withinTime<Result>(
  { clock, tasks }: EmbeddedContext,
  task: Task,
  afterMs: number | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (afterMs === undefined || afterMs < 0) return await work();
  const cancel = (): void => tasks.cancel(task, `Cancellation timeout of ${timeText(afterMs)} is expired`);
  if (afterMs === 0) cancel();
  const takeBack = clock.after(afterMs, cancel);
  try {
    return await work();
  } finally {
    takeBack();
  }
}
