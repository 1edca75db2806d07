import { assert, type Disk, type DiskFile } from '@sextant/base';
import { corruptTranslog } from '../codec/corruption.ts';
import { encodeGenerationHeader, GENERATION_HEADER_BYTES, generationPath } from './generation.ts';

const COPY_BYTES = 1024 * 1024;

/** Records of another generation that the new one begins with. */
export interface Carried {
  readonly file: DiskFile;
  /** Where the last of them ends. */
  readonly end: number;
}

/**
 * Makes the file of a generation with its head and what is carried over, at the same places, durable under its
 * name; open for appending.
 */
export function beginGeneration(
  disk: Disk,
  directory: string,
  uuid: string,
  generation: number,
  carried?: Carried,
): DiskFile {
  const path = generationPath(directory, generation);
  // Left over from a crash before the checkpoint named it: it holds nothing that was acknowledged.
  disk.remove(path);
  const file = disk.open(path, 'append');
  try {
    const header = encodeGenerationHeader(uuid, generation);
    assert(header.length === GENERATION_HEADER_BYTES, 'head of a generation');
    file.write(header);
    if (carried !== undefined) copyRecords(carried, file, path);
    file.sync();
    disk.syncDirectory(directory);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

function copyRecords({ file, end }: Carried, target: DiskFile, path: string): void {
  const bytes = new Uint8Array(Math.min(COPY_BYTES, end - GENERATION_HEADER_BYTES));
  for (let at = GENERATION_HEADER_BYTES; at < end; ) {
    const part = bytes.subarray(0, Math.min(bytes.length, end - at));
    if (file.read(part, at) !== part.length)
      throw corruptTranslog(path, `cannot be begun: byte ${at} is gone`);
    target.write(part);
    at += part.length;
  }
}
