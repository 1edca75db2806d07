import { type Disk, type FramedFormat, FrameError, readFramed, writeFramed } from '@sextant/base';
import { boxedJson, isObject } from '@sextant/contract';
import { corruptIndex } from '../../codec/corruption.ts';
import { type IndexFile, indexFileOf, type StoredIndexFile } from './index-file.ts';
import { wrongPart } from './stored-metadata.ts';

export const JOURNAL_FILE = 'metadata.journal';
const format: FramedFormat = { magic: 'SXMJ', version: 1, json: boxedJson };

/**
 * What a change of several indices writes before it touches their files, so that it is done for all of them or for
 * none. An entry counts as long as the file of its index has no higher version.
 */
export interface MetadataJournal {
  /** One for each index. */
  readonly files: readonly IndexFile[];
}

export function writeJournal(disk: Disk, directory: string, journal: MetadataJournal): void {
  writeFramed(disk, directory, JOURNAL_FILE, format, journal);
}

/** Undefined where there is none. Throws corrupt_index_exception. */
export function readJournal(disk: Disk, directory: string): MetadataJournal | undefined {
  const what = `journal of metadata [${directory}/${JOURNAL_FILE}]`;
  let found: unknown;
  try {
    found = readFramed(disk, directory, JOURNAL_FILE, format);
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    throw corruptIndex(`${what} ${error.message}`);
  }
  if (found === undefined) return undefined;
  const files = isObject(found) && Array.isArray(found.files) ? found.files.filter(isObject) : [];
  const journal = { files: files.map((file) => indexFileOf(file as unknown as StoredIndexFile)) };
  if (files.length > 0 && journal.files.every((file) => wrongPart(file) === undefined)) return journal;
  throw corruptIndex(`${what} is that of no change`);
}

/**
 * What the index has: its file, or the journal where that is not older. (A file of the same version may have been
 * renamed by a killed process without its name being durable: it is written again.)
 */
export function withJournal(content: IndexFile, journal: MetadataJournal | undefined): IndexFile {
  const { uuid, version } = content.metadata;
  const entry = journal?.files.find(({ metadata }) => metadata.uuid === uuid && metadata.version >= version);
  if (entry === undefined) return content;
  const begun = new Set([...content.begunShards, ...entry.begunShards]);
  return {
    metadata: entry.metadata,
    primaryTerm: Math.max(entry.primaryTerm, content.primaryTerm),
    begunShards: [...begun].sort((a, b) => a - b),
  };
}
