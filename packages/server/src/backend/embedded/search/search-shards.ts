import { dictionary, type Json, type JsonMap } from '@sextant/contract';
import {
  type IndexMetadata,
  parseSearchRequest,
  Routing,
  type SearchBody,
  type Slice,
} from '@sextant/engine';
import { metadataIndices } from '../../../cluster/indices-options.ts';
import type { BackendRequest } from '../../backend.ts';
import { primaryOf, routingEntry } from '../allocation/shard-copy.ts';
import { type Handler, ok } from '../context.ts';
import { thisNode } from '../nodes/node-rim.ts';
import { readPlaced } from '../read-errors.ts';
import { canonicalQuery } from './canonical-query.ts';
import { parsePreference, preferredShards } from './preference.ts';
import { readSearchBody } from './search-body.ts';
import { listOf } from './search-targeted.ts';
import { searchTargets } from './search-targets.ts';

/** The shards that a search with these names, this routing and this slice would ask. */
export const searchShards: Handler<'search_shards'> = async (context, request) => {
  const { params } = request;
  parsePreference(params.preference);
  const { slice } = readPlaced(request as BackendRequest, await readSearchBody(request), (tree) => {
    return parseSearchRequest(tree as SearchBody);
  });
  const options = { ignore_unavailable: true, ...params };
  const routing = listOf(params.routing);
  const targets = searchTargets(context, request, request.indices, options, routing, metadataIndices);
  const only = preferredShards(context, params.preference, targets.indices);
  const { nodeId } = context.identity;
  const { openSearchKeys } = request.dialect;
  const shards: JsonMap[][] = [];
  const shown: Record<string, Json> = dictionary();
  for (const index of targets.indices) {
    const { name } = index;
    const routed = routedShards(index, targets.routings.get(name));
    const numbers = sliced(only === undefined ? routed : routed.filter((each) => only.includes(each)), slice);
    for (const shard of numbers) {
      const copy = primaryOf(context.engine, index, shard);
      shards.push(copy.state === 'UNASSIGNED' ? [] : [routingEntry(copy, nodeId, openSearchKeys)]);
    }
    const aliases = meansAll(request.indices) ? [] : (targets.aliases.get(name) ?? []);
    const filter = targets.aliasFilters.get(name);
    shown[name] = {
      ...(aliases.length === 0 ? {} : { aliases }),
      ...(filter === undefined ? {} : { filter: canonicalQuery(filter) }),
    };
  }
  const nodes = shards.length === 0 ? {} : { [nodeId]: thisNode(context) };
  return ok({ nodes, indices: shown, shards });
};

/** Whoever asks for everything reached no index by an alias. */
function meansAll([first, ...others]: readonly string[]): boolean {
  return others.length === 0 && (first === undefined || first === '_all' || first === '*');
}

function routedShards(index: IndexMetadata, values: readonly string[] | undefined): readonly number[] {
  if (values === undefined) return Array.from({ length: index.numberOfShards }, (_, shard) => shard);
  const routing = new Routing(index);
  return [...new Set(values.flatMap((value) => routing.shardsOf(value)))].sort((a, b) => a - b);
}

/** Whole shards are dealt out to slices; with more slices than shards several share one. */
function sliced(shards: readonly number[], slice: Slice | null): readonly number[] {
  if (slice === null) return shards;
  const { id, max } = slice;
  if (max >= shards.length) return shards.filter((_, at) => at === id % shards.length);
  return shards.filter((_, at) => at % max === id);
}
