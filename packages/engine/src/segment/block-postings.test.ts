import { FakeClock, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import { TermScorer } from '../query/term-scorer.ts';
import { segmentOf, testField } from '../testing/segments.ts';
import { BlockPostings, type PostingsSections } from './block-postings.ts';
import { NO_MORE_DOCS } from './doc-iterator.ts';
import type { Postings } from './postings.ts';
import type { TermsReader } from './segment-reader.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Model {
  readonly terms: TermsReader;
  /** Per term: documents with the positions of the term. */
  readonly expected: ReadonlyMap<string, ReadonlyMap<number, readonly number[]>>;
}

/** Terms of one, a few, some blocks and all documents, with frequencies up to a few hundred. */
function model(random: SeededRandom, docs: number): Model {
  const expected = new Map<string, Map<number, number[]>>();
  const documents = Array.from({ length: docs }, (_, doc) => {
    const words: string[] = ['all'];
    if (doc === 77) words.push('once', ...Array.from({ length: 300 }, () => 'burst'));
    if (doc % 7 === 0) words.push('seventh');
    if (random.below(3) === 0) words.push('third', 'third');
    for (let n = random.below(6); n > 0; n--) words.push(`r${Math.floor(300 * random.float() ** 2)}`);
    words.forEach((word, position) => {
      const places = expected.get(word) ?? new Map<number, number[]>();
      expected.set(word, places);
      places.set(doc, [...(places.get(doc) ?? []), position]);
    });
    return { t: words.join(' ') };
  });
  return { terms: segmentOf([testField('t', 'text')], documents).terms('t')!, expected };
}

function open(terms: TermsReader, term: string): Postings {
  return terms.postings(terms.lookup(utf8(term)));
}

const seed = Math.floor(Math.random() * 2 ** 31);
const random = new SeededRandom(seed);
const { terms, expected } = model(random, 1500);

test('by document: every document, frequency and position comes back', () => {
  expect(terms.size, `seed ${seed}`).toBe(expected.size);
  for (const [term, places] of expected) {
    const postings = open(terms, term);
    expect(postings.docId()).toBe(-1);
    for (const [doc, positions] of places) {
      expect(postings.nextDoc(), `seed ${seed}, ${term}`).toBe(doc);
      expect(postings.freq()).toBe(positions.length);
      expect([...postings.positions(new Int32Array(4)).subarray(0, positions.length)]).toEqual(positions);
    }
    expect(postings.nextDoc()).toBe(NO_MORE_DOCS);
    expect(postings.nextDoc()).toBe(NO_MORE_DOCS);
    expect(postings.docId()).toBe(NO_MORE_DOCS);
  }
});

test('by block: documents, frequencies and bounds agree', () => {
  for (const [term, places] of expected) {
    const postings = open(terms, term);
    expect(postings.docFreq).toBe(places.size);
    const docs: number[] = [];
    const freqs: number[] = [];
    while (postings.nextBlock()) {
      postings.loadFreqs();
      docs.push(...postings.docs.subarray(0, postings.length));
      freqs.push(...postings.freqs.subarray(0, postings.length));
      expect(postings.lastDocOf(postings.block)).toBe(docs.at(-1));
      expect(postings.maxFreqOf(postings.block)).toBe(Math.max(...freqs.slice(-postings.length)));
      expect(postings.minNormOf(postings.block)).toBeGreaterThan(0);
    }
    expect(docs).toEqual([...places.keys()]);
    expect(freqs).toEqual([...places.values()].map((positions) => positions.length));
    expect([postings.block, postings.length, postings.nextBlock()]).toEqual([postings.blockCount, 0, false]);
  }
});

test('advance stops at the first document at or after the target', () => {
  for (const [term, places] of expected) {
    const docs = [...places.keys()];
    const postings = open(terms, term);
    let target = 0;
    while (postings.docId() !== NO_MORE_DOCS) {
      target = Math.max(postings.docId() + 1, target + random.below(200));
      const next = docs.find((doc) => doc >= target) ?? NO_MORE_DOCS;
      expect(postings.advance(target), `seed ${seed}, ${term} to ${target}`).toBe(next);
      if (next !== NO_MORE_DOCS) expect(postings.freq()).toBe(places.get(next)!.length);
      const after = docs[docs.indexOf(next) + 1] ?? NO_MORE_DOCS;
      if (next !== NO_MORE_DOCS && random.below(2) === 0) expect(postings.nextDoc()).toBe(after);
    }
  }
});

