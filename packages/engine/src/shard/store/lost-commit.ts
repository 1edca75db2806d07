import type { Disk } from '@sextant/base';
import type { GenerationSummary } from '../../translog/generation.ts';
import { COMMIT_POINT_FILE } from './commit-point.ts';

const LOST = `[${COMMIT_POINT_FILE}] is missing`;

/**
 * Why a shard without a commit point must not be opened before its translog is looked at; undefined where nothing
 * speaks against it. `isBegun`: the metadata of its index say that it was written to.
 */
export function lostFiles(
  disk: Disk,
  directory: string,
  { isBegun, hasTranslog }: { readonly isBegun: boolean; readonly hasTranslog: boolean },
): string | undefined {
  if (!disk.exists(directory)) return isBegun ? 'is missing, though the shard was written to' : undefined;
  if (isBegun) return `holds files of a shard that was written to, but ${LOST}`;
  if (hasTranslog || !hasSegments(disk, directory)) return undefined;
  return `holds segments, but ${LOST}, and the translog with it`;
}

/**
 * Why a shard without a commit point must not be opened from its translog: it does not hold all that was written.
 * Earlier versions made the commit point with the first flush, which lets the operations before it go.
 */
export function lostOperations(
  disk: Disk,
  directory: string,
  generations: readonly GenerationSummary[],
): string | undefined {
  const first = generations
    .filter(({ operations }) => operations > 0)
    .reduce((min, { minSeqNo }) => Math.min(min, minSeqNo), Number.POSITIVE_INFINITY);
  if (first === 0) return undefined;
  const wasFlushed = generations.at(-1)!.generation > 1 && hasSegments(disk, directory);
  if (first === Number.POSITIVE_INFINITY && !wasFlushed) return undefined;
  const found = first === Number.POSITIVE_INFINITY ? 'is empty' : `begins with operation [${first}]`;
  return `holds a shard that was flushed, but ${LOST}, and the translog ${found}`;
}

function hasSegments(disk: Disk, directory: string): boolean {
  return disk.list(directory).some((name) => name.endsWith('.seg'));
}
