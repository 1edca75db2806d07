import { type Disk, type FramedFormat, FrameError, readFramed, writeFramed } from '@sextant/base';
import { boxedJson, dictionary, isObject } from '@sextant/contract';
import { corruptIndex } from '../../codec/corruption.ts';
import { metadataFields } from '../../mapping/mapping-parser.ts';
import type { IndexMetadata } from './index-metadata.ts';
import { wrongPart } from './stored-metadata.ts';

export const INDEX_FILE = 'index.meta';
/** The primary term of an index until it is closed, opened or damaged. */
export const FIRST_TERM = 1;

const format: FramedFormat = { magic: 'SXIM', version: 1, json: boxedJson };

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
  return { metadata: withoutMetadataFields(metadata), primaryTerm, begunShards };
}

/** An earlier version made fields of values that were copied to metadata fields (`copy_to: _id`): no index opens with them. */
function withoutMetadataFields(metadata: IndexMetadata): IndexMetadata {
  const properties = isObject(metadata) && isObject(metadata.mappings) ? metadata.mappings.properties : null;
  if (!isObject(properties)) return metadata;
  const fields = Object.entries(properties);
  const own = fields.filter(([name]) => !metadataFields.has(name));
  if (own.length === fields.length) return metadata;
  const kept: Record<string, unknown> = dictionary();
  for (const [name, field] of own) kept[name] = field;
  return { ...metadata, mappings: { ...metadata.mappings, properties: kept } };
}

/** `name`: of a folder that is no index yet. */
export function writeIndexFile(disk: Disk, directory: string, content: IndexFile, name = INDEX_FILE): void {
  writeFramed(disk, directory, name, format, content);
}

/** Undefined where there is none. Throws corrupt_index_exception. */
export function readIndexFile(disk: Disk, directory: string): IndexFile | undefined {
  const what = `index metadata [${directory}/${INDEX_FILE}]`;
  let found: unknown;
  try {
    found = readFramed(disk, directory, INDEX_FILE, format);
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    throw corruptIndex(`${what} ${error.message}`);
  }
  if (found === undefined) return undefined;
  if (!isObject(found)) throw corruptIndex(`${what} are those of no index`);
  const content = indexFileOf(found as unknown as StoredIndexFile);
  const part = wrongPart(content);
  if (part === undefined) return content;
  throw corruptIndex(`${what} are those of no index: no index has such [${part}]`);
}
