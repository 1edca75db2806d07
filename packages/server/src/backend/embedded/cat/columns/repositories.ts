import { catColumns } from '../../../cat-columns.ts';

export const repositoriesColumns = catColumns(`
s- id | id,repoId | unique repository id
sr type | t,type | repository type
`);
