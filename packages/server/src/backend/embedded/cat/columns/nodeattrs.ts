import { catColumns } from '../../../cat-columns.ts';

export const nodeattrsColumns = catColumns(`
s- node | name | node name
-- id | id,nodeId | unique node id
-- pid | p | process id
s- host | h | host name
s- ip | i | ip address
-- port | po | bound transport port
s- attr | attr.name | attribute description
s- value | attr.value | attribute value
`);
