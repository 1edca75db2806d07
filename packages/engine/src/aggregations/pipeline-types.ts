import { table } from '@sextant/contract';
import type { PipelineType } from './aggregation-tree.ts';
import { avgBucket } from './pipelines/avg-bucket.ts';
import { cumulativeSum } from './pipelines/cumulative-sum.ts';
import { derivative } from './pipelines/derivative.ts';
import { maxBucket, minBucket } from './pipelines/extreme-bucket.ts';
import { extendedStatsBucket, statsBucket } from './pipelines/stats-bucket.ts';
import { sumBucket } from './pipelines/sum-bucket.ts';

/** Every kind of aggregation over the results of others, by the name that requests give it. */
export const pipelineTypes: Readonly<Record<string, PipelineType>> = table({
  avg_bucket: avgBucket,
  cumulative_sum: cumulativeSum,
  derivative,
  extended_stats_bucket: extendedStatsBucket,
  max_bucket: maxBucket,
  min_bucket: minBucket,
  stats_bucket: statsBucket,
  sum_bucket: sumBucket,
});
