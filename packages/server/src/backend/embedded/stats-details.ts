import { dictionary, type Json, type JsonMap, type ParamsOf, wildcardTest } from '@sextant/contract';
import type { ShardStats } from '@sextant/engine';
import {
  bytesByField,
  completionOf,
  fielddataOf,
  type StatsSection,
  searchGroups,
  statsOf,
} from './stats-sections.ts';

/** What a statistics call shows beside the sums when it is asked to. */
export class StatsDetails {
  readonly #sections: ReadonlySet<StatsSection>;
  readonly #groups: readonly ((name: string) => boolean)[];
  /** Null: fields are not told apart. */
  readonly #fielddata: ((field: string) => boolean) | null;
  readonly #completion: ((field: string) => boolean) | null;
  readonly #fileSizes: boolean;
  readonly #nowMs: number;

  constructor(
    sections: ReadonlySet<StatsSection>,
    params: ParamsOf<'indices.stats' | 'nodes.stats'>,
    nowMs: number,
  ) {
    this.#nowMs = nowMs;
    const groups = params.groups ?? [];
    this.#sections = sections;
    this.#groups = groups.map((name) => wildcardTest(name === '_all' ? '*' : name));
    this.#fielddata = fieldTest(params.fields, params.fielddata_fields);
    this.#completion = fieldTest(params.fields, params.completion_fields);
    this.#fileSizes = params.include_segment_file_sizes === true;
  }

  figures(shards: readonly ShardStats[]): Record<string, Json | undefined> {
    const figures: Record<string, Json | undefined> = statsOf(shards, this.#sections, this.#nowMs);
    if (this.#groups.length > 0 && this.#sections.has('search')) {
      const groups = searchGroups(shards, (name) => this.#groups.some((test) => test(name)));
      if (Object.keys(groups).length > 0) figures.search = { ...(figures.search as JsonMap), groups };
    }
    if (this.#fielddata !== null && this.#sections.has('fielddata')) {
      const fields = bytesByField(shards, fielddataOf, this.#fielddata);
      const sizes = sizesOf(fields, 'memory_size_in_bytes');
      figures.fielddata = { ...(figures.fielddata as JsonMap), fields: sizes };
    }
    if (this.#completion !== null && this.#sections.has('completion')) {
      const fields = bytesByField(shards, completionOf, this.#completion);
      const sizes = sizesOf(fields, 'size_in_bytes');
      figures.completion = { ...(figures.completion as JsonMap), fields: sizes };
    }
    if (this.#fileSizes && this.#sections.has('segments')) {
      figures.segments = { ...(figures.segments as JsonMap), file_sizes: fileSizes(shards) };
    }
    return figures;
  }
}

/** Null where no fields are named. */
function fieldTest(
  ...lists: readonly (readonly string[] | undefined)[]
): ((field: string) => boolean) | null {
  const tests = lists.flatMap((names) => names ?? []).map(wildcardTest);
  return tests.length === 0 ? null : (field) => tests.some((test) => test(field));
}

function sizesOf(fields: ReadonlyMap<string, number>, name: string): JsonMap {
  const sizes: Record<string, Json> = dictionary();
  for (const [field, bytes] of fields) sizes[field] = { [name]: bytes };
  return sizes;
}

/** A segment is one file. */
function fileSizes(shards: readonly ShardStats[]): JsonMap {
  const sizes = shards.flatMap(({ segments }) => segments.map(({ sizeInBytes }) => sizeInBytes));
  if (sizes.length === 0) return {};
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return {
    seg: {
      size_in_bytes: total,
      min_size_in_bytes: Math.min(...sizes),
      max_size_in_bytes: Math.max(...sizes),
      average_size_in_bytes: Math.floor(total / sizes.length),
      count: sizes.length,
      description: 'Segment Files',
    },
  };
}
