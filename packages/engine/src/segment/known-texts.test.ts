import { MemoryDisk, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { StandardAnalyzer } from '../analysis/standard-analyzer.ts';
import type { FieldValue, MappedField, ParsedDocument } from '../mapping/mapped-field.ts';
import { testField } from '../testing/segments.ts';
import { KnownTexts } from './known-texts.ts';
import { SegmentBuilder } from './segment-builder.ts';

const encoder = new TextEncoder();

function made(from: number): { from: number; to: number; tokens: number; length: number } {
  return { from, to: from + 2, tokens: 2, length: 2 };
}

test('a text is known from its second time on, until another takes its place or all are forgotten', () => {
  const known = new KnownTexts();
  const text = encoder.encode('xx the same text xx');
  expect(known.find(text, 3, 16)).toBe(false);
  known.remember(text, 3, 16, made(7));
  expect(known.find(text, 3, 16)).toBe(true);
  expect(known.found).toEqual(made(7));
  expect(known.find(text, 3, 15)).toBe(false);
  expect(known.find(encoder.encode('the same_text'), 0, 13)).toBe(false);
  known.clear();
  expect(known.find(text, 3, 16)).toBe(false);
});

test('texts that are long, or that never come again, take no memory', () => {
  const known = new KnownTexts();
  const long = new Uint8Array(1000).fill(0x61);
  expect(known.find(long, 0, 1000)).toBe(false);
  known.remember(long, 0, 1000, made(0));
  expect([known.find(long, 0, 1000), known.bytesUsed]).toEqual([false, 0]);
  for (let i = 0; i < 2000; i++) {
    const text = encoder.encode(`text number ${i} `.repeat(8));
    expect(known.find(text, 0, text.length)).toBe(false);
    known.remember(text, 0, text.length, made(i));
    expect(known.bytesUsed).toBeLessThan(48 * 1024);
  }
  expect(known.bytesUsed).toBe(0);
});

interface Value {
  readonly field: MappedField;
  readonly text: string;
}

/** The `.seg` file of documents whose texts are given as strings, or as ranges of bytes. */
function fileOf(documents: readonly (readonly Value[])[], asRanges: boolean): Uint8Array {
  const builder = new SegmentBuilder();
  for (const [doc, document] of documents.entries()) {
    const bytes = encoder.encode(document.map(({ text }) => text).join('"'));
    const ranges = { starts: [] as number[], ends: [] as number[] };
    const values: FieldValue[] = [];
    let at = 0;
    for (const { text } of document) {
      ranges.starts.push(at);
      ranges.ends.push(at + text.length);
      at += text.length + 1;
      values.push(asRanges ? bytes : text);
    }
    const fields = document.map(({ field }) => field);
    const parsed: ParsedDocument = { length: fields.length, fields, values, ...(asRanges ? { ranges } : {}) };
    const meta = { id: `d${doc}`, routing: null, seqNo: doc, primaryTerm: 1, version: 1 };
    builder.add(parsed, { ...meta, source: new Uint8Array(0) });
  }
  const disk = new MemoryDisk();
  disk.makeDirectory('/d');
  builder.build({ disk, directory: '/d', name: '_1', generation: 1 });
  return disk.readFile('/d/_1.seg');
}

test('a segment is the same, byte for byte, whether texts come as strings or as bytes, and however often', () => {
  const seed = Number(process.env.SEXTANT_SEED ?? Date.now() % 1_000_000);
  const random = new SeededRandom(seed);
  const standard = testField('standard', 'text', { analyzer: new StandardAnalyzer('standard') });
  // Its analyzer leaves gaps and overlaps, also at the end.
  const gaps = testField('gaps', 'text', { positionIncrementGap: 3 });
  const plain = testField('plain', 'text', { analyzer: new StandardAnalyzer('standard'), norms: false });
  const keyword = testField('keyword', 'keyword');
  const texts = Array.from({ length: 40 }, () => {
    const words = Array.from({ length: random.below(12) }, () =>
      random.pick(['Ab', 'b2', '+', '|c', "d'e", '1.5', '--']),
    );
    return words.join(' ');
  });
  const documents = Array.from({ length: 1500 }, (_, doc) =>
    [standard, gaps, plain, keyword].flatMap((field) =>
      Array.from({ length: random.below(3) }, () => ({
        field,
        text: field === plain ? `unique ${doc} ${random.below(1e9)}` : random.pick(texts),
      })),
    ),
  );
  expect(Buffer.compare(fileOf(documents, true), fileOf(documents, false)), `SEXTANT_SEED=${seed}`).toBe(0);
});
