import { isObject } from '@sextant/contract';
import { parseIndicesBoost, type SearchBody, type SearchOptions } from '@sextant/engine';
import { resolveIndices } from '../../../cluster/index-names.ts';
import { indicesOptions, openIndices } from '../../../cluster/indices-options.ts';
import type { BackendRequest } from '../../backend.ts';
import { canonicalExpression } from '../../index-expression.ts';
import { catalogOf, type EmbeddedContext } from '../context.ts';

/** `indices_boost` of the body by index: the first name that stands for it counts. Throws ApiError for a missing one. */
export function indexBoosts(
  context: EmbeddedContext,
  request: BackendRequest,
  { indices_boost: given }: SearchBody,
  params: Readonly<Record<string, unknown>>,
): Pick<SearchOptions, 'indexBoosts'> {
  if (!isObject(given) && !Array.isArray(given)) return {};
  const boosts = new Map<string, number>();
  const catalog = catalogOf(context, request, 'indices:data/read/search');
  const options = indicesOptions(params, openIndices);
  for (const { name, boost } of parseIndicesBoost(given)) {
    const names = canonicalExpression([name], request.access, context.clock.now());
    for (const { index } of resolveIndices(catalog, names, options)) {
      if (!boosts.has(index.name)) boosts.set(index.name, boost);
    }
  }
  return { indexBoosts: boosts };
}
