import type { EngineWriter } from '../writer/engine-writer.ts';

/** One of several writers, as those call it who share the indices out among them. */
export type OneWriter = Omit<WriterPort, 'close'> &
  Pick<
    EngineWriter,
    | 'close'
    | 'handOver'
    | 'takeOver'
    | 'holdMetadata'
    | 'journalMetadata'
    | 'installMetadata'
    | 'releaseMetadata'
    | 'dropJournal'
  >;

/** The writing side as the searching one calls it: in this thread or in another. */
export type WriterPort = Pick<
  EngineWriter,
  | 'createIndex'
  | 'deleteIndex'
  | 'dangling'
  | 'openIndex'
  | 'closeIndex'
  | 'reviveShard'
  | 'moveShard'
  | 'setFullPaths'
  | 'updateMetadata'
  | 'write'
  | 'history'
  | 'get'
  | 'refresh'
  | 'refreshShards'
  | 'flush'
  | 'forceMerge'
  | 'stats'
  | 'released'
  | 'damageMet'
  | 'openShards'
> & {
  /** Flushes everything. Rejects with the first error after all are closed. */
  close(): Promise<unknown>;
};
