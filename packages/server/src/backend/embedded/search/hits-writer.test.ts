import { SeededRandom } from '@sextant/base/testing';
import { Double, type Json, Long, RawJson } from '@sextant/contract';
import type { SearchHit } from '@sextant/engine';
import { expect, test } from 'vitest';
import { compactJson } from '../../../wire/json-writer.ts';
import { HitsWriter, recycle } from './hits-writer.ts';
import { type AnswerView, searchAnswer } from './search-answer.ts';

const view: AnswerView = { nodeId: 'n', documentType: false, totalAsInt: false, bare: false };

function resultOf(hits: readonly SearchHit[]) {
  const shards = { total: 1, successful: 1, skipped: 0, failures: [] };
  const total = { value: hits.length, relation: 'eq' } as const;
  return { tookMs: 0, timedOut: false, total, maxScore: null, shards, hits };
}

function writeAll(hits: readonly SearchHit[], as: AnswerView): Uint8Array | undefined {
  const writer = new HitsWriter(hits.length, as);
  for (const { index, id, score, source = null, sort = null } of hits) {
    if (!writer.hit(index, id, score, source, sort)) return undefined;
  }
  return writer.finish();
}

/** Both ways to write the same answer. */
function written(hits: readonly SearchHit[], as: AnswerView = view): readonly [string, string] {
  const result = resultOf(hits);
  const bytes = writeAll(hits, as)!;
  const plain = compactJson(searchAnswer(result, 1, as, new RawJson(bytes, true))).toString();
  recycle(bytes);
  return [plain, compactJson(searchAnswer(result, 1, as)).toString()];
}

const hit = (more: Partial<SearchHit> = {}): SearchHit => {
  return { index: 'i', id: '1', score: 1, routing: null, source: Buffer.from('{"a":1}'), ...more };
};

const seed = Number(process.env.HITS_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`hits without a tree are written as those with one (HITS_SEED=${seed})`, () => {
  const random = new SeededRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[random.below(values.length)]!;
  const letters = ['a', 'B', '9', '"', '\\', '\n', '\u007f', 'é', '漢', '😀', '\ud800', '\u2028'];
  const text = (most: number): string =>
    Array.from({ length: random.below(most) }, () => pick(letters)).join('');
  const sorts: readonly (() => Json)[] = [
    () => random.below(1e6),
    () => null,
    () => text(20),
    () => true,
    () => new Long('9223372036854775807'),
    () => new Double(1),
    () => Number.POSITIVE_INFINITY,
  ];
  for (let round = 0; round < 200; round++) {
    const names = ['i', text(6), `long-${text(40)}`];
    const hits = Array.from({ length: random.below(20) }, () => {
      const source = pick([
        undefined,
        Buffer.alloc(0),
        Buffer.from(JSON.stringify({ [text(3)]: text(round % 5 === 0 ? 3000 : 300) })),
      ]);
      const sort = pick([undefined, [], Array.from({ length: 3 }, () => pick(sorts)())]);
      const score = pick([null, 0, 1, Math.fround(random.below(1e6) / 977), 1e-9, 3e38, Number.NaN]);
      const found = { ...hit({ index: pick(names), id: text(12), score }), ...(sort && { sort }) };
      const { source: _none, ...bare } = found;
      return source === undefined ? bare : { ...bare, source };
    });
    const [plain, tree] = written(hits, { ...view, documentType: round % 2 === 0 });
    expect(plain).toBe(tree);
  }
});

test('what is sorted by more than scalars has a tree', () => {
  expect(writeAll([hit(), hit({ sort: [{ lat: 1, lon: 2 }] })], view)).toBeUndefined();
});

test('an id of characters that are escaped leaves room for the document behind it', () => {
  for (let length = 1; length < 100; length++) {
    const id = '\u0001'.repeat(length);
    const [plain, tree] = written([hit({ id, source: Buffer.from(JSON.stringify({ a: 'z'.repeat(900) })) })]);
    expect(plain).toBe(tree);
  }
});

test('memory of an answer that is still being written is not given to another', () => {
  recycle(writeAll([hit()], view)!);
  const [first, second] = [new HitsWriter(1, view), new HitsWriter(1, view)];
  first.hit('a', '1', null, null, null);
  second.hit('b', '2', null, null, null);
  expect(Buffer.from(first.finish()).toString()).toBe('[{"_index":"a","_id":"1","_score":null}]');
  expect(Buffer.from(second.finish()).toString()).toBe('[{"_index":"b","_id":"2","_score":null}]');
});

test('behind an answer with a large document no memory is set aside for as large ones', () => {
  const writer = new HitsWriter(1, view);
  writer.hit('a', '1', null, Buffer.alloc(1 << 20), null);
  writer.finish();
  const next = new HitsWriter(1000, view);
  next.hit('a', '1', null, null, null);
  expect(next.finish().buffer.byteLength).toBeLessThanOrEqual(4 << 20);
});

test('answers that are written at the same time have memory of their own, and memory that was given back is used again', () => {
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
  for (let round = 0; round < 3; round++) {
    const writers = Array.from({ length: 20 }, () => new HitsWriter(1, view));
    writers.forEach((writer, n) => {
      writer.hit('i', `${round}-${n}`, 1, Buffer.from(`{"n":${n}}`), null);
    });
    const all = writers.map((writer) => writer.finish());
    expect(new Set(all.map(({ buffer }) => buffer)).size).toBe(20);
    all.forEach((bytes, n) => {
      expect(text(bytes)).toBe(`[{"_index":"i","_id":"${round}-${n}","_score":1.0,"_source":{"n":${n}}}]`);
    });
    for (const bytes of all) recycle(bytes);
    const again = new HitsWriter(1, view).finish();
    expect(all.some(({ buffer }) => buffer === again.buffer)).toBe(true);
    recycle(again);
  }
});
