import { dictionary, type Json, type JsonMap, wildcardTest } from '@sextant/contract';
import { aliasRefused, indexNotFound, splitNames } from '../../../cluster/index-names.ts';
import { bytesText } from '../../../config/units.ts';
import type { BackendRequest } from '../../backend.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok } from '../context.ts';
import { indexHealth } from '../index-health.ts';
import { changeInTurn } from '../indices/change-in-turn.ts';
import { checkClusterBlocks } from '../request-blocks.ts';
import { statsOfIndices } from '../shard-stats.ts';
import { findIndexTemplate } from '../templates/find-templates.ts';
import { type DataStream, dataStreams, streamIndices } from './data-stream.ts';
import { makeStream } from './make-stream.ts';

const createDataStream: Handler<'indices.create_data_stream'> = async (context, request) => {
  checkClusterBlocks(context, request, undefined);
  await makeStream(context, request.pathParams.name);
  return ok({ acknowledged: true });
};

/**
 * By name; of several names and patterns those that are there. Throws ApiError for a name that nothing has: an index
 * or an alias is no stream, and no error.
 */
function namedStreams(
  context: EmbeddedContext,
  request: BackendRequest,
  isLenient = false,
): [string, DataStream][] {
  const { metadata } = context;
  const catalog = catalogOf(context, request);
  const streams = [...metadata.entries(dataStreams)];
  const names = splitNames(request.pathParams.name);
  if (names.length === 0) return streams;
  for (const name of names) {
    if (name.includes('*') || name === '_all' || isLenient) continue;
    if (metadata.entries(dataStreams).has(name) || catalog.get(name) !== undefined) continue;
    if (catalog.behind(name).length === 0) throw indexNotFound(name);
    if (request.route.name === 'indices.get_data_stream') throw aliasRefused(name);
  }
  const tests = names.map((name) => wildcardTest(name === '_all' ? '*' : name));
  return streams.filter(([name]) => tests.some((test) => test(name)));
}

const getDataStream: Handler<'indices.get_data_stream'> = async (context, request) => {
  const streams = namedStreams(context, request);
  const { openSearchKeys, major } = request.dialect;
  const beside = openSearchKeys || major < 8 ? {} : ofElasticsearch;
  return ok({
    data_streams: streams.map(([name, stream]) => ({ ...shownStream(context, name, stream), ...beside })),
  });
};

/** What typed clients of Elasticsearch want to be told of each stream; those of 7 refuse what they do not know. */
const ofElasticsearch = {
  next_generation_managed_by: 'Unmanaged',
  prefer_ilm: true,
  hidden: false,
  system: false,
  allow_custom_routing: false,
  replicated: false,
  rollover_on_write: false,
  settings: {},
};

function shownStream(context: EmbeddedContext, name: string, stream: DataStream): JsonMap {
  const members = streamIndices(context.engine, context.metadata).get(name) ?? [];
  const states = members.map((index) => indexHealth(context.engine, index).status);
  // The folder of one that is missing may be one that cannot be read.
  const isLost = members.length < stream.indices.length && context.engine.damagedFolders().length > 0;
  if (isLost) states.push('red');
  const worst = (['red', 'yellow'] as const).find((status) => states.includes(status)) ?? 'green';
  return {
    name,
    timestamp_field: { name: stream.timestampField },
    indices: members.map((index) => ({ index_name: index.name, index_uuid: index.uuid })),
    generation: stream.generation,
    status: worst.toUpperCase(),
    template: findIndexTemplate(context.metadata, name)?.name,
  };
}

/** A stream that is not there is deleted already. */
const deleteDataStream: Handler<'indices.delete_data_stream'> = async (context, request) => {
  checkClusterBlocks(context, request, undefined);
  const { engine, metadata } = context;
  return changeInTurn(engine, async () => {
    const streams = namedStreams(context, request, true);
    for (const [, { indices }] of streams) {
      for (const index of indices) if (engine.index(index) !== undefined) await engine.deleteIndex(index);
    }
    const entries = new Map(streams.map(([name]) => [name, undefined]));
    if (entries.size > 0) metadata.change({ section: dataStreams, entries });
    return ok({ acknowledged: true });
  });
};

/** Newest times are read by a search of each stream: they are not kept. */
const dataStreamStats: Handler<'indices.data_streams_stats'> = async (context, request) => {
  const human = request.params.human === true;
  const byStream = streamIndices(context.engine, context.metadata);
  const rows: JsonMap[] = [];
  let [shards, backing, total] = [0, 0, 0];
  for (const [name, { timestampField }] of namedStreams(context, request)) {
    const indices = (byStream.get(name) ?? []).filter((index) => index.state === 'open');
    const stats = (await statsOfIndices(context, indices)).flatMap((each) => each.shards);
    const bytes = stats.reduce((sum, shard) => sum + shard.storeBytes, 0);
    const newest = await newestTime(
      context,
      indices.map((index) => index.name),
      timestampField,
    );
    rows.push({
      data_stream: name,
      backing_indices: indices.length,
      ...(human ? { store_size: bytesText(bytes) } : {}),
      store_size_bytes: bytes,
      maximum_timestamp: newest,
    });
    shards += stats.length;
    backing += indices.length;
    total += bytes;
  }
  const body: Record<string, Json> = dictionary({
    _shards: { total: shards, successful: shards, failed: 0 },
    data_stream_count: rows.length,
    backing_indices: backing,
    ...(human ? { total_store_size: bytesText(total) } : {}),
    total_store_size_bytes: total,
    data_streams: rows,
  });
  return ok(body);
};

/** Epoch milliseconds; 0 where there is nothing. */
async function newestTime(
  context: EmbeddedContext,
  indices: readonly string[],
  field: string,
): Promise<number> {
  if (indices.length === 0) return 0;
  const body = { size: 1, _source: false, track_total_hits: false, sort: [{ [field]: { order: 'desc' } }] };
  const maxBuckets = context.settings.get('search.max_buckets');
  const { hits } = await context.engine.search({ indices, body, maxBuckets });
  const [time] = hits[0]?.sort ?? [];
  return typeof time === 'number' ? time : 0;
}

export const dataStreamHandlers = {
  'indices.create_data_stream': createDataStream,
  'indices.get_data_stream': getDataStream,
  'indices.delete_data_stream': deleteDataStream,
  'indices.data_streams_stats': dataStreamStats,
} as const;
