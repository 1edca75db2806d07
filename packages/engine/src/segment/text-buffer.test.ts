import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import type { Analyzer } from '../analysis/analyzer.ts';
import { StandardAnalyzer } from '../analysis/standard-analyzer.ts';
import type { MappedField } from '../mapping/mapped-field.ts';
import { testField } from '../testing/segments.ts';
import { SegmentBuilder } from './segment-builder.ts';
import { sortBuffer } from './sort-buffer.ts';
import { TextBuffer } from './text-buffer.ts';
import { type FrozenBuffer, writeSegment } from './write-segment.ts';

const standard = new StandardAnalyzer('standard');
/** The same words, found while documents are added. */
const atOnce: Analyzer = {
  name: 'at_once',
  analyze: (text, sink) => standard.analyze(text, sink),
  analyzeTokens: (text, stage) => standard.analyzeTokens(text, stage),
  normalize: (text) => standard.normalize(text),
};

interface Value {
  readonly field: MappedField;
  readonly text: string;
}

function builderOf(documents: readonly (readonly Value[])[]): SegmentBuilder {
  const builder = new SegmentBuilder();
  for (const [doc, values] of documents.entries()) {
    const fields = values.map(({ field }) => field);
    const parsed = { length: values.length, fields, values: values.map(({ text }) => text) };
    const meta = { id: `d${doc}`, routing: null, seqNo: doc, primaryTerm: 1, version: 1 };
    builder.add(parsed, { ...meta, source: new Uint8Array(0) });
  }
  return builder;
}

function fileOf(documents: readonly (readonly Value[])[]): Uint8Array {
  const disk = new MemoryDisk();
  disk.makeDirectory('/d');
  builderOf(documents).build({ disk, directory: '/d', name: '_1', generation: 1 });
  return disk.readFile('/d/_1.seg');
}

/** Names of the fields whose words are yet to be found. */
function textsOf({ fields }: FrozenBuffer): readonly string[] {
  return fields.flatMap((field) => ('texts' in field ? [field.shape.name] : []));
}

const pieces = [
  'Ab',
  'b2',
  "d'e",
  'ÄÖ',
  '東京',
  '👍',
  '\ufeffbom',
  '\ud800',
  'x'.repeat(300),
  '1.5',
  '--',
  '\n',
];

function randomDocuments(
  random: SeededRandom,
  fieldOf: (doc: number, name: string) => MappedField,
): readonly (readonly Value[])[] {
  return Array.from({ length: 300 }, (_, doc) =>
    ['a', 'b'].flatMap((name) =>
      Array.from({ length: random.below(3) }, () => {
        const words = Array.from({ length: random.below(9) }, () => random.pick(pieces));
        return { field: fieldOf(doc, name), text: words.join(' ') };
      }),
    ),
  );
}

function newRandom(): { readonly random: SeededRandom; readonly seed: number } {
  const seed = Number(process.env.SEXTANT_SEED ?? Date.now() % 1_000_000);
  return { random: new SeededRandom(seed), seed };
}

test('a segment is the same, byte for byte, whenever the words of its texts are found', () => {
  const { random, seed } = newRandom();
  const fields = (analyzer: Analyzer): ReadonlyMap<string, MappedField> =>
    new Map([
      ['a', testField('a', 'text', { analyzer, positionIncrementGap: 3 })],
      ['b', testField('b', 'text', { analyzer, norms: false, indexOptions: 'freqs' })],
    ]);
  const [later, now] = [fields(standard), fields(atOnce)];
  const documents = randomDocuments(random, (_, name) => later.get(name)!);
  const same = documents.map((values) =>
    values.map(({ field, text }) => ({ field: now.get(field.name)!, text })),
  );
  expect(textsOf(builderOf(documents).freeze())).toEqual(['a', 'b']);
  expect(textsOf(builderOf(same).freeze())).toEqual([]);
  expect(Buffer.compare(fileOf(documents), fileOf(same)), `SEXTANT_SEED=${seed}`).toBe(0);
});

