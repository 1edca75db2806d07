import { apiError } from '@sextant/contract';
import type { ClusterSettings } from './cluster-settings.ts';
import { dynamic, type ValueOf } from './setting-row.ts';
import { booleanType, bytesType, intType, type SettingType, timeType } from './setting-type.ts';

const MB = 1024 * 1024;

const chunkSize: SettingType<number> = {
  values: 'a size, 1mb to 1gb',
  read: (text, name) => {
    const bytes = bytesType.read(text, name);
    if (bytes >= MB && bytes <= 1024 * MB) return bytes;
    const bound = bytes < MB ? '>= [1mb]' : '<= [1gb]';
    const reason = `failed to parse value [${String(text)}] for setting [${name}], must be ${bound}`;
    throw apiError('illegal_argument_exception', reason);
  },
};

interface Bound {
  readonly ms: number;
  readonly text: string;
}

function between(least: Bound, most: Bound): SettingType<number> {
  const type = timeType(least);
  return {
    values: `a time, ${least.text} to ${most.text}`,
    read: (text, name) => {
      const ms = type.read(text, name);
      if (ms <= most.ms) return ms;
      const reason = `failed to parse value [${String(text)}] for setting [${name}], must be <= [${most.text}]`;
      throw apiError('illegal_argument_exception', reason);
    },
  };
}

const fetchPoll = dynamic(
  between({ ms: 30_000, text: '30s' }, { ms: 3_600_000, text: '1h' }),
  '30s',
  'how often rules look for new indices of other clusters',
);
const retryPoll = dynamic(
  between({ ms: 60_000, text: '1m' }, { ms: 4 * 3_600_000, text: '4h' }),
  '1h',
  'how long a rule leaves an index alone that could not be followed',
);
const chunk = dynamic(chunkSize, '10mb', 'how much of a file a follower asks for at once');
const chunks = dynamic(intType({ min: 1 }), '4', 'how many parts of files a follower asks for at once');
const batch = dynamic(intType({ min: 16 }), '50000', 'how many operations a follower asks for at once');
const readers = dynamic(intType({ min: 1 }), '2', 'how many calls for operations of a shard are under way');
const metadata = dynamic(
  timeType({ ms: 5000, text: '5s' }),
  '60s',
  'how often a follower reads settings, mapping and aliases of its leader',
);

const blockStart = dynamic(booleanType, 'false', 'no index begins to follow another one');
const deletes = dynamic(
  booleanType,
  'false',
  'an index whose leader was deleted is deleted, instead of being paused',
);
const prunes = dynamic(
  booleanType,
  'true',
  'a leader lets go of changes that its followers have; else it keeps them up to the size',
);
const retention = dynamic(
  bytesType,
  '512mb',
  'changes that a leader keeps for followers, in each shard, where its index does not say',
);

/** Each by both of its names; the shorter one goes first. */
export const replicationRows = {
  'plugins.replication.follower.block.start': blockStart,
  'plugins.replication.replicate.delete_index': deletes,
  'plugins.replication.translog.retention_lease.pruning.enabled': prunes,
  'plugins.replication.translog.retention_size': retention,
  'replication.follower.block.start': blockStart,
  'replication.replicate.delete_index': deletes,
  'replication.translog.retention_lease.pruning.enabled': prunes,
  'replication.translog.retention_size': retention,
  'plugins.replication.autofollow.fetch_poll_interval': fetchPoll,
  'plugins.replication.autofollow.retry_poll_interval': retryPoll,
  'plugins.replication.follower.concurrent_readers_per_shard': readers,
  'plugins.replication.follower.index.ops_batch_size': batch,
  'plugins.replication.follower.index.recovery.chunk_size': chunk,
  'plugins.replication.follower.index.recovery.max_concurrent_file_chunks': chunks,
  'plugins.replication.follower.metadata_sync_interval': metadata,
  'replication.autofollow.fetch_poll_interval': fetchPoll,
  'replication.autofollow.retry_poll_interval': retryPoll,
  'replication.follower.concurrent_readers_per_shard': readers,
  'replication.follower.index.ops_batch_size': batch,
  'replication.follower.index.recovery.chunk_size': chunk,
  'replication.follower.index.recovery.max_concurrent_file_chunks': chunks,
  'replication.follower.metadata_sync_interval': metadata,
} as const;

type Short<Name> = Name extends `plugins.${infer Rest}` ? Rest : never;
type ReplicationSetting = Short<keyof typeof replicationRows> & keyof typeof replicationRows;

/** The present value, by whichever of its names it is set. */
export function replicationSetting<Name extends ReplicationSetting>(
  settings: Pick<ClusterSettings, 'get' | 'flat'>,
  name: Name,
): ValueOf<(typeof replicationRows)[Name]> {
  const isSet = settings.flat[name] !== undefined;
  // Both names have the same row.
  return settings.get(isSet ? name : `plugins.${name}`) as ValueOf<(typeof replicationRows)[Name]>;
}
