import { catColumns } from '../../../cat-columns.ts';

export const templatesColumns = catColumns(`
s- name | n | template name
s- index_patterns | t | template index patterns
s- order | o,p | template application order/priority number
s- version | v | version
s- composed_of | c | component templates comprising index template
`);
