import { expect, test } from 'vitest';
import type { CatCell, CatRow, CatTable } from '../backend/backend.ts';
import { compactJson } from '../wire/json-writer.ts';
import { catHelp, catText, catTree } from './cat-table.ts';

const column = (name: string, aliases: string[], more: object = {}) => ({
  name,
  aliases,
  summary: `about ${name}`,
  shown: true,
  ...more,
});
/** Cells in the order of the columns below. */
function row(...cells: readonly CatCell[]): CatRow {
  return (name) => cells[table.columns.findIndex((each) => each.name === name)];
}

const table: CatTable = {
  columns: [
    column('epoch', ['t', 'time']),
    column('index', ['i', 'idx']),
    column('docs.count', ['dc'], { right: true }),
    column('store.size', ['ss'], { right: true, primaryTwin: true }),
    column('pri.store.size', [], { right: true, shown: false }),
    column('took', ['t'], { right: true, shown: false }),
    column('node', ['n']),
  ],
  rows: [
    row('17', 'b', 10, { bytes: 5427 }, { bytes: 1024 }, { millis: 408_000 }, 'n1'),
    row('17', 'aaa', 9, { bytes: 208 }, { bytes: 208 }, { millis: 12 }, null),
  ],
};

test('columns are padded, numbers to the right, the last column not at all', () => {
  expect(catText(table, { v: true })).toBe(
    'epoch index docs.count store.size node\n17    b             10      5.2kb n1\n17    aaa            9       208b \n',
  );
  expect(catText(table, { ts: false, h: ['epoch', 'i'] })).toBe('b\naaa\n');
});

test('h picks by name, alias and wildcard, under the name asked for, and drops what it does not know', () => {
  expect(catText(table, { v: true, h: ['dc', 'index', 'i', 'foo', '*.size'] })).toBe(
    'dc index i   store.size pri.store.size\n10 b     b        5.2kb            1kb\n 9 aaa   aaa       208b           208b\n',
  );
  expect(catText(table, { h: ['foo'] })).toBe('\n\n');
});

test('an alias of two columns is that of the last, as in OpenSearch', () => {
  expect(catText(table, { h: ['t'] })).toBe('6.8m\n12ms\n');
});

test('pri adds the twin of each column that has one', () => {
  expect(catText(table, { v: true, h: ['ss'], pri: true })).toBe(
    '   ss pri.ss\n5.2kb    1kb\n 208b   208b\n',
  );
});

test('units are whole and cut; a unit that does not exist is ignored', () => {
  expect(catText(table, { h: ['ss', 'took'], bytes: 'kb', time: 's' })).toBe('5 408\n0   0\n');
  expect(catText(table, { h: ['ss'], bytes: 'xx' })).toBe('5.2kb\n 208b\n');
});

test('s sorts by numbers as numbers, null first, and refuses what it does not know', () => {
  expect(catText(table, { h: ['index'], s: ['dc'] })).toBe('aaa\nb\n');
  expect(catText(table, { h: ['index'], s: ['dc:desc'] })).toBe('b\naaa\n');
  expect(catText(table, { h: ['index'], s: ['node', 'index'] })).toBe('aaa\nb\n');
  expect(catText(table, { h: ['index'], s: ['dc:asc'] })).toBe('aaa\nb\n');
  expect(() => catText(table, { s: ['foo'] })).toThrow('Unable to sort by unknown sort key `foo`');
  expect(() => catText(table, { s: ['dc:down'] })).toThrow('Unable to sort by unknown sort key `dc:down`');
});

test('as a tree every value is a string or null', () => {
  expect(compactJson(catTree(table, { h: ['i', 'docs.count', 'n'] })).toString()).toBe(
    '[{"i":"b","docs.count":"10","n":"n1"},{"i":"aaa","docs.count":"9","n":null}]',
  );
});

test('help lists name, aliases and description', () => {
  expect(catHelp({ columns: table.columns.slice(0, 3), rows: [] })).toBe(
    'epoch      | t,time | about epoch     \nindex      | i,idx  | about index     \ndocs.count | dc     | about docs.count\n',
  );
});
