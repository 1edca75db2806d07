import { expect, test } from 'vitest';
import { dataPaths } from './data-paths.ts';
import { Settings } from './settings.ts';

const given = (value: string | readonly string[]) => () =>
  dataPaths(Settings.of([{ name: 'path.data', value, origin: 'sextant.yml' }]));

test('data paths are a list, or a text with commas between them', () => {
  expect(given(['/a', '/b'])()).toEqual(['/a', '/b']);
  expect(given('/a, /b')()).toEqual(['/a', '/b']);
});

test('data paths that are one, or lie in each other, are refused', () => {
  expect(given(['/a', '/a'])).toThrow('path.data: [/a] is named twice');
  expect(given(['/a', '/a/b'])).toThrow('path.data: [/a/b] lies in [/a]');
  expect(given(['/a/b', '/a'])).toThrow('path.data: [/a/b] lies in [/a]');
  expect(given([])).toThrow('path.data: at least one folder is needed');
});
