import type { Engine, IndexMetadata } from '@sextant/engine';
import type { ClusterMetadata, Section } from '../../../cluster/metadata/cluster-metadata.ts';

/** A data stream as it is kept. */
export interface DataStream {
  readonly timestampField: string;
  /** How many indices there have been. */
  readonly generation: number;
  /**
   * Names of its indices, the last one is written to. One that is not there does not count: the entry is kept before its index is
   * made, and after it is gone.
   */
  readonly indices: readonly string[];
}

export const dataStreams: Section<DataStream> = { name: 'data_stream' };

const none: ReadonlyMap<string, never> = new Map<string, never>();

/** The indices of each data stream that has any. */
export function streamIndices(
  engine: Engine,
  metadata: ClusterMetadata,
): ReadonlyMap<string, readonly IndexMetadata[]> {
  const kept = metadata.entries(dataStreams);
  if (kept.size === 0) return none;
  const streams = new Map<string, readonly IndexMetadata[]>();
  for (const [name, { indices }] of kept) {
    const members = indices.flatMap((index) => engine.index(index) ?? []);
    if (members.length > 0) streams.set(name, members);
  }
  return streams;
}

/** The data stream that an index belongs to. */
export function streamOf(metadata: ClusterMetadata, index: string): string | undefined {
  if (!index.startsWith('.ds-')) return undefined;
  for (const [name, { indices }] of metadata.entries(dataStreams)) if (indices.includes(index)) return name;
  return undefined;
}

export function backingName(stream: string, generation: number): string {
  return `.ds-${stream}-${String(generation).padStart(6, '0')}`;
}

/**
 * Forgets what is named and not there: indices that a killed process did not make, or had already deleted. Not where some folder
 * could not be read: it may be that of an index that is named, and be put right.
 */
export function settleStreams(engine: Engine, metadata: ClusterMetadata): void {
  if (engine.damagedFolders().length > 0) return;
  keepInStreams(metadata, (index) => engine.index(index) !== undefined);
}

/** Forgets indices that were deleted. */
export function forgetInStreams(metadata: ClusterMetadata, deleted: readonly string[]): void {
  keepInStreams(metadata, (index) => !deleted.includes(index));
}

function keepInStreams(metadata: ClusterMetadata, isKept: (index: string) => boolean): void {
  const changes = new Map<string, DataStream | undefined>();
  for (const [name, stream] of metadata.entries(dataStreams)) {
    const kept = stream.indices.filter(isKept);
    if (kept.length === stream.indices.length) continue;
    changes.set(name, kept.length === 0 ? undefined : { ...stream, indices: kept });
  }
  if (changes.size > 0) metadata.change({ section: dataStreams, entries: changes });
}
