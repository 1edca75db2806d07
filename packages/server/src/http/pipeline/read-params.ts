import { type ApiError, unrecognized } from '@sextant/contract';
import type { ParamValue, RequestBody } from '../../backend/backend.ts';
import { givenParams } from '../params.ts';
import type { RouteMatch } from '../router.ts';
import type { Exchange } from './exchange.ts';
import { shownPath } from './match-route.ts';

export interface ReadParams {
  readonly params: Readonly<Record<string, ParamValue>>;
  /** What is wrong with them, where the row tells that only after its body was read. */
  readonly late: ApiError | undefined;
}

/** The query, checked against the row. */
export function readParams(
  exchange: Exchange,
  { route, pathParams }: RouteMatch,
  query: ReadonlyMap<string, string>,
): ReadParams {
  const path = shownPath(exchange.path);
  const { params, wrongValue, unknownNames } = givenParams(route, path, pathParams, query);
  const { bodyFirst } = route;
  if (wrongValue !== undefined && bodyFirst !== 'parameters') throw wrongValue;
  if (unknownNames !== undefined && bodyFirst === undefined) throw unknownNames;
  const isHelp = route.family === 'cat' && params.help === true;
  // The pools of threads are no names, but patterns.
  if (isHelp && route.name !== 'cat.thread_pool') refuseHelpOnNames(path, pathParams);
  return { params, late: wrongValue ?? unknownNames };
}

/** A body that cannot be read is told before what is wrong with the parameters. Throws one of the two. */
export async function refuseLate(late: ApiError, body: RequestBody): Promise<never> {
  await body.json();
  throw late;
}

/** `/_cat/indices/a?help`: the help is of the endpoint, so a name is as wrong as an unknown parameter. */
function refuseHelpOnNames(path: string, pathParams: Readonly<Record<string, string>>): void {
  const names = Object.keys(pathParams);
  if (names.length > 0) throw unrecognized(path, 'parameter', names, []);
}
