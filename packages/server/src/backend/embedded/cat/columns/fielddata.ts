import { catColumns } from '../../../cat-columns.ts';

export const fielddataColumns = catColumns(`
s- id |  | node id
s- host | h | host name
s- ip |  | ip address
s- node | n | node name
s- field | f | field name
s- size | s | field data usage
`);
