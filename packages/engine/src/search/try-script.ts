import type { Clock } from '@sextant/base';
import type { ScriptHost } from '../budget/script-host.ts';
import { runThrough } from '../budget/slices.ts';
import { WorkBudget } from '../budget/work-budget.ts';
import type { JsonObject } from '../dsl/json-reader.ts';
import { DocumentParser } from '../mapping/document-parser.ts';
import type { ParsedDocument } from '../mapping/mapped-field.ts';
import { Mapping } from '../mapping/mapping.ts';
import type { ScriptContext } from '../script/compile/scope.ts';
import type { JavaMap } from '../script/java-map.ts';
import { scriptValue } from '../script/json-values.ts';
import { searchScript } from '../script/make-search-script.ts';
import { Program } from '../script/program.ts';
import { checkRunnable } from '../script/script-language.ts';
import type { ScriptSpec } from '../script/script-spec.ts';
import { searchContexts } from '../script/search-script.ts';
import { throughValues } from '../script/through-values.ts';
import { textOf } from '../script/values.ts';
import { openForSearch } from '../segment/open-segment.ts';
import { ScratchDisk } from '../segment/scratch-disk.ts';
import { SegmentBuilder } from '../segment/segment-builder.ts';
import { segmentName } from '../segment/segment-data.ts';
import type { IndexMetadata } from '../shard/index/index-metadata.ts';
import { executeSearch } from './execute-search.ts';
import type { ShardTarget } from './shard-target.ts';

const testContext: ScriptContext = {
  name: 'painless_test',
  returns: 'def',
  variables: [{ name: 'params', type: 'Map', place: 0 }],
};

/** What a script answers that is given nothing but its parameters, as a text. Throws ApiError. */
export function tryScript(spec: ScriptSpec, host: ScriptHost): string {
  checkRunnable(spec, testContext.name, null);
  const program = new Program(spec.source, testContext);
  const state = program.state([scriptValue(spec.params) as JavaMap], null, host);
  const answer = program.run(state);
  return throughValues(() => textOf(answer));
}

/** A document that is in no index, and the index that it is looked at as one of. */
export interface TriedDocument {
  readonly metadata: IndexMetadata;
  readonly source: Uint8Array;
  /** Whose score scripts are given; null: they are given 0. */
  readonly query: JsonObject | null;
}

const DIRECTORY = '/scratch';
const ID = '_id';

/** What a script of a filter or of a score answers of a document. Throws ApiError. */
export function tryDocumentScript(
  spec: ScriptSpec,
  context: 'filter' | 'score',
  { metadata, source, query }: TriedDocument,
  clock: Clock,
  scripts: ScriptHost,
): boolean | number {
  const budget = new WorkBudget({ clock, scripts });
  const shard = shardOf(metadata, source);
  const { mapping, searcher } = shard;
  // Fields that the document brings in are known to its segment alone.
  const before = Mapping.create(metadata.mappings, metadata.settings);
  const script = searchScript(spec, searchContexts[context], { mapping: before, searcher, budget });
  const score =
    context === 'filter' || query === null ? 0 : scoreOf({ ...shard, mapping }, query, { clock, budget });
  script.setSegment(searcher.segments[0]!);
  return script.run(searcher.segments[0]!.maxDoc - 1, score) as boolean | number;
}

/** A shard with the document alone. */
function shardOf(metadata: IndexMetadata, source: Uint8Array): ShardTarget {
  const parsed: ParsedDocument = { length: 0, fields: [], values: [] };
  const before = Mapping.create(metadata.mappings, metadata.settings);
  const mapping = new DocumentParser().parse(before, source, parsed, ID);
  const builder = new SegmentBuilder();
  builder.add(parsed, { id: ID, routing: null, seqNo: 0, primaryTerm: 1, version: 1, source });
  const disk = new ScratchDisk();
  const target = { disk, directory: DIRECTORY, name: segmentName(0), generation: 0 };
  const segment = openForSearch(builder.build(target), disk, { indexName: metadata.name });
  const { name: index, uuid: indexUuid } = metadata;
  const searcher = {
    index,
    indexUuid,
    shard: 0,
    segments: [segment],
    docBases: [0],
    numDocs: segment.numDocs,
  };
  return { searcher, mapping, metadata };
}

/** Of the document by the query; 0 where it does not match. */
function scoreOf(
  shard: ShardTarget,
  query: JsonObject,
  resources: { readonly clock: Clock; readonly budget: WorkBudget },
): number {
  const options = { indices: [shard.metadata.name], body: { query, size: 1 }, maxBuckets: 1 };
  const { hits } = runThrough(executeSearch([shard], options, resources));
  return hits[0]?.score ?? 0;
}
