import { catColumns } from '../../../cat-columns.ts';

export const healthColumns = catColumns(`
s- epoch | t,time | seconds since 1970-01-01 00:00:00
s- timestamp | ts,hms,hhmmss | time in HH:MM:SS
s- cluster | cl | cluster name
s- status | st | health status
sr node.total | nt,nodeTotal | total number of nodes
sr node.data | nd,nodeData | number of nodes that can store data
sr discovered_cluster_manager | dcm,dm,discovered_master | cluster manager is discovered or not
sr shards | t,sh,shards.total,shardsTotal | total number of shards
sr pri | p,shards.primary,shardsPrimary | number of primary shards
sr relo | r,shards.relocating,shardsRelocating | number of relocating nodes
sr init | i,shards.initializing,shardsInitializing | number of initializing nodes
sr unassign | u,shards.unassigned,shardsUnassigned | number of unassigned shards
sr pending_tasks | pt,pendingTasks | number of pending tasks
sr max_task_wait_time | mtwt,maxTaskWaitTime | wait time of longest task pending
sr active_shards_percent | asp,activeShardsPercent | active number of shards in percent
`);
