import type { CreateIndex, IndexMetadata } from '../shard/index/index-metadata.ts';

/** Of an index that is made now. */
export function newMetadata(request: CreateIndex, uuid: string, creationDate: number): IndexMetadata {
  const { name, settings, mappings, aliases, routingShards } = request;
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
    mappings,
    aliases,
    version: 1,
    mappingVersion: 1,
    settingsVersion: 1,
    aliasesVersion: 1,
  };
}
