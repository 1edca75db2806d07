import type { Disk } from '@sextant/base';

/**
 * One segment as it crosses threads: plain values and shared memory. A change of live documents makes another object.
 */
export interface SegmentData {
  /** `_` and the generation in base 36. Files are `<name>.seg` and `<name>.src` in `directory`. */
  readonly name: string;
  readonly generation: number;
  readonly directory: string;
  readonly maxDoc: number;
  /** The whole `.seg` file in memory; null where every thread maps the file for itself. */
  readonly index: SharedArrayBuffer | null;
  /** Length of the `.seg` file. */
  readonly indexBytes: number;
  /** Bit set = live, `ceil(maxDoc / 32)` words; null = all live. */
  readonly liveDocs: SharedArrayBuffer | null;
  readonly deletedDocs: number;
  /** Nested objects are documents of their own in it, each before the one that it lies in. */
  readonly hasBlocks: boolean;
  /** Documents may have a part that is kept beside their source. */
  readonly hasKept: boolean;
  /** Both files. */
  readonly sizeInBytes: number;
  /** -1 in an empty segment. */
  readonly minSeqNo: number;
  readonly maxSeqNo: number;
}

/** How merges pack `_source` (`index.codec`): `default` to be read quickly, `best_compression` small. */
export type SourceCodec = 'default' | 'best_compression';

/** Where a segment is written. */
export interface SegmentTarget {
  readonly disk: Disk;
  readonly directory: string;
  readonly name: string;
  readonly generation: number;
}

export function segmentName(generation: number): string {
  return `_${generation.toString(36)}`;
}

export function segmentPath(directory: string, name: string): string {
  return `${directory}/${name}.seg`;
}

export function sourcePath(directory: string, name: string): string {
  return `${directory}/${name}.src`;
}
