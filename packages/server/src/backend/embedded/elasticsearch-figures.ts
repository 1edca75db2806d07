import { dictionary, type JsonMap } from '@sextant/contract';

/**
 * Figures of shards as typed clients of Elasticsearch want them: the bytes of documents beside their number, and the ordinals
 * of fielddata, of which none are kept.
 */
export function elasticsearchFigures(figures: JsonMap, bytes: number): JsonMap {
  const { docs, fielddata } = figures;
  return {
    ...figures,
    ...(docs === undefined ? {} : { docs: { ...(docs as JsonMap), total_size_in_bytes: bytes } }),
    ...(fielddata === undefined
      ? {}
      : { fielddata: { ...(fielddata as JsonMap), global_ordinals: { build_time_in_millis: 0 } } }),
  };
}

/** `ingest` of `_nodes/stats` as they want it: with the bytes of documents, which are not counted. */
export function elasticsearchIngest(stats: JsonMap): JsonMap {
  const pipelines: Record<string, JsonMap> = dictionary();
  for (const [id, pipeline] of Object.entries(stats.pipelines as Readonly<Record<string, JsonMap>>)) {
    pipelines[id] = {
      ...pipeline,
      ingested_as_first_pipeline_in_bytes: 0,
      produced_as_first_pipeline_in_bytes: 0,
    };
  }
  return { ...stats, pipelines };
}
