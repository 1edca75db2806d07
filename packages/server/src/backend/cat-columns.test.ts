import { expect, test } from 'vitest';
import { catColumns } from './cat-columns.ts';

test('a column has aliases and a text, or only the text, or neither', () => {
  const columns = catColumns(`
sr docs.count | dc,docsCount | available docs
-- id | | id of the task
s- name | a text
s- alone |
`);
  expect(columns.map(({ name, aliases, summary }) => [name, aliases, summary])).toEqual([
    ['docs.count', ['dc', 'docsCount'], 'available docs'],
    ['id', [], 'id of the task'],
    ['name', [], 'a text'],
    ['alone', [], ''],
  ]);
});
