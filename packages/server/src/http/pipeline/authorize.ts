import type { Route } from '@sextant/contract';
import type { Backend, ParamValue } from '../../backend/backend.ts';
import type { Gate, Principal } from '../authenticator.ts';
import type { RouteMatch } from '../router.ts';

/** Indices are named in the path, by few calls in the parameter `index`. Throws 403. */
export async function authorize(
  principal: Principal,
  { route, pathParams }: RouteMatch,
  params: Readonly<Record<string, ParamValue>>,
  { gate, backend }: { readonly gate: Gate; readonly backend: Backend },
): Promise<void> {
  const { privilege } = route;
  if (privilege === 'public' || privilege === 'authenticated') return;
  if (gate.grantsEverywhere(principal, privilege)) return;
  const named = [pathParams.index ?? [], params.index ?? []].flat().join(',');
  const unnamed = reachesAllIndices(route) ? '_all' : undefined;
  const expression = named === '' ? unnamed : named;
  if (expression === undefined || !privilege.startsWith('indices:')) {
    gate.authorize(principal, privilege, []);
    return;
  }
  const names = await backend.resolve(expression);
  gate.authorize(principal, privilege, names.length === 0 ? [expression] : names);
}

/**
 * Rows that take an index, called without one, mean all of them; those with operations in the body do not.
 */
function reachesAllIndices(route: Route): boolean {
  const namesInBody =
    route.bodyFormat === 'ndjson' || route.name === 'mget' || route.name === 'indices.update_aliases';
  return !namesInBody && route.paths.some((path) => path.includes('{index}'));
}
