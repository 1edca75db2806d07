import { table } from '@sextant/contract';
import type { PipelineType } from './aggregation-tree.ts';
import { avgBucket } from './pipelines/avg-bucket.ts';
import { bucketScript, bucketSelector } from './pipelines/bucket-script.ts';
import { bucketSort } from './pipelines/bucket-sort.ts';
import { cumulativeSum } from './pipelines/cumulative-sum.ts';
import { derivative } from './pipelines/derivative.ts';
import { maxBucket, minBucket } from './pipelines/extreme-bucket.ts';
import { movingAverage } from './pipelines/moving-average.ts';
import { movingFunction } from './pipelines/moving-function.ts';
import { percentilesBucket } from './pipelines/percentiles-bucket.ts';
import { serialDiff } from './pipelines/serial-diff.ts';
import { extendedStatsBucket, statsBucket } from './pipelines/stats-bucket.ts';
import { sumBucket } from './pipelines/sum-bucket.ts';

/** Every kind of aggregation over the results of others, by the name that requests give it. */
export const pipelineTypes: Readonly<Record<string, PipelineType>> = table({
  avg_bucket: avgBucket,
  bucket_script: bucketScript,
  bucket_selector: bucketSelector,
  bucket_sort: bucketSort,
  cumulative_sum: cumulativeSum,
  derivative,
  extended_stats_bucket: extendedStatsBucket,
  max_bucket: maxBucket,
  min_bucket: minBucket,
  moving_avg: movingAverage,
  moving_fn: movingFunction,
  percentiles_bucket: percentilesBucket,
  serial_diff: serialDiff,
  stats_bucket: statsBucket,
  sum_bucket: sumBucket,
});
