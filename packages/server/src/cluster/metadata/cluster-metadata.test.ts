import { expect, test } from 'vitest';
import { ClusterMetadata, type KeptSections, type Section } from './cluster-metadata.ts';

const words: Section<{ readonly text: string }> = { name: 'words' };
const numbers: Section<number> = { name: 'numbers' };

function memoryStore(kept: KeptSections = {}) {
  let saved = JSON.stringify(kept);
  return {
    load: () => JSON.parse(saved) as KeptSections,
    save: (sections: KeptSections) => {
      saved = JSON.stringify(sections);
    },
    saved: () => JSON.parse(saved) as KeptSections,
  };
}

test('entries of several kinds change at once, are kept in the order of their names, and come back', () => {
  const store = memoryStore();
  const metadata = new ClusterMetadata(store);
  metadata.change(
    { section: words, entries: new Map([['b', { text: 'x' }]]) },
    { section: numbers, entries: new Map([['n', 1]]) },
  );
  metadata.change({ section: words, entries: new Map([['__proto__', { text: 'y' }]]) });
  metadata.change({ section: numbers, entries: new Map([['n', undefined]]) });
  for (const shown of [metadata, new ClusterMetadata(store)]) {
    expect([...shown.entries(words)]).toEqual([
      ['__proto__', { text: 'y' }],
      ['b', { text: 'x' }],
    ]);
    expect([...shown.entries(numbers)]).toEqual([]);
  }
});

test('what an earlier or later version has kept stays as it is', () => {
  const store = memoryStore({ unknown: { a: { deep: [1] } } });
  new ClusterMetadata(store).change({ section: numbers, entries: new Map([['n', 1]]) });
  expect(store.saved()).toEqual({ unknown: { a: { deep: [1] } }, numbers: { n: 1 } });
});

test('a change that cannot be kept is not seen', () => {
  const store = memoryStore();
  const metadata = new ClusterMetadata({
    ...store,
    save: () => {
      throw new Error('full');
    },
  });
  const change = { section: numbers, entries: new Map([['n', 1]]) };
  expect(() => metadata.change(change)).toThrow('full');
  expect(metadata.entries(numbers).size).toBe(0);
});

test('more than the file may hold is refused', () => {
  const metadata = new ClusterMetadata(memoryStore());
  const text = 'x'.repeat(64 * 1024 * 1024);
  const change = { section: words, entries: new Map([['n', { text }]]) };
  expect(() => metadata.change(change)).toThrow('would take more than 67108864 characters');
});
