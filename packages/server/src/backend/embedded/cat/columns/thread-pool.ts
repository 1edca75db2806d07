import { catColumns } from '../../../cat-columns.ts';

export const threadPoolColumns = catColumns(`
s- node_name | nn | node name
-- node_id | id | persistent node id
-- ephemeral_node_id | eid | ephemeral node id
-- pid | p | process id
-- host | h | host name
-- ip | i | ip address
-- port | po | bound transport port
s- name | n | thread pool name
-- type | t | thread pool type
sr active | a | number of active threads
-r pool_size | psz | number of threads
sr queue | q | number of tasks currently in queue
-r queue_size | qs | maximum number of tasks permitted in queue
sr rejected | r | number of rejected tasks
-r largest | l | highest number of seen active threads
-r completed | c | number of completed tasks
-r total_wait_time | twt | total time tasks spent waiting in thread_pool queue
-r core | cr | core number of threads in a scaling thread pool
-r max | mx | maximum number of threads in a scaling thread pool
-r size | sz | number of threads in a fixed thread pool
-r keep_alive | ka | thread keep alive time
-r parallelism | pl | number of worker threads in a fork_join thread pool
`);
