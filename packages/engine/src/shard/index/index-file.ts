import { type Disk, type FramedFormat, FrameError, readFramed, writeFramed } from '@sextant/base';
import { isObject } from '@sextant/contract';
import { corruptIndex } from '../../codec/corruption.ts';
import type { IndexMetadata } from './index-metadata.ts';

export const INDEX_FILE = 'index.meta';
/** The primary term of an index until it is closed, opened or damaged. */
export const FIRST_TERM = 1;

/** No index can be made with more. */
const MOST_SHARDS = 1024;

const format: FramedFormat = { magic: 'SXIM', version: 1 };

/**
 * What an index consists of beside its shards. An index exists as soon as, and as long as, this file does.
 */
export interface IndexFile {
  readonly metadata: IndexMetadata;
  /** Grows whenever the index is closed or opened. */
  readonly primaryTerm: number;
  /**
   * The shards that were written to, ascending: each of them has a commit point and a translog, and is damaged where
   * one is missing. A shard of an earlier version may be missing here until it is written to.
   */
  readonly begunShards: readonly number[];
}

/** As earlier versions wrote it, too. */
export type StoredIndexFile = Omit<IndexFile, 'begunShards'> & Partial<Pick<IndexFile, 'begunShards'>>;

export function indexFileOf({ metadata, primaryTerm, begunShards = [] }: StoredIndexFile): IndexFile {
  return { metadata, primaryTerm, begunShards };
}

/** `name`: of a folder that is no index yet. */
export function writeIndexFile(disk: Disk, directory: string, content: IndexFile, name = INDEX_FILE): void {
  writeFramed(disk, directory, name, format, content);
}

/** Undefined where there is none. Throws corrupt_index_exception. */
export function readIndexFile(disk: Disk, directory: string): IndexFile | undefined {
  try {
    const found = readFramed(disk, directory, INDEX_FILE, format) as StoredIndexFile | undefined;
    if (found === undefined) return undefined;
    const content = indexFileOf(found);
    if (isWhole(content)) return content;
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    throw corruptIndex(`index metadata [${directory}/${INDEX_FILE}] ${error.message}`);
  }
  throw corruptIndex(`index metadata [${directory}/${INDEX_FILE}] are those of no index`);
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** Somebody else may have written it: what everything else relies on is there. */
function isWhole({ metadata, primaryTerm, begunShards }: IndexFile): boolean {
  if (!isObject(metadata)) return false;
  const { name, uuid, state, creationDate, numberOfShards, numberOfReplicas } = metadata;
  const { aliases, mappings, settings } = metadata;
  const isNamed =
    typeof name === 'string' && isFileName(name) && typeof uuid === 'string' && isFileName(uuid);
  const isSized = isCount(numberOfShards) && numberOfShards > 0 && numberOfShards <= MOST_SHARDS;
  const isCounted = [creationDate, numberOfReplicas, primaryTerm].every(isCount);
  const isBegun =
    Array.isArray(begunShards) && begunShards.every((shard) => isCount(shard) && shard < numberOfShards);
  const hasParts = [aliases, mappings, settings].every(isObject) && (state === 'open' || state === 'close');
  return isNamed && isSized && isCounted && isBegun && hasParts;
}

/** It stays in the folder in which it is looked for. */
function isFileName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !/[/\\\0]/.test(text);
}
