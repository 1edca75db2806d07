import type { EngineWriter } from '../writer/engine-writer.ts';

/** The writing side as the searching one calls it: in this thread or in another. */
export type WriterPort = Pick<
  EngineWriter,
  | 'createIndex'
  | 'deleteIndex'
  | 'openIndex'
  | 'openShards'
  | 'closeIndex'
  | 'updateMetadata'
  | 'write'
  | 'applyHistory'
  | 'readHistory'
  | 'addRetentionLease'
  | 'removeRetentionLease'
  | 'get'
  | 'refresh'
  | 'refreshShards'
  | 'flush'
  | 'forceMerge'
  | 'stats'
  | 'released'
  | 'damageMet'
  | 'close'
>;
