import { type Handler, ok } from '../context.ts';
import { searchDescription } from '../tasks/descriptions.ts';
import { runSearch } from './run-search.ts';
import { mergeParams, readSearchBody } from './search-body.ts';
import { checkSearchParams } from './search-checks.ts';

export const search: Handler<'search'> = async (context, request) => {
  const { params } = request;
  checkSearchParams(params);
  const body = mergeParams(await readSearchBody(request), params);
  const names = request.indices;
  request.task.describe(() => searchDescription(names, body));
  return ok(await runSearch(context, request, { names, params, body }));
};
