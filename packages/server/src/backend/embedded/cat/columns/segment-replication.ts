import { catColumns } from '../../../cat-columns.ts';

export const segmentReplicationColumns = catColumns(`
s- shardId | s | shard Id
s- target_node | tnode | target node name
s- target_host | thost | target host
s- checkpoints_behind | cpb | checkpoints behind primary
s- bytes_behind | bb | bytes behind primary
s- current_lag | clag | ongoing time elapsed waiting for replica to catch up to primary
s- last_completed_lag | lcl | time taken for replica to catch up to latest primary refresh
s- rejected_requests | rr | count of rejected requests for the replication group
`);
