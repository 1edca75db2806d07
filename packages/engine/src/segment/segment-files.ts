import { type Disk, DiskError, type FileMapping } from '@sextant/base';
import { corruptIndex } from '../codec/corruption.ts';
import { Fielddata } from './fielddata.ts';
import { MaskedFields } from './masked-terms.ts';
import type { MetadataColumn } from './metadata-columns.ts';
import { type SegmentData, segmentPath, sourcePath } from './segment-data.ts';
import { NO_FIELD, SectionKind } from './segment-format.ts';
import { SegmentIndex } from './segment-index.ts';
import { SourceReader } from './source-reader.ts';
import type { Uninverted } from './uninverted.ts';

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
  /** Terms of texts, and ids, by document. */
  readonly fielddata = new Fielddata<Uninverted>();
  /** Of fields that the engine keeps for itself. */
  readonly metadata = new Fielddata<MetadataColumn>();
  readonly masked = new MaskedFields();
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

  get mappedSourceBytes(): number {
    return this.#opened?.source.file.mappedBytes ?? 0;
  }

  /** Both files can be read until `close`, though they be removed. */
  pin(): void {
    this.source.file.pin();
  }

  /** Lets go of both; views that were made before are empty. What is asked later opens them again. */
  close(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    this.fielddata.close();
    this.masked.close();
    this.metadata.close();
    opened?.source.close();
    opened?.mapping?.unmap();
  }

  #open(): Opened {
    const { directory, name, maxDoc, index: shared, sizeInBytes, indexBytes } = this.#data;
    const mapping = shared === null ? this.#map() : undefined;
    const index = new SegmentIndex(mapping?.buffer ?? shared!, maxDoc);
    const source = new SourceReader(this.#disk, sourcePath(directory, name), {
      fileBytes: sizeInBytes - indexBytes,
      blocks: index.sections.doubles(SectionKind.sourceBlocks, NO_FIELD),
      blockDocs: index.sections.words(SectionKind.sourceBlockDocs, NO_FIELD),
      dictionaries: index.sections.words(SectionKind.sourceDictionaries, NO_FIELD),
    });
    this.#opened = { index, source, mapping };
    return this.#opened;
  }

  /** A file that was changed since its frame was checked is damage of this shard, and no reason to fail others. */
  #map(): FileMapping {
    const path = segmentPath(this.#data.directory, this.#data.name);
    try {
      return this.#disk.map(path, this.#data.indexBytes);
    } catch (error) {
      if (!(error instanceof DiskError) || error.code === 'exhausted') throw error;
      throw corruptIndex(`segment file cannot be mapped: ${error.message} [${path}]`);
    }
  }
}
