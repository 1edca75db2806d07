import type { FlatSettings } from '../../../cluster/flat-settings.ts';
import type { Section } from '../../../cluster/metadata/cluster-metadata.ts';

type ReplicationState = 'RUNNING' | 'PAUSED' | 'FAILED';

/** Roles in whose right an index follows another one, on either side. */
export interface UseRoles {
  readonly leader: string;
  readonly follower: string;
}

/** That an index follows another one; kept until replication is stopped. */
export interface ReplicationRecord {
  readonly state: ReplicationState;
  readonly reason: string;
  /** Name of the connection. */
  readonly leaderAlias: string;
  readonly leaderIndex: string;
  /** Another index of the same name is another leader. */
  readonly leaderUuid: string;
  /** UUID of its cluster; absent in what earlier versions wrote. */
  readonly leaderCluster?: string;
  /** Settings that the follower has instead of those of its leader. */
  readonly settings: FlatSettings;
  /** Absent where security was off. */
  readonly roles?: UseRoles;
  /** By shard: what history its operations belong to. Absent until the files are known. */
  readonly histories?: readonly string[];
  /** The index is made of files of the leader once more, whatever is there now. */
  readonly anew?: boolean;
}

/** By name of the following index. */
export const replications: Section<ReplicationRecord> = { name: 'replication' };

export const USER_INITIATED = 'User initiated';
