import type { Disk } from '@sextant/base';
import { corruptIndex } from '../codec/corruption.ts';
import { type SegmentData, segmentPath, sourcePath } from './segment-data.ts';
import { frameProblem, readHeader, SegmentSections } from './segment-sections.ts';

export { closeSegment, filesOf, openSegment, pinSegment } from './open-segment.ts';

/**
 * Reads the index of a segment into shared memory and checks every byte of it. All documents are live in the result.
 * ApiError corrupt_index_exception where the file is damaged; DiskError where it is missing.
 */
export function loadSegment(disk: Disk, directory: string, name: string): SegmentData {
  const path = segmentPath(directory, name);
  const index = readShared(disk, path);
  const generation = Number.parseInt(name.slice(1), 36);
  const problem = frameProblem(index, generation) ?? new SegmentSections(index).damaged()[0];
  if (problem !== undefined) throw corrupt(path, problem);
  const header = readHeader(index);
  const stored = disk.sizeOf(sourcePath(directory, name));
  if (stored !== header.sourceBytes) {
    throw corrupt(
      sourcePath(directory, name),
      `the file has ${stored} bytes instead of ${header.sourceBytes}`,
    );
  }
  return {
    name,
    generation,
    directory,
    maxDoc: header.maxDoc,
    index,
    liveDocs: null,
    deletedDocs: 0,
    sizeInBytes: index.byteLength + header.sourceBytes,
    minSeqNo: header.minSeqNo,
    maxSeqNo: header.maxSeqNo,
  };
}

export function readShared(disk: Disk, path: string): SharedArrayBuffer {
  const file = disk.open(path, 'read');
  try {
    const index = new SharedArrayBuffer(file.size);
    file.read(new Uint8Array(index), 0);
    return index;
  } finally {
    file.close();
  }
}

function corrupt(path: string, problem: string): Error {
  return corruptIndex(`segment file is damaged: ${problem} [${path}]`);
}

/** Makes both files of the segment durable; the folder is the caller's. */
export function syncSegment(disk: Disk, data: SegmentData): void {
  for (const path of [segmentPath(data.directory, data.name), sourcePath(data.directory, data.name)]) {
    const file = disk.open(path, 'append');
    try {
      file.sync();
    } finally {
      file.close();
    }
  }
}

/** Removes both files; missing ones are no error. Live-docs files are the caller's. */
export function removeSegment(disk: Disk, data: Pick<SegmentData, 'directory' | 'name'>): void {
  disk.remove(segmentPath(data.directory, data.name));
  disk.remove(sourcePath(data.directory, data.name));
}
