import { dictionary, type JsonMap } from '@sextant/contract';
import type { Pipeline } from './compile-pipeline.ts';
import type { IngestPipelines } from './pipelines.ts';
import type { IngestCounts, Processor } from './processor.ts';

/** Counts as statistics show them. */
export function countsBody({ count, nanos, current, failed }: IngestCounts): JsonMap {
  return { count, time_in_millis: Math.trunc(nanos / 1e6), current, failed };
}

/** `ingest` of `_nodes/stats`: counts since the start of the process. */
export function ingestStats(pipelines: IngestPipelines): JsonMap {
  const each: Record<string, JsonMap> = dictionary();
  for (const pipeline of pipelines.used()) {
    each[pipeline.id] = {
      ...countsBody(pipeline.counts),
      processors: pipeline.processors.map(processorBody),
    };
  }
  return { total: countsBody(pipelines.total), pipelines: each };
}

function processorBody({ type, tag, counts }: Processor): JsonMap {
  const name = tag === undefined ? type : `${type}:${tag}`;
  return { [name]: { type, stats: countsBody(counts) } };
}

/** `ingest` of `_cluster/stats`: which processors are in use. */
export function ingestUse(pipelines: IngestPipelines): JsonMap {
  const byType = new Map<string, JsonMap & Sums>();
  for (const pipeline of pipelines.used()) {
    for (const processor of processorsOf(pipeline)) add(byType, processor);
  }
  const stats: Record<string, JsonMap> = dictionary();
  for (const [type, sums] of [...byType].sort(([a], [b]) => (a < b ? -1 : 1))) stats[type] = sums;
  return { number_of_pipelines: pipelines.size, processor_stats: stats };
}

interface Sums {
  readonly count: number;
  readonly failed: number;
  readonly current: number;
  readonly time_in_millis: number;
}

function processorsOf({ processors, onFailure }: Pipeline): readonly Processor[] {
  return [...processors, ...onFailure];
}

function add(byType: Map<string, JsonMap & Sums>, { type, counts }: Processor): void {
  const sums = byType.get(type) ?? { count: 0, failed: 0, current: 0, time_in_millis: 0 };
  byType.set(type, {
    count: sums.count + counts.count,
    failed: sums.failed + counts.failed,
    current: sums.current + counts.current,
    time_in_millis: sums.time_in_millis + Math.trunc(counts.nanos / 1e6),
  });
}
