import { catColumns } from '../../../cat-columns.ts';

export const pluginsColumns = catColumns(`
-- id |  | unique node id
s- name | n | node name
s- component | c | component
s- version | v | component version
-- description | d | plugin details
`);
