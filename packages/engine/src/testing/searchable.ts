import type { Clock } from '@sextant/base';
import { MemoryDisk } from '@sextant/base/testing';
import { runThrough, type Steps } from '../budget/slices.ts';
import { DocumentParser } from '../mapping/document-parser.ts';
import type { ParsedDocument } from '../mapping/mapped-field.ts';
import { Mapping } from '../mapping/mapping.ts';
import { executeSearch } from '../search/execute-search.ts';
import type { SearchOptions, SearchResult } from '../search/search-api.ts';
import type { ShardTarget } from '../search/shard-target.ts';
import { SegmentBuilder } from '../segment/segment-builder.ts';
import { segmentName } from '../segment/segment-data.ts';
import { openForSearch } from '../segment/segment-file.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import { testBudget } from './query-context.ts';
import { searcherOf, TEST_DIRECTORY } from './segments.ts';

export interface SearchableOptions {
  readonly index?: string;
  /** The `properties` of the mapping. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Fields of the mapping that scripts make. */
  readonly derived?: Readonly<Record<string, unknown>>;
  /** Documents per segment, oldest first; their ids are `1`, `2`, … through all of them. */
  readonly segments: readonly (readonly Readonly<Record<string, unknown>>[])[];
  /** Ids of documents that are dead. */
  readonly deleted?: readonly string[];
  /** Of each document. */
  readonly routing?: string;
  readonly settings?: IndexMetadata['settings'];
  readonly shard?: number;
}

const encoder = new TextEncoder();

/** A shard as a search meets it, with documents that went through the mapping. */
export function searchableShard(options: SearchableOptions): ShardTarget {
  const { index = 'test', properties, derived, segments, deleted = [], settings = {}, shard = 0 } = options;
  const mapping = Mapping.create({ properties, ...(derived && { derived }) }, settings);
  const disk = new MemoryDisk();
  disk.makeDirectory(TEST_DIRECTORY);
  const parser = new DocumentParser();
  const parsed: ParsedDocument = { length: 0, fields: [], values: [] };
  let seqNo = 0;
  const readers = segments.map((documents, generation) => {
    const builder = new SegmentBuilder();
    for (const document of documents) {
      const source = encoder.encode(JSON.stringify(document));
      const id = String(seqNo + 1);
      // Children have a routing.
      parser.parse(mapping, source, parsed, id, id);
      const doc = builder.add(parsed, {
        id,
        routing: options.routing ?? null,
        seqNo: seqNo++,
        primaryTerm: 1,
        version: 1,
        source,
      });
      if (deleted.includes(id)) builder.delete(doc);
    }
    const name = segmentName(generation);
    const data = builder.build({ disk, directory: TEST_DIRECTORY, name, generation });
    return openForSearch(data, disk, { indexName: index });
  });
  const metadata: IndexMetadata = {
    name: index,
    uuid: 'uuid',
    creationDate: 0,
    state: 'open',
    numberOfShards: 1,
    numberOfReplicas: 0,
    settings,
    mappings: mapping.toJson(),
    aliases: {},
    version: 1,
    mappingVersion: 1,
    settingsVersion: 1,
    aliasesVersion: 1,
  };
  return { searcher: { ...searcherOf(readers, index, shard), indexUuid: 'uuid' }, mapping, metadata };
}

/** A clock that stands still. */
export const stillClock: Clock = {
  now: () => Date.UTC(2024, 5, 1),
  nanos: () => 0,
  after: () => () => undefined,
};

/** A search body over shards, ready to go. */
export function searchSteps(
  shards: readonly ShardTarget[],
  body: SearchOptions['body'],
  options: Partial<SearchOptions> = {},
): Steps<SearchResult> {
  const indices = [...new Set(shards.map(({ searcher }) => searcher.index))];
  const all = { indices, body, maxBuckets: 65_535, ...options };
  return executeSearch(shards, all, { clock: stillClock, budget: options.budget ?? testBudget() });
}

/** Runs a search body over shards. */
export function searchShards(
  shards: readonly ShardTarget[],
  body: SearchOptions['body'],
  options: Partial<SearchOptions> = {},
): SearchResult {
  return runThrough(searchSteps(shards, body, options));
}
