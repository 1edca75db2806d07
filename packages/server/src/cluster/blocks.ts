import { ApiError, table } from '@sextant/contract';

/** What a call does to an index; a block forbids some of these. */
export type BlockLevel = 'read' | 'write' | 'metadata_read' | 'metadata_write';

export interface BlockKind {
  readonly id: number;
  readonly status: 403 | 429;
  readonly text: string;
  readonly levels: readonly BlockLevel[];
}

/** Blocks by the last part of their setting `index.blocks.*`, in the order in which an error lists them. */
export const blockKinds: Readonly<Record<string, BlockKind>> = table({
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
});

/** Blocks of the whole cluster by the last part of their setting `cluster.blocks.*`. */
const clusterBlockKinds: Readonly<Record<string, string>> = table({
  read_only: 'FORBIDDEN/6/cluster read-only (api)',
  read_only_allow_delete: 'FORBIDDEN/13/cluster read-only / allow delete (api)',
});

/**
 * The blocks of the cluster, which forbid every write and change of metadata; `except` is not looked at. `setting`
 * reads a cluster setting.
 */
export function clusterBlocks(setting: (name: string) => string | undefined, except?: string): string[] {
  const set = Object.keys(clusterBlockKinds).filter((name) => {
    return name !== except && setting(`cluster.blocks.${name}`) === 'true';
  });
  return set.map((name) => clusterBlockKinds[name]!);
}

interface BlockedIndex {
  readonly name: string;
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
}

/** The blocks of one index that forbid `level`; `except` is not looked at. */
export function blocksOf(index: BlockedIndex, level: BlockLevel, except?: string): BlockKind[] {
  const found: BlockKind[] = [];
  for (const name of Object.keys(blockKinds)) {
    const kind = blockKinds[name]!;
    if (name !== except && index.settings[`index.blocks.${name}`] === 'true' && kind.levels.includes(level)) {
      found.push(kind);
    }
  }
  return found;
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
