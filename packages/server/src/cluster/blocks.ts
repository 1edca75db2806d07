import { ApiError } from '@sextant/contract';
import type { ClusterSettings } from './settings/cluster-settings.ts';
import { indexSetting } from './settings/index-rows.ts';

/** What a call does to an index; a block forbids some of these. */
export type BlockLevel = 'read' | 'write' | 'metadata_read' | 'metadata_write';

export interface BlockKind {
  readonly id: number;
  readonly status: 403 | 429;
  readonly text: string;
  readonly levels: readonly BlockLevel[];
}

type BlockName = 'metadata' | 'read' | 'read_only' | 'read_only_allow_delete' | 'write';

/** Blocks by the last part of their setting `index.blocks.*`, in the order in which an error lists them. */
export const blockKinds: Readonly<Record<BlockName, BlockKind>> = {
  read_only_allow_delete: {
    id: 12,
    status: 429,
    text: 'TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block',
    levels: ['write', 'metadata_write'],
  },
  write: { id: 8, status: 403, text: 'FORBIDDEN/8/index write (api)', levels: ['write'] },
  read: { id: 7, status: 403, text: 'FORBIDDEN/7/index read (api)', levels: ['read'] },
  read_only: {
    id: 5,
    status: 403,
    text: 'FORBIDDEN/5/index read-only (api)',
    levels: ['write', 'metadata_write'],
  },
  metadata: {
    id: 9,
    status: 403,
    text: 'FORBIDDEN/9/index metadata (api)',
    levels: ['metadata_write', 'metadata_read'],
  },
};

/** Whether a block, by the last part of its setting, forbids changes of metadata: also those that lift it. */
export function forbidsChanges(block: string): boolean {
  return Object.hasOwn(blockKinds, block) && blockKinds[block as BlockName].levels.includes('metadata_write');
}

/** Of an index that follows one of another cluster. */
const followerBlock: BlockKind = {
  id: 1000,
  status: 403,
  text: 'FORBIDDEN/1000/index read-only(cross-cluster-replication)',
  levels: ['write', 'metadata_write'],
};
const FOLLOWER = 'index.plugins.replication.follower.leader_index';

/** Blocks of the whole cluster by the last part of their setting `cluster.blocks.*`. */
const clusterBlockKinds = {
  read_only: 'FORBIDDEN/6/cluster read-only (api)',
  read_only_allow_delete: 'FORBIDDEN/13/cluster read-only / allow delete (api)',
} as const;

/** The blocks of the cluster, which forbid every write and change of metadata; `except` is not looked at. */
export function clusterBlocks(settings: Pick<ClusterSettings, 'get'>, except?: string): string[] {
  const names = Object.keys(clusterBlockKinds) as (keyof typeof clusterBlockKinds)[];
  const set = names.filter((name) => name !== except && settings.get(`cluster.blocks.${name}`));
  return set.map((name) => clusterBlockKinds[name]);
}

interface BlockedIndex {
  readonly name: string;
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
}

/** The blocks of one index that forbid `level`; `except` is not looked at. */
export function blocksOf({ settings }: BlockedIndex, level: BlockLevel, except?: string): BlockKind[] {
  const set = blocksSet.get(settings) ?? readBlocks(settings);
  if (set.length === 0) return [];
  const forbidding = set.filter(({ name, kind }) => name !== except && kind.levels.includes(level));
  return forbidding.map(({ kind }) => kind);
}

interface SetBlock {
  readonly name: BlockName | 'follower';
  readonly kind: BlockKind;
}

/** Read once from settings, which change by being made anew: every request asks. */
const blocksSet = new WeakMap<BlockedIndex['settings'], readonly SetBlock[]>();

function readBlocks(settings: BlockedIndex['settings']): readonly SetBlock[] {
  const names = (Object.keys(blockKinds) as BlockName[]).filter((name) =>
    indexSetting(settings, `index.blocks.${name}`),
  );
  const set: SetBlock[] = names.map((name) => ({ name, kind: blockKinds[name] }));
  if (settings[FOLLOWER] !== undefined) set.push({ name: 'follower', kind: followerBlock });
  blocksSet.set(settings, set);
  return set;
}

/**
 * Throws ApiError `cluster_block_exception` naming every blocked index; 429 only where every block is one.
 */
export function checkBlocks(indices: Iterable<BlockedIndex>, level: BlockLevel, except?: string): void {
  let reason = '';
  let status = 429;
  for (const index of indices) {
    const blocks = blocksOf(index, level, except);
    if (blocks.length === 0) continue;
    reason += `index [${index.name}] blocked by: [${blocks.map((block) => block.text).join(', ')}];`;
    if (blocks.some((block) => block.status === 403)) status = 403;
  }
  if (reason !== '') throw new ApiError({ type: 'cluster_block_exception', reason, status });
}
