import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { segmentDataOf, TEST_DIRECTORY } from '../testing/segments.ts';
import { LiveDocs, withLiveDocs } from './live-docs.ts';
import { mergeSources } from './merge-source.ts';
import { type OpenSegment, openSegment } from './open-segment.ts';
import { type SegmentTarget, segmentName, sourcePath } from './segment-data.ts';
import { SourceReader } from './source-reader.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function targetOf(disk: MemoryDisk, generation: number): SegmentTarget {
  return { disk, directory: TEST_DIRECTORY, name: segmentName(generation), generation };
}

function merged(disk: MemoryDisk, inputs: readonly OpenSegment[], copyFromBytes: number) {
  const target = targetOf(disk, 100);
  const layout = mergeSources(inputs, target, 'default', copyFromBytes);
  return { layout, reader: new SourceReader(disk, sourcePath(TEST_DIRECTORY, target.name), layout) };
}

/** A segment of documents that name themselves, large enough for a dictionary of its own. */
function inputOf(
  disk: MemoryDisk,
  generation: number,
  docs: number,
  dead: readonly number[] = [],
  words = 12,
) {
  const random = new SeededRandom(generation);
  const documents = Array.from({ length: docs }, (_, n) => ({
    name: `${generation}:${n}`,
    words: Array.from({ length: words }, () => `word${random.below(words > 100 ? 1 : 500)}`).join(' '),
  }));
  const data = segmentDataOf(disk, generation, [], documents);
  const live = new LiveDocs(data.maxDoc, null);
  for (const doc of dead) live.delete(doc);
  const names = documents.filter((_, doc) => !dead.includes(doc)).map(({ name }) => name);
  return { segment: openSegment(withLiveDocs(data, live.snapshot()), disk), names };
}

function namesOf(reader: SourceReader, docs: number): string[] {
  return Array.from({ length: docs }, (_, doc) => JSON.parse(text(reader.read(doc))).name as string);
}

test.each([2, 12, 120, 500])(
  'large inputs keep their blocks and dictionaries, but for one with dead documents: %i words',
  (words) => {
    const disk = new MemoryDisk();
    const [most, some] = [2000, 1500];
    const inputs = [
      inputOf(disk, 1, most, [], words),
      inputOf(disk, 2, most, [5, 6, 1500], words),
      inputOf(disk, 3, some, [], words),
    ];
    const { layout, reader } = merged(
      disk,
      inputs.map(({ segment }) => segment),
      10_000,
    );
    const names = inputs.flatMap((input) => input.names);
    expect(namesOf(reader, names.length)).toEqual(names);
    expect(layout.dictionaries.length).toBe(3);
    const first = inputs[0]!.segment.source;
    for (let block = 0; block < first.blockCount; block++) {
      expect(reader.encoded(block), `block ${block}`).toEqual(first.encoded(block));
    }
  },
);

test('nothing of a deleted document is left after a merge, in a dictionary neither', () => {
  const named = (doc: number): string => `"name":"1:${doc}"`;
  const known = text(inputOf(new MemoryDisk(), 1, 2000).segment.source.dictionary(1));
  const dead = Array.from({ length: 2000 }, (_, doc) => doc).find((doc) => known.includes(named(doc)))!;
  const disk = new MemoryDisk();
  const inputs = [inputOf(disk, 1, 2000, [dead]), inputOf(disk, 2, 2000)];
  const { layout, reader } = merged(
    disk,
    inputs.map(({ segment }) => segment),
    20_000,
  );
  for (let n = 1; n <= layout.dictionaries.length; n++) {
    expect(text(reader.dictionary(n))).not.toContain(named(dead));
  }
  const names = inputs.flatMap((input) => input.names);
  expect(namesOf(reader, names.length)).toEqual(names);
});

test('small inputs get one dictionary in common', () => {
  const disk = new MemoryDisk();
  const inputs = [1, 2, 3, 4].map((generation) => inputOf(disk, generation, 700, [generation]));
  const { layout, reader } = merged(
    disk,
    inputs.map(({ segment }) => segment),
    Number.POSITIVE_INFINITY,
  );
  const names = inputs.flatMap((input) => input.names);
  expect(namesOf(reader, names.length)).toEqual(names);
  expect([...layout.dictionaries]).toEqual([0]);
  const apart = inputs.reduce((sum, { segment }) => sum + segment.source.storedBytes(), 0);
  expect(layout.fileBytes).toBeLessThan(apart);
});

test('large and small inputs are mixed in their order', () => {
  const disk = new MemoryDisk();
  const sizes = [900, 4000, 50, 300, 5000, 1];
  const inputs = sizes.map((docs, i) => inputOf(disk, i + 1, docs, docs < 500 ? [0, docs - 1] : []));
  const { layout, reader } = merged(
    disk,
    inputs.map(({ segment }) => segment),
    100_000,
  );
  const names = inputs.flatMap((input) => input.names);
  expect(namesOf(reader, names.length)).toEqual(names);
  expect(layout.dictionaries.length).toBe(4);
});
