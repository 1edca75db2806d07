import { expect, test } from 'vitest';
import { fieldLines } from './field-lines.ts';

test('fields are listed with full paths, multi-fields after their own field, objects only when empty', () => {
  const mapping = {
    properties: {
      title: { type: 'text', fields: { raw: { type: 'keyword' } } },
      user: { properties: { name: { type: 'keyword' }, address: { properties: { zip: { type: 'long' } } } } },
      meta: { type: 'object' },
      comments: { type: 'nested', properties: { text: { type: 'text' } } },
    },
  };
  expect(fieldLines(mapping).map(({ path, type }) => `${path} ${type}`)).toEqual([
    'title text',
    'title.raw keyword',
    'user.name keyword',
    'user.address.zip long',
    'meta object',
    'comments nested',
    'comments.text text',
  ]);
});
