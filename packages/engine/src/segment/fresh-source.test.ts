import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { runThrough } from '../budget/slices.ts';
import { FreshSource, packFreshSource } from './fresh-source.ts';
import { SourceReader } from './source-reader.ts';

const PATH = '/d/_1.src';

function documentsOf(count: number): Uint8Array[] {
  const random = new SeededRandom(count + 1);
  return Array.from({ length: count }, (_, n) => {
    const words = Array.from({ length: 60 }, () => `word${random.below(400)}`).join(' ');
    return new TextEncoder().encode(n % 11 === 0 ? '' : `{"n":${n},"words":"${words}"}`);
  });
}

test.each([0, 1, 50, 1000, 9000])(
  '%i documents are packed when they are written and read as they came',
  (count) => {
    const documents = documentsOf(count);
    const bytes = documents.reduce((sum, { length }) => sum + length, 0);
    const fresh = new FreshSource();
    for (const document of documents) fresh.add(document);
    const disk = new MemoryDisk();
    disk.makeDirectory('/d');
    const file = disk.open(PATH, 'create');
    const layout = runThrough(packFreshSource(fresh.freeze(), file, 1));
    file.close();
    expect(disk.sizeOf(PATH)).toBe(layout.fileBytes);
    if (bytes > 3e6) expect(layout.fileBytes).toBeLessThan(bytes);
    expect(layout.dictionaries.length).toBe(bytes < 32 * 1024 ? 0 : 1);
    const reader = new SourceReader(disk, PATH, layout);
    const found = documents.every((document, doc) => Buffer.compare(reader.read(doc), document) === 0);
    expect(found).toBe(true);
  },
);
