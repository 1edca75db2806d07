import { apiError, dictionary, isObject, type Json, type JsonMap } from '@sextant/contract';
import { type IndexMetadata, Routing } from '@sextant/engine';
import { metadataIndices } from '../../../cluster/indices-options.ts';
import type { BackendRequest } from '../../backend.ts';
import { primaryOf, routingEntry } from '../allocation/shard-copy.ts';
import { type Handler, ok } from '../context.ts';
import { thisNode } from '../nodes/node-rim.ts';
import { canonicalQuery } from './canonical-query.ts';
import { parsePreference, preferredShards } from './preference.ts';
import { readSearchBody } from './search-body.ts';
import { listOf } from './search-targeted.ts';
import { searchTargets } from './search-targets.ts';

/** One of `max` equal parts of a search. */
interface Slice {
  readonly id: number;
  readonly max: number;
}

/** The shards that a search with these names, this routing and this slice would ask. */
export const searchShards: Handler<'search_shards'> = async (context, request) => {
  const { params } = request;
  parsePreference(params.preference);
  const slice = await sliceOf(request);
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

async function sliceOf(request: BackendRequest): Promise<Slice | undefined> {
  const { slice } = await readSearchBody(request);
  if (slice === undefined) return undefined;
  const { id, max } = isObject(slice) ? slice : {};
  if (typeof id !== 'number' || typeof max !== 'number') {
    throw apiError('parsing_exception', '[slice] needs the numbers [id] and [max]');
  }
  if (id < 0) throw apiError('illegal_argument_exception', 'id must be greater than or equal to 0');
  if (max <= 1) throw apiError('illegal_argument_exception', 'max must be greater than 1');
  if (id >= max) throw apiError('illegal_argument_exception', 'max must be greater than id');
  return { id, max };
}

/** Whole shards are dealt out to slices; with more slices than shards several share one. */
function sliced(shards: readonly number[], slice: Slice | undefined): readonly number[] {
  if (slice === undefined) return shards;
  const { id, max } = slice;
  if (max >= shards.length) return shards.filter((_, at) => at === id % shards.length);
  return shards.filter((_, at) => at % max === id);
}
