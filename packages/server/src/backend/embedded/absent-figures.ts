import { Double, type JsonMap } from '@sextant/contract';

/**
 * What OpenSearch counts of parts that are not here: stores on other machines, replicas that take segments over, trees of stars,
 * searches that rest. Always the same; clients expect the keys.
 */

export const noRemoteSegments: JsonMap = {
  upload: {
    total_upload_size: { started_bytes: 0, succeeded_bytes: 0, failed_bytes: 0 },
    refresh_size_lag: { total_bytes: 0, max_bytes: 0 },
    max_refresh_time_lag_in_millis: 0,
    total_time_spent_in_millis: 0,
    pressure: { total_rejections: 0 },
  },
  download: {
    total_download_size: { started_bytes: 0, succeeded_bytes: 0, failed_bytes: 0 },
    total_time_spent_in_millis: 0,
  },
};

export const noRemoteTranslog: JsonMap = {
  upload: {
    total_uploads: { started: 0, failed: 0, succeeded: 0 },
    total_upload_size: { started_bytes: 0, failed_bytes: 0, succeeded_bytes: 0 },
  },
};

export const noSegmentReplication: JsonMap = {
  max_bytes_behind: 0,
  total_bytes_behind: 0,
  max_replication_lag: 0,
};

/** Merged segments are sent to nobody. */
export const noMergedSegmentWarmer: JsonMap = {
  total_invocations_count: 0,
  total_time_millis: 0,
  total_failure_count: 0,
  total_bytes_sent: 0,
  total_bytes_received: 0,
  total_send_time_millis: 0,
  total_receive_time_millis: 0,
  ongoing_count: 0,
};

/** A search that several threads do counts as one of `query_total`. */
export const noConcurrentQueries: JsonMap = {
  concurrent_query_total: 0,
  concurrent_query_time_in_millis: 0,
  concurrent_query_current: 0,
  concurrent_avg_slice_count: new Double(0),
};

export const noStarTreeQueries: JsonMap = {
  startree_query_total: 0,
  startree_query_time_in_millis: 0,
  startree_query_current: 0,
  startree_query_failed: 0,
};

/** Parts of the statistics of a node. */
export const absentNodeParts = {
  // Of nodes that search what lies elsewhere.
  file_cache: undefined,
  adaptive_selection: {},
  shard_indexing_pressure: {
    stats: {},
    total_rejections_breakup_shadow_mode: {
      node_limits: 0,
      no_successful_request_limits: 0,
      throughput_degradation_limits: 0,
    },
    enabled: false,
    enforced: false,
  },
  cluster_manager_throttling: { stats: { total_throttled_tasks: 0, throttled_tasks_per_task_type: {} } },
  weighted_routing: { stats: { fail_open_count: 0 } },
  segment_replication_backpressure: { total_rejected_requests: 0 },
  repositories: [],
  admission_control: {
    global_io_usage: { transport: { rejection_count: {} } },
    global_cpu_usage: { transport: { rejection_count: {} } },
  },
  remote_store: { last_successful_fetch_of_pinned_timestamps: -1 },
} as const;

export type AbsentNodePart = keyof typeof absentNodeParts;
