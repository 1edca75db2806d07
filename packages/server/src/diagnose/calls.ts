export interface DiagnoseCall {
  /** Of the file in the archive. */
  readonly name: string;
  readonly path: string;
}

const call = (name: string, path: string): DiagnoseCall => ({ name, path });

/** What is asked of the service. All of it only reads. */
export const diagnoseCalls: readonly DiagnoseCall[] = [
  call('identity.json', '/?pretty'),
  call('cluster-health.json', '/_cluster/health?level=shards&timeout=1s&pretty'),
  call('cluster-stats.json', '/_cluster/stats?human&pretty'),
  call('cluster-settings.json', '/_cluster/settings?include_defaults=true&flat_settings=true&pretty'),
  call('cluster-state.json', '/_cluster/state?pretty'),
  call('allocation-explain.json', '/_cluster/allocation/explain?pretty'),
  call('pending-tasks.json', '/_cluster/pending_tasks?pretty'),
  call('nodes.json', '/_nodes?human&pretty'),
  call('nodes-stats.json', '/_nodes/stats?level=shards&human&pretty'),
  call('nodes-usage.json', '/_nodes/usage?pretty'),
  call('hot-threads.txt', '/_nodes/hot_threads?threads=20&ignore_idle_threads=false'),
  call('tasks.json', '/_tasks?detailed=true&pretty'),
  call('index-stats.json', '/_stats?level=shards&human&pretty'),
  call('index-settings.json', '/_all/_settings?flat_settings=true&expand_wildcards=all&pretty'),
  call('segments.json', '/_segments?pretty'),
  call('recovery.json', '/_recovery?detailed=true&pretty'),
  call('cat-indices.txt', '/_cat/indices?v&expand_wildcards=all&s=index'),
  call('cat-shards.txt', '/_cat/shards?v&s=index,shard'),
  call('cat-nodes.txt', '/_cat/nodes?v'),
  call('cat-thread-pool.txt', '/_cat/thread_pool?v&h=*'),
  call('cat-allocation.txt', '/_cat/allocation?v'),
  call('metrics.txt', '/_prometheus/metrics'),
];
