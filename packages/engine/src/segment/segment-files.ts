import type { Disk, FileMapping } from '@sextant/base';
import { type SegmentData, segmentPath, sourcePath } from './segment-data.ts';
import { NO_FIELD, SectionKind } from './segment-format.ts';
import { SegmentIndex } from './segment-index.ts';
import { SourceReader } from './source-reader.ts';

interface Opened {
  readonly index: SegmentIndex;
  readonly source: SourceReader;
  readonly mapping: FileMapping | undefined;
}

/**
 * Both files of a segment as one thread reads them, shared by all its readers. The index is mapped, and views over it are
 * made, when something is first asked of it: a thread that never looks at a segment pays nothing for it.
 */
export class SegmentFiles {
  readonly #data: SegmentData;
  readonly #disk: Disk;
  #opened: Opened | undefined;

  constructor(data: SegmentData, disk: Disk) {
    this.#data = data;
    this.#disk = disk;
  }

  get index(): SegmentIndex {
    return (this.#opened ?? this.#open()).index;
  }

  get source(): SourceReader {
    return (this.#opened ?? this.#open()).source;
  }

  /** Bytes of the index that are mapped now; 0 while nobody has asked, or where they are in memory. */
  get mappedBytes(): number {
    return this.#opened?.mapping?.mapped === true ? this.#data.indexBytes : 0;
  }

  /** Both files can be read until `close`, though they be removed. */
  pin(): void {
    this.source.open();
  }

  /** Lets go of both; views that were made before are empty. What is asked later opens them again. */
  close(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    opened?.source.close();
    opened?.mapping?.unmap();
  }

  #open(): Opened {
    const { directory, name, maxDoc, indexBytes, index: shared } = this.#data;
    const disk = this.#disk;
    const mapping = shared === null ? disk.map(segmentPath(directory, name), indexBytes) : undefined;
    const index = new SegmentIndex(mapping?.buffer ?? shared!, maxDoc);
    const blocks = index.sections.doubles(SectionKind.sourceBlocks, NO_FIELD);
    const blockDocs = index.sections.words(SectionKind.sourceBlockDocs, NO_FIELD);
    const source = new SourceReader(disk, sourcePath(directory, name), blocks, blockDocs);
    this.#opened = { index, source, mapping };
    return this.#opened;
  }
}