test('texts are put into the order of their index as they are, so that words are found of one field at a time', () => {
  const { random, seed } = newRandom();
  const kind = testField('kind', 'keyword');
  const sort = [
    { field: 'kind', descending: false, mode: 'min', missing: Number.POSITIVE_INFINITY },
  ] as const;
  const text = testField('a', 'text', { analyzer: standard, positionIncrementGap: 2 });
  const documents = randomDocuments(random, (_, name) => ({ ...text, name })).map((values) => [
    ...values,
    { field: kind, text: random.pick(pieces) },
  ]);
  const atOnceAlike = documents.map((values) =>
    values.map(({ field, text: own }) => ({
      field: field === kind ? kind : { ...field, analyzer: atOnce },
      text: own,
    })),
  );
  const [texts, words] = [documents, atOnceAlike].map((each) =>
    sortBuffer(builderOf(each).freeze(sort), sort),
  );
  expect(texts!.remap).not.toBeNull();
  expect([textsOf(texts!.frozen), textsOf(words!.frozen)]).toEqual([['a', 'b'], []]);
  const [expected, found] = [words!, texts!].map(({ frozen }) => {
    const disk = new MemoryDisk();
    disk.makeDirectory('/d');
    writeSegment(frozen, { disk, directory: '/d', name: '_1', generation: 1 });
    return disk.readFile('/d/_1.seg');
  });
  expect(Buffer.compare(found!, expected!), `SEXTANT_SEED=${seed}`).toBe(0);
});

test('where the mapping changes how texts are taken apart, those before it keep their words', () => {
  const { random, seed } = newRandom();
  const [narrow, wide] = [1, 100].map((positionIncrementGap) =>
    testField('a', 'text', { analyzer: standard, positionIncrementGap }),
  );
  const mixed = randomDocuments(random, (doc) => (doc < 150 ? narrow! : wide!));
  const expected = mixed.map((values) =>
    values.map(({ field, text }) => ({ field: { ...field, analyzer: atOnce }, text })),
  );
  expect(textsOf(builderOf(mixed).freeze())).toEqual([]);
  expect(Buffer.compare(fileOf(mixed), fileOf(expected)), `SEXTANT_SEED=${seed}`).toBe(0);
  const later = testField('a', 'text', { analyzer: atOnce, positionIncrementGap: 1 });
  const changed = mixed.map((values) => values.map(({ text }) => ({ field: narrow!, text })));
  const half = changed.map((values, doc) =>
    doc < 150 ? values : values.map(({ text }) => ({ field: later, text })),
  );
  expect(Buffer.compare(fileOf(half), fileOf(changed)), `SEXTANT_SEED=${seed}`).toBe(0);
});

test('texts of other analyzers, and those that are not searched, do not wait', () => {
  const field = testField('a', 'text', { analyzer: standard });
  expect(TextBuffer.holds(field)).toBe(true);
  for (const changes of [{ analyzer: atOnce }, { indexed: false }, { storage: 'ordinal' as const }]) {
    expect(TextBuffer.holds({ ...field, ...changes })).toBe(false);
  }
});

test('of very many texts the words are found at once, so that it is known what they take', () => {
  const field = testField('a', 'text', { analyzer: standard });
  const documents = Array.from({ length: 34 }, () => [{ field, text: 'x '.repeat(1 << 18) }]);
  expect(textsOf(builderOf(documents.slice(0, 32)).freeze())).toEqual(['a']);
  const builder = builderOf(documents);
  expect(textsOf(builder.freeze())).toEqual([]);
  // Twelve bytes a word.
  expect(builder.bytesUsed()).toBeGreaterThan(34 * (1 << 18) * 12);
});

test('what texts take in memory counts with their words', () => {
  const buffer = new TextBuffer({} as never, 100);
  const bytes = new Uint8Array(1000).fill(0x61);
  for (let doc = 0; doc < 1000; doc++) buffer.addAscii(doc, bytes, 0, 1000);
  expect(buffer.bytesUsed).toBeGreaterThan(2_000_000);
  buffer.release();
  expect(buffer.bytesUsed).toBe(0);
});

test('nothing is kept of a huge text, whose words were found, when its buffer is done with', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const memory = (): number => {
    collect();
    return process.memoryUsage().arrayBuffers;
  };
  const text = 'x'.padEnd(32 << 20);
  const before = memory();
  for (const words of [text, `ä${text}`]) {
    const field = testField('a', 'text', { analyzer: new StandardAnalyzer('standard') });
    expect(builderOf([[{ field, text: words }]]).maxDoc).toBe(1);
  }
  // Memory of buffers is given back by another thread, some time after it was collected.
  await expect.poll(() => memory() - before, { timeout: 10_000 }).toBeLessThan(16 << 20);
});
