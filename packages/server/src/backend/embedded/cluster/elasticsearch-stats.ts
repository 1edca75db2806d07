import type { JsonMap } from '@sextant/contract';
import { elasticsearchFigures } from '../elasticsearch-figures.ts';

const noTimes = { max: 0, avg: 0, p90: 0 };

/** Searches over several clusters, as Elasticsearch counts them since 8.16. */
const noSearchesElsewhere = {
  total: 0,
  success: 0,
  skipped: 0,
  took: noTimes,
  took_mrt_true: noTimes,
  took_mrt_false: noTimes,
  remotes_per_search_max: 0,
  remotes_per_search_avg: 0,
  failure_reasons: {},
  features: {},
  clients: {},
  clusters: {},
};

/** What typed clients of Elasticsearch want in `_cluster/stats` beside what OpenSearch tells: things that there are none of. */
export const elasticsearchStats: JsonMap = {
  snapshots: {
    current_counts: {
      snapshots: 0,
      shard_snapshots: 0,
      snapshot_deletions: 0,
      concurrent_operations: 0,
      cleanups: 0,
    },
    repositories: {},
  },
  repositories: {},
  ccs: { _search: noSearchesElsewhere },
};

/** The same of `indices`; what searches ask for is not counted. */
export function withElasticsearchParts(indices: JsonMap): JsonMap {
  const { store, mappings, analysis } = indices as Readonly<Record<string, JsonMap>>;
  return {
    ...elasticsearchFigures(indices, Number(store?.size_in_bytes ?? 0)),
    mappings: { ...mappings, runtime_field_types: [], source_modes: {} },
    analysis: { ...analysis, synonyms: {} },
    dense_vector: { value_count: 0 },
    sparse_vector: { value_count: 0 },
    search: { total: 0, queries: {}, rescorers: {}, sections: {}, retrievers: {} },
  };
}
