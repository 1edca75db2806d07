import { Mapping } from '../mapping/mapping.ts';
import type { CreateIndex, IndexMetadata } from '../shard/index/index-metadata.ts';
import { checkIndexSort } from '../shard/index/index-sort.ts';

/**
 * Of an index that is made now. Throws ApiError where its mapping cannot be read, or its order cannot be had. `isCopy`: of one that
 * is there, whose analyzers may be what no new index gets.
 */
export function newMetadata(
  request: CreateIndex,
  uuid: string,
  creationDate: number,
  isCopy: boolean,
): IndexMetadata {
  const { name, settings, aliases, routingShards } = request;
  let made: Mapping | undefined;
  const mapping = (): Mapping => {
    made ??= isCopy ? Mapping.create(request.mappings, settings) : Mapping.make(request.mappings, settings);
    return made;
  };
  checkIndexSort(settings, mapping, name);
  const numberOf = (setting: string): number => {
    const value = settings[setting];
    return value === undefined ? 1 : Number(value);
  };
  return {
    name,
    uuid,
    creationDate,
    state: 'open',
    numberOfShards: numberOf('index.number_of_shards'),
    numberOfReplicas: numberOf('index.number_of_replicas'),
    ...(routingShards === undefined ? {} : { routingShards }),
    settings,
    mappings: mapping().toJson(),
    aliases,
    version: 1,
    mappingVersion: 1,
    settingsVersion: 1,
    aliasesVersion: 1,
  };
}
