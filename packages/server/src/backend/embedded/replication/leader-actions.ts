/** What a follower asks of its leader, by the names that roles give rights to. */
export const leaderActions = {
  validate: 'indices:admin/plugins/replication/index/setup/validate',
  permissions: 'indices:admin/plugins/replication/index/setup/validate/permissions',
  names: 'indices:admin/plugins/replication/index/setup/validate/names',
  changes: 'indices:data/read/plugins/replication/changes',
  wait: 'indices:data/read/plugins/replication/changes/wait',
  removeLeases: 'indices:data/read/plugins/replication/changes/remove_leases',
  beginFiles: 'indices:data/read/plugins/replication/file_chunk/begin',
  fileChunk: 'indices:data/read/plugins/replication/file_chunk',
  endFiles: 'indices:data/read/plugins/replication/file_chunk/end',
} as const;

/** A long poll waits so long for new operations. */
export const WAIT_MS = 60_000;
export const ANSWER_MS = 30_000;
