import { catColumns } from '../../../cat-columns.ts';

export const clusterManagerColumns = catColumns(`
s- id |  | node id
s- host | h | host name
s- ip |  | ip address
s- node | n | node name
`);
