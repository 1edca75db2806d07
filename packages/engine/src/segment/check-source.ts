import { crc32 } from 'node:zlib';
import type { Disk } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import type { Report } from './check-report.ts';
import type { OpenSegment } from './open-segment.ts';
import { sourcePath } from './segment-data.ts';
import { SEGMENT_VERSION, SEGMENT_VERSION_MIN, SOURCE_MAGIC } from './segment-format.ts';
import { SOURCE_FOOTER_BYTES, SOURCE_HEADER_BYTES } from './source-writer.ts';

/** The `.src` file: its frame, and that every block can be read. */
export function checkSource(disk: Disk, segment: OpenSegment, report: Report): void {
  const { data, source } = segment;
  const path = sourcePath(data.directory, data.name);
  const bytes = disk.sizeOf(path);
  const sourceBytes = data.sizeInBytes - data.indexBytes;
  if (bytes !== sourceBytes) {
    report(`the stored documents take ${bytes} bytes instead of ${sourceBytes}`);
    return;
  }
  if (source.firstDocOf(source.blockCount) !== segment.maxDoc)
    report('the blocks of stored documents miss some');
  const dictionaries: number[] = [];
  for (let block = 0; block < source.blockCount; block++) {
    if (source.firstDocOf(block) === source.firstDocOf(block + 1)) dictionaries.push(block);
  }
  if (dictionaries.join() !== source.dictionaries.join())
    report('the dictionaries are not those of the blocks');
  let crc = 0;
  for (let block = 0; block < source.blockCount; block++) {
    try {
      source.decoded(block);
      crc = crc32(source.encoded(block).subarray(0, 4), crc);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      report(`block ${block}: ${error.error.reason}`);
      return;
    }
  }
  checkFrame(disk, path, data.generation, crc, report);
}

function checkFrame(disk: Disk, path: string, generation: number, crc: number, report: Report): void {
  const file = disk.open(path, 'read');
  try {
    const header = new DataView(new ArrayBuffer(SOURCE_HEADER_BYTES));
    file.read(new Uint8Array(header.buffer), 0);
    const footer = new DataView(new ArrayBuffer(SOURCE_FOOTER_BYTES));
    file.read(new Uint8Array(footer.buffer), file.size - SOURCE_FOOTER_BYTES);
    const version = header.getUint32(4, true);
    const known = version >= SEGMENT_VERSION_MIN && version <= SEGMENT_VERSION;
    if (header.getUint32(0, true) !== SOURCE_MAGIC || !known) {
      report('the file of stored documents has a strange header');
    }
    if (header.getFloat64(8, true) !== generation)
      report('the stored documents belong to another generation');
    if (footer.getUint32(0, true) !== crc) report('the checksum of all stored documents does not match');
    if (footer.getUint32(4, true) !== SOURCE_MAGIC || footer.getFloat64(8, true) !== file.size) {
      report('the file of stored documents has a strange footer');
    }
  } finally {
    file.close();
  }
}
