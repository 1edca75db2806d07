import { catColumns } from '../../../cat-columns.ts';

export const nodesColumns = catColumns(`
-- id | id,nodeId | unique node id
-- pid | p | process id
s- ip | i | ip address
-- port | po | bound transport port
-- http_address | http | bound http address
-- version | v | os version
-- type | t | os distribution type
-- build | b | os build hash
-- jdk | j | jdk version
-r disk.total | dt,diskTotal | total disk space
-r disk.used | du,diskUsed | used disk space
-r disk.avail | d,da,disk,diskAvail | available disk space
-r disk.used_percent | dup,diskUsedPercent | used disk space percentage
-r heap.current | hc,heapCurrent | used heap
sr heap.percent | hp,heapPercent | used heap ratio
-r heap.max | hm,heapMax | max configured heap
-r ram.current | rc,ramCurrent | used machine memory
sr ram.percent | rp,ramPercent | used machine memory ratio
-r ram.max | rm,ramMax | total machine memory
-r file_desc.current | fdc,fileDescriptorCurrent | used file descriptors
-r file_desc.percent | fdp,fileDescriptorPercent | used file descriptor ratio
-r file_desc.max | fdm,fileDescriptorMax | max file descriptors
sr cpu | cpu | recent cpu usage
sr load_1m | l | 1m load avg
sr load_5m | l | 5m load avg
sr load_15m | l | 15m load avg
-r uptime | u | node uptime
s- node.role | r,role,nodeRole | m:master eligible node, d:data node, i:ingest node, -:coordinating node only
s- node.roles | rs,all roles | -:coordinating node only
s- cluster_manager | cm,m,master | *:current cluster manager
s- name | n | node name
-r completion.size | cs,completionSize | size of completion
-r fielddata.memory_size | fm,fielddataMemory | used fielddata cache
-r fielddata.evictions | fe,fielddataEvictions | fielddata evictions
-r query_cache.memory_size | qcm,queryCacheMemory | used query cache
-r query_cache.evictions | qce,queryCacheEvictions | query cache evictions
-r query_cache.hit_count | qchc,queryCacheHitCount | query cache hit counts
-r query_cache.miss_count | qcmc,queryCacheMissCount | query cache miss counts
-r request_cache.memory_size | rcm,requestCacheMemory | used request cache
-r request_cache.evictions | rce,requestCacheEvictions | request cache evictions
-r request_cache.hit_count | rchc,requestCacheHitCount | request cache hit counts
-r request_cache.miss_count | rcmc,requestCacheMissCount | request cache miss counts
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
-r script.compilations | scrcc,scriptCompilations | script compilations
-r script.cache_evictions | scrce,scriptCacheEvictions | script cache evictions
-r script.compilation_limit_triggered | scrclt,scriptCacheCompilationLimitTriggered | script cache compilation limit triggered
-r search.fetch_current | sfc,searchFetchCurrent | current fetch phase ops
-r search.fetch_time | sfti,searchFetchTime | time spent in fetch phase
-r search.fetch_total | sfto,searchFetchTotal | total fetch ops
-r search.open_contexts | so,searchOpenContexts | open search contexts
-r search.query_current | sqc,searchQueryCurrent | current query phase ops
-r search.query_time | sqti,searchQueryTime | time spent in query phase
-r search.query_total | sqto,searchQueryTotal | total query phase ops
-r search.query_failed | sqf,searchQueryFailed | total failed query phase ops
-r search.concurrent_query_current | scqc,searchConcurrentQueryCurrent | current concurrent query phase ops
-r search.concurrent_query_time | scqti,searchConcurrentQueryTime | time spent in concurrent query phase
-r search.concurrent_query_total | scqto,searchConcurrentQueryTotal | total concurrent query phase ops
-r search.concurrent_avg_slice_count | casc,searchConcurrentAvgSliceCount | average query concurrency
-r search.scroll_current | scc,searchScrollCurrent | open scroll contexts
-r search.scroll_time | scti,searchScrollTime | time scroll contexts held open
-r search.scroll_total | scto,searchScrollTotal | completed scroll contexts
-r search.point_in_time_current | scc,searchPointInTimeCurrent | open point in time contexts
-r search.point_in_time_time | scti,searchPointInTimeTime | time point in time contexts held open
-r search.point_in_time_total | scto,searchPointInTimeTotal | completed point in time contexts
-r search.startree_query_current | stqc,startreeQueryCurrent | current star tree query ops
-r search.startree_query_time | stqti,startreeQueryTime | time spent in star tree queries
-r search.startree_query_total | stqto,startreeQueryTotal | total star tree resolved queries
-r search.startree_query_failed | stqf,startreeQueryFailed | star tree failed query ops
-r segments.count | sc,segmentsCount | number of segments
-r segments.memory | sm,segmentsMemory | memory used by segments
-r segments.index_writer_memory | siwm,segmentsIndexWriterMemory | memory used by index writer
-r segments.version_map_memory | svmm,segmentsVersionMapMemory | memory used by version map
-r segments.fixed_bitset_memory | sfbm,fixedBitsetMemory | memory used by fixed bit sets for nested object field types and type filters for types referred in _parent fields
-r suggest.current | suc,suggestCurrent | number of current suggest ops
-r suggest.time | suti,suggestTime | time spend in suggest
-r suggest.total | suto,suggestTotal | number of suggest ops
`);
