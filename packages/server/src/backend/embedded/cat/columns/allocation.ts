import { catColumns } from '../../../cat-columns.ts';

export const allocationColumns = catColumns(`
sr shards | s | number of shards on node
sr disk.indices | di,diskIndices | disk used by OpenSearch indices
sr disk.used | du,diskUsed | disk used (total, not just OpenSearch)
sr disk.avail | da,diskAvail | disk available
sr disk.total | dt,diskTotal | total capacity of all volumes
sr disk.percent | dp,diskPercent | percent disk used
s- host | h | host of node
s- ip |  | ip of node
s- node | n | name of node
`);
