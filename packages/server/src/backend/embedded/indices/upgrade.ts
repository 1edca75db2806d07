import { dictionary, type Json, type JsonMap } from '@sextant/contract';
import { checkBlocks } from '../../../cluster/blocks.ts';
import { openIndices } from '../../../cluster/indices-options.ts';
import { bytesText } from '../../../config/units.ts';
import { type Handler, ok } from '../context.ts';
import { checkRequestBlocks } from '../request-blocks.ts';
import { statsOfIndices } from '../shard-stats.ts';
import { createdVersion } from './new-index.ts';
import { resolvedNames } from './resolve.ts';
import { shardsBody } from './upkeep.ts';

/** The Lucene of the OpenSearch whose interface this is: clients look for one. */
const luceneVersion = '10.4.0';

/** There is one format of segments, so that none is older: nothing is done. */
export const upgrade: Handler<'indices.upgrade'> = async (context, request) => {
  const indices = resolvedNames(context, request, openIndices);
  checkRequestBlocks(context, request, indices, 'metadata_write');
  const upgraded: Record<string, Json> = dictionary();
  for (const { name } of indices) {
    upgraded[name] = {
      upgrade_version: createdVersion.text,
      oldest_lucene_segment_version: luceneVersion,
    };
  }
  return ok({ _shards: shardsBody(context, indices), upgraded_indices: upgraded });
};

export const upgradeStatus: Handler<'indices.get_upgrade'> = async (context, request) => {
  const human = request.params.human === true;
  const indices = resolvedNames(context, request, openIndices);
  checkBlocks(indices, 'metadata_read');
  const stats = await statsOfIndices(context, indices);
  const sizes = stats.map(({ index, shards }) => ({
    name: index.name,
    bytes: shards.reduce((sum, shard) => sum + shard.storeBytes, 0),
  }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const body: Record<string, Json> = dictionary();
  for (const { name, bytes } of sizes) body[name] = sizeBody(bytes, human);
  return ok({ ...sizeBody(total, human), indices: body });
};

function sizeBody(bytes: number, human: boolean): JsonMap {
  const texts = {
    size: bytesText(bytes),
    size_to_upgrade: bytesText(0),
    size_to_upgrade_ancient: bytesText(0),
  };
  return {
    ...(human ? texts : {}),
    size_in_bytes: bytes,
    size_to_upgrade_in_bytes: 0,
    size_to_upgrade_ancient_in_bytes: 0,
  };
}
