import { catColumns } from '../../../cat-columns.ts';

export const shardsColumns = catColumns(`
s- index | i,idx | index name
s- shard | s,sh | shard name
s- prirep | p,pr,primaryOrReplica | primary or replica
s- state | st | shard state
sr docs | d,dc | number of docs in shard
sr store | sto | store size of shard (how much disk it uses)
s- ip |  | ip of node where it lives
-- id |  | unique id of node where it lives
s- node | n | name of node where it lives
-- sync_id | sync_id | sync id
-- unassigned.reason | ur | reason shard is unassigned
-- unassigned.at | ua | time shard became unassigned (UTC)
-r unassigned.for | uf | time has been unassigned
-- unassigned.details | ud | additional details as to why the shard became unassigned
-- recoverysource.type | rs | recovery source type
-r completion.size | cs,completionSize | size of completion
-r fielddata.memory_size | fm,fielddataMemory | used fielddata cache
-r fielddata.evictions | fe,fielddataEvictions | fielddata evictions
-r query_cache.memory_size | qcm,queryCacheMemory | used query cache
-r query_cache.evictions | qce,queryCacheEvictions | query cache evictions
-r flush.total | ft,flushTotal | number of flushes
-r flush.total_time | ftt,flushTotalTime | time spent in flush
-r get.current | gc,getCurrent | number of current get ops
-r get.time | gti,getTime | time spent in get
-r get.total | gto,getTotal | number of get ops
-r get.exists_time | geti,getExistsTime | time spent in successful gets
-r get.exists_total | geto,getExistsTotal | number of successful gets
-r get.missing_time | gmti,getMissingTime | time spent in failed gets
-r get.missing_total | gmto,getMissingTotal | number of failed gets
-r indexing.delete_current | idc,indexingDeleteCurrent | number of current deletions
-r indexing.delete_time | idti,indexingDeleteTime | time spent in deletions
-r indexing.delete_total | idto,indexingDeleteTotal | number of delete ops
-r indexing.index_current | iic,indexingIndexCurrent | number of current indexing ops
-r indexing.index_time | iiti,indexingIndexTime | time spent in indexing
-r indexing.index_total | iito,indexingIndexTotal | number of indexing ops
-r indexing.index_failed | iif,indexingIndexFailed | number of failed indexing ops
-r merges.current | mc,mergesCurrent | number of current merges
-r merges.current_docs | mcd,mergesCurrentDocs | number of current merging docs
-r merges.current_size | mcs,mergesCurrentSize | size of current merges
-r merges.total | mt,mergesTotal | number of completed merge ops
-r merges.total_docs | mtd,mergesTotalDocs | docs merged
-r merges.total_size | mts,mergesTotalSize | size merged
-r merges.total_time | mtt,mergesTotalTime | time spent in merges
-r merges.warmer.total_invocations | mswti,mergedSegmentWarmerTotalInvocations | total invocations of merged segment warmer
-r merges.warmer.total_time | mswtt,mergedSegmentWarmerTotalTime | total wallclock time spent in the warming operation
-r merges.warmer.ongoing_count | mswoc,mergedSegmentWarmerOngoingCount | point-in-time metric for number of in-progress warm operations
-r merges.warmer.total_bytes_received | mswtbr,mergedSegmentWarmerTotalBytesReceived | total bytes received by a replica shard during the warm operation
-r merges.warmer.total_bytes_sent | mswtbs,mergedSegmentWarmerTotalBytesSent | total bytes sent by a primary shard during the warm operation
-r merges.warmer.total_receive_time | mswtrt,mergedSegmentWarmerTotalReceiveTime | total wallclock time spent receiving merged segments by a replica shard
-r merges.warmer.total_failure_count | mswtfc,mergedSegmentWarmerTotalFailureCount | total failures in merged segment warmer
-r merges.warmer.total_send_time | mswtst,mergedSegmentWarmerTotalSendTime | total wallclock time spent sending merged segments by a primary shard
-r refresh.total | rto,refreshTotal | total refreshes
-r refresh.time | rti,refreshTime | time spent in refreshes
-r refresh.external_total | rto,refreshTotal | total external refreshes
-r refresh.external_time | rti,refreshTime | time spent in external refreshes
-r refresh.listeners | rli,refreshListeners | number of pending refresh listeners
-r search.fetch_current | sfc,searchFetchCurrent | current fetch phase ops
-r search.fetch_time | sfti,searchFetchTime | time spent in fetch phase
-r search.fetch_total | sfto,searchFetchTotal | total fetch ops
-r search.open_contexts | so,searchOpenContexts | open search contexts
-r search.query_current | sqc,searchQueryCurrent | current query phase ops
-r search.query_time | sqti,searchQueryTime | time spent in query phase
-r search.query_total | sqto,searchQueryTotal | total query phase ops
-r search.query_failed | sqf,searchQueryFailed | failed query phase ops
-r search.concurrent_query_current | scqc,searchConcurrentQueryCurrent | current concurrent query phase ops
-r search.concurrent_query_time | scqti,searchConcurrentQueryTime | time spent in concurrent query phase
-r search.concurrent_query_total | scqto,searchConcurrentQueryTotal | total concurrent query phase ops
-r search.concurrent_avg_slice_count | casc,searchConcurrentAvgSliceCount | average query concurrency
-r search.startree_query_current | stqc,startreeQueryCurrent | current star tree query ops
-r search.startree_query_time | stqti,startreeQueryTime | time spent in star tree queries
-r search.startree_query_total | stqto,startreeQueryTotal | total star tree resolved queries
-r search.startree_query_failed | stqf,startreeQueryFailed | failed star tree query ops
-r search.scroll_current | scc,searchScrollCurrent | open scroll contexts
-r search.scroll_time | scti,searchScrollTime | time scroll contexts held open
-r search.scroll_total | scto,searchScrollTotal | completed scroll contexts
-r search.point_in_time_current | spc,searchPointInTimeCurrent | open point in time contexts
-r search.point_in_time_time | spti,searchPointInTimeTime | time point in time contexts held open
-r search.point_in_time_total | spto,searchPointInTimeTotal | completed point in time contexts
-r search.search_idle_reactivate_count_total | ssirct,searchSearchIdleReactivateCountTotal | number of times a shard reactivated
-r segments.count | sc,segmentsCount | number of segments
-r segments.memory | sm,segmentsMemory | memory used by segments
-r segments.index_writer_memory | siwm,segmentsIndexWriterMemory | memory used by index writer
-r segments.version_map_memory | svmm,segmentsVersionMapMemory | memory used by version map
-r segments.fixed_bitset_memory | sfbm,fixedBitsetMemory | memory used by fixed bit sets for nested object field types and type filters for types referred in _parent fields
-r seq_no.max | sqm,maxSeqNo | max sequence number
-r seq_no.local_checkpoint | sql,localCheckpoint | local checkpoint
-r seq_no.global_checkpoint | sqg,globalCheckpoint | global checkpoint
-r warmer.current | wc,warmerCurrent | current warmer ops
-r warmer.total | wto,warmerTotal | total warmer ops
-r warmer.total_time | wtt,warmerTotalTime | time spent in warmers
-r path.data | pd,dataPath | shard data path
-r path.state | ps,statsPath | shard state path
-r docs.deleted | dd,docsDeleted | number of deleted docs in shard
`);
