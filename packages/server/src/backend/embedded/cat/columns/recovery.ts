import { catColumns } from '../../../cat-columns.ts';

export const recoveryColumns = catColumns(`
s- index | i,idx | index name
s- shard | s,sh | shard name
-- start_time | start | recovery start time
-- start_time_millis | start_millis | recovery start time in epoch milliseconds
-- stop_time | stop | recovery stop time
-- stop_time_millis | stop_millis | recovery stop time in epoch milliseconds
s- time | t,ti | recovery time
s- type | ty | recovery type
s- stage | st | recovery stage
s- source_host | shost | source host
s- source_node | snode | source node name
s- target_host | thost | target host
s- target_node | tnode | target node name
s- repository | rep | repository
s- snapshot | snap | snapshot
s- files | f | number of files to recover
s- files_recovered | fr | files recovered
s- files_percent | fp | percent of files recovered
s- files_total | tf | total number of files
s- bytes | b | number of bytes to recover
s- bytes_recovered | br | bytes recovered
s- bytes_percent | bp | percent of bytes recovered
s- bytes_total | tb | total number of bytes
s- translog_ops | to | number of translog ops to recover
s- translog_ops_recovered | tor | translog ops recovered
s- translog_ops_percent | top | percent of translog ops recovered
`);
