import { type Handler, ok } from '../context.ts';
import { searchDescription } from '../tasks/descriptions.ts';
import { checkTogether } from './contexts/check-together.ts';
import { openScroll } from './contexts/scroll.ts';
import { runSearch } from './run-search.ts';
import { mergeParams, readSearchBody } from './search-body.ts';
import { checkSearchParams } from './search-checks.ts';

export const search: Handler<'search'> = async (context, request) => {
  const { params } = request;
  checkSearchParams(params);
  const read = await readSearchBody(request);
  checkTogether(read, params, request.indices);
  const body = mergeParams(read, params);
  const names = request.indices;
  request.task.describe(() => searchDescription(names, body));
  if (params.scroll !== undefined) return ok(await openScroll(context, request, body, params.scroll));
  return ok(await runSearch(context, request, { names, params, body }));
};
