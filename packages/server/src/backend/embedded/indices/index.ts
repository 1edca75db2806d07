import type { Handlers } from '../context.ts';
import { resize } from '../resize/resize.ts';
import { rollover } from '../rollover/rollover.ts';
import { dataStreamHandlers } from '../streams/index.ts';
import { templateHandlers } from '../templates/index.ts';
import { addBlock } from './add-block.ts';
import { analyze } from './analyze.ts';
import { deleteAlias, putAlias, updateAliases } from './change-aliases.ts';
import { createIndex } from './create-index.ts';
import { deleteIndex } from './delete-index.ts';
import { getAliases } from './get-aliases.ts';
import { getIndex } from './get-index.ts';
import { getFieldMapping, getMapping, putMapping } from './mappings.ts';
import { closeIndex, openIndex } from './open-close.ts';
import { indexRecovery } from './recovery.ts';
import { resolveIndexNames } from './resolve-index.ts';
import { indexSegments } from './segments.ts';
import { getSettings, putSettings } from './settings.ts';
import { shardStores } from './shard-stores.ts';
import { indexStats } from './stats.ts';
import { upgrade, upgradeStatus } from './upgrade.ts';
import { clearCache, flush, forceMerge, refresh } from './upkeep.ts';
import { validateQuery } from './validate-query.ts';

export const indicesHandlers: Handlers<'indices'> = {
  'indices.create': createIndex,
  'indices.shrink': resize,
  'indices.split': resize,
  'indices.clone': resize,
  'indices.delete': deleteIndex,
  'indices.get': getIndex,
  'indices.open': openIndex,
  'indices.close': closeIndex,
  'indices.add_block': addBlock,
  'indices.resolve_index': resolveIndexNames,
  'indices.get_mapping': getMapping,
  'indices.put_mapping': putMapping,
  'indices.get_field_mapping': getFieldMapping,
  'indices.get_settings': getSettings,
  'indices.put_settings': putSettings,
  'indices.get_alias': getAliases,
  'indices.get_aliases': getAliases,
  'indices.put_alias': putAlias,
  'indices.put_alias_by_body': putAlias,
  'indices.delete_alias': deleteAlias,
  'indices.update_aliases': updateAliases,
  'indices.refresh': refresh,
  'indices.flush': flush,
  'indices.forcemerge': forceMerge,
  'indices.clear_cache': clearCache,
  'indices.stats': indexStats,
  'indices.recovery': indexRecovery,
  'indices.segments': indexSegments,
  'indices.upgrade': upgrade,
  'indices.get_upgrade': upgradeStatus,
  'indices.shard_stores': shardStores,
  'indices.analyze': analyze,
  'indices.validate_query': validateQuery,
  'indices.rollover': rollover,
  ...templateHandlers,
  ...dataStreamHandlers,
};