test('seekBlock loads the block that can hold the target and stays in it', () => {
  const postings = open(terms, 'all');
  expect(postings.seekBlock(5)).toBe(true);
  expect([postings.block, postings.docs[0]]).toEqual([0, 0]);
  expect(postings.seekBlock(127)).toBe(true);
  expect(postings.block).toBe(0);
  expect(postings.findBlock(1000)).toBe(7);
  expect(postings.block).toBe(0);
  expect(postings.seekBlock(1000)).toBe(true);
  expect([postings.block, postings.docs[0], postings.length]).toEqual([7, 896, 128]);
  expect(postings.seekBlock(1500)).toBe(false);
  expect([postings.length, postings.findBlock(0)]).toEqual([0, postings.blockCount]);
});

test('positions can be read out of order within a block', () => {
  const postings = open(terms, 'third');
  postings.nextBlock();
  for (const i of [5, 0, 3]) {
    const positions = [...postings.positionsAt(i, new Int32Array(2))];
    expect(positions).toEqual(expected.get('third')!.get(postings.docs[i]!));
  }
});

test('intoBitSet sets the documents of a window and stands behind it', () => {
  for (const term of ['all', 'seventh', 'third', 'once', 'r1']) {
    const docs = [...expected.get(term)!.keys()];
    const postings = open(terms, term);
    for (let base = 0; base < 1536; base += 512) {
      const bits = new Uint32Array(16);
      postings.intoBitSet(base + 512, bits, base);
      const found = Array.from({ length: 512 }, (_, i) => i).filter(
        (i) => (bits[i >>> 5]! & (1 << (i & 31))) !== 0,
      );
      expect(found.map((i) => base + i)).toEqual(docs.filter((doc) => doc >= base && doc < base + 512));
      expect(postings.docId()).toBe(docs.find((doc) => doc >= base + 512) ?? NO_MORE_DOCS);
    }
  }
});

test('a field without frequencies and norms gives neutral ones', () => {
  const fields = [testField('k', 'keyword')];
  const documents = Array.from({ length: 200 }, () => ({ k: ['a', 'a'] }));
  const postings = open(segmentOf(fields, documents).terms('k')!, 'a');
  postings.nextBlock();
  postings.loadFreqs();
  expect([postings.freqs[127], postings.maxFreqOf(0), postings.minNormOf(0)]).toEqual([1, 1, 1]);
  expect(() => postings.positionsAt(0, new Int32Array(1))).toThrow('no positions');
});

test('a block that does not end at the document that stands in the table is damage, not one that is read for ever', () => {
  const blockEnds = Uint32Array.of(127, 129);
  // Documents one after another take no bits: a block is the number of its documents less one.
  const sections: PostingsSections = {
    postings: Uint32Array.of(127, 1),
    blockOffset: Uint32Array.of(0, 1),
    lastDoc: blockEnds,
    positions: new Uint32Array(0),
    maxFreq: new Uint8Array(0),
    minNorm: new Uint8Array(0),
    blockPositions: new Uint32Array(0),
    norms: null,
    hasPositions: false,
  };
  const entry = { docFreq: 130, totalTermFreq: 130, first: 0, position: 0 };
  const scored = (): Uint32Array => {
    const postings = new BlockPostings(sections, entry.docFreq).reset(entry);
    const budget = new WorkBudget({ clock: new FakeClock(), stepsMax: 10, stepsPerLook: 1 });
    const bits = new Uint32Array(8);
    new TermScorer(postings, 1, new Float32Array(256), null, budget).accumulate(0, 256, bits, null);
    return bits;
  };
  expect([...scored()]).toEqual([-1 >>> 0, -1 >>> 0, -1 >>> 0, -1 >>> 0, 3, 0, 0, 0]);
  blockEnds[0] = 200;
  expect(scored).toThrow('does not end at its last document');
});
