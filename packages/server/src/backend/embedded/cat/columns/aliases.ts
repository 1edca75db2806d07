import { catColumns } from '../../../cat-columns.ts';

export const aliasesColumns = catColumns(`
s- alias | a | alias name
s- index | i,idx | index alias points to
s- filter | f,fi | filter
s- routing.index | ri,routingIndex | index routing
s- routing.search | rs,routingSearch | search routing
s- is_write_index | w,isWriteIndex | write index
`);
