import { catColumns } from '../../../cat-columns.ts';

export const segmentsColumns = catColumns(`
s- index | i,idx | index name
s- shard | s,sh | shard name
s- prirep | p,pr,primaryOrReplica | primary or replica
s- ip |  | ip of node where it lives
-- id |  | unique id of node where it lives
s- segment | seg | segment name
sr generation | g,gen | segment generation
sr docs.count | dc,docsCount | number of docs in segment
sr docs.deleted | dd,docsDeleted | number of deleted docs in segment
sr size | si | segment size in bytes
sr size.memory | sm,sizeMemory | segment memory in bytes
s- committed | ic,isCommitted | is segment committed
s- searchable | is,isSearchable | is segment searched
s- version | v,ver | version
s- compound | ico,isCompound | is segment compound
`);
