import { type Disk, DiskError, type DiskSpace } from '@sextant/base';
import { mountPointOf } from '../../../observe/mount-point.ts';

export interface PathSpace extends DiskSpace {
  readonly path: string;
}

interface DataPlace {
  readonly node: { readonly disk: Disk; readonly directory: string };
  readonly engine: { readonly paths: { readonly all: readonly string[] } };
}

/** The space of each data path that tells it. The first always does, or throws DiskError. */
export function pathSpaces({ node, engine }: DataPlace): readonly [PathSpace, ...PathSpace[]] {
  const { disk, directory } = node;
  const further = engine.paths.all.slice(1).flatMap((path): PathSpace[] => {
    try {
      return [{ path, ...disk.space(path) }];
    } catch (error) {
      if (error instanceof DiskError) return [];
      throw error;
    }
  });
  return [{ path: directory, ...disk.space(directory) }, ...further];
}

/** Of all data paths together; those on one file system count once. */
export function dataSpace(place: DataPlace): DiskSpace {
  const mounts = new Set<string>();
  const sum = { totalBytes: 0, freeBytes: 0, availableBytes: 0 };
  for (const { path, totalBytes, freeBytes, availableBytes } of pathSpaces(place)) {
    const mount = mountPointOf(path)?.mount;
    if (mount !== undefined && mounts.has(mount)) continue;
    if (mount !== undefined) mounts.add(mount);
    sum.totalBytes += totalBytes;
    sum.freeBytes += freeBytes;
    sum.availableBytes += availableBytes;
  }
  return sum;
}
