import type { JsonMap } from '@sextant/contract';

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
