import { unrecognized } from '@sextant/contract';
import type { ParamValue } from '../../backend/backend.ts';
import { typedParams } from '../params.ts';
import type { RouteMatch } from '../router.ts';
import type { Exchange } from './exchange.ts';

/** The query, checked against the row. */
export function readParams(
  exchange: Exchange,
  { route, pathParams }: RouteMatch,
  query: ReadonlyMap<string, string>,
): Readonly<Record<string, ParamValue>> {
  const params = typedParams(route, exchange.path, pathParams, query);
  if (route.family === 'cat' && params.help === true) refuseHelpOnNames(exchange.path, pathParams);
  return params;
}

/** `/_cat/indices/a?help`: the help is of the endpoint, so a name is as wrong as an unknown parameter. */
function refuseHelpOnNames(path: string, pathParams: Readonly<Record<string, string>>): void {
  const names = Object.keys(pathParams);
  if (names.length > 0) throw unrecognized(path, 'parameter', names, []);
}
