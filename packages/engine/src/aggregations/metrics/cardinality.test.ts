import { SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { testBudget } from '../../testing/query-context.ts';
import { aggregate, shardOf } from '../../testing/run-aggregations.ts';
import { testField } from '../../testing/segments.ts';
import { condense, HyperLogLog, setHash } from './hyper-log-log.ts';

/** `SEXTANT_SEED` runs a failed case again. */
const seed = Number(process.env.SEXTANT_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(`terms are counted the same by ordinals and by the hash of each document (seed ${seed})`, () => {
  const random = new SeededRandom(seed);
  const documents = Array.from({ length: 1500 }, () => {
    const values = Array.from({ length: Math.floor(random.float() * 4) }, () =>
      Math.floor(random.float() * 2000),
    );
    return { k: values.map((value) => `term ${value}`) };
  });
  const shard = shardOf([testField('k', 'keyword')], [documents.slice(0, 900), documents.slice(900)]);
  for (const precision_threshold of [0, 3, 100, 700, 3000, 40_000]) {
    for (const share of [0, 0.02, 0.3, 1]) {
      const matches = (doc: number): boolean => (doc * 7919) % 1000 < share * 1000;
      const count = (hint: string, missing?: string): string => {
        const body = {
          a: { cardinality: { field: 'k', precision_threshold, execution_hint: hint, missing } },
        };
        return aggregate([shard], JSON.parse(JSON.stringify(body)), { matches });
      };
      const name = `threshold ${precision_threshold}, ${share} of the documents`;
      expect(count('ordinals'), name).toBe(count('direct'));
      expect(count('ordinals', 'nowhere else'), name).toBe(count('direct', 'nowhere else'));
    }
  }
});

test('registers are only taken where they show more hashes than a set keeps', () => {
  const precision = 10;
  const random = new SeededRandom(3);
  const word = (): number => Math.floor(random.float() * 2 ** 32) | 0;
  for (const { count, isTaken } of [
    { count: 1, isTaken: false },
    { count: 150, isTaken: false },
    { count: 400, isTaken: true },
    { count: 5000, isTaken: true },
  ]) {
    const hashes = Array.from({ length: count }, () => condense(word(), word()));
    const registers = new Uint8Array(1 << precision);
    const oneByOne = new HyperLogLog(precision);
    for (const hash of hashes) {
      setHash(registers, hash, precision);
      oneByOne.add(hash);
    }
    const counter = new HyperLogLog(precision);
    expect(counter.take(registers), `${count} hashes`).toBe(isTaken);
    expect(isTaken ? counter.state() : null).toEqual(isTaken ? oneByOne.state() : null);
  }
});

test('many terms of few registers are counted as a set', () => {
  const precision = 4;
  const registers = new Uint8Array(1 << precision);
  for (let i = 0; i < 1000; i++) setHash(registers, condense(0x10000000 | i, i), precision);
  const counter = new HyperLogLog(precision);
  expect(counter.mayOutgrow(1000)).toBe(true);
  expect(counter.take(registers)).toBe(false);
  expect(counter.cardinality()).toBe(0);
});

test('the registers of many terms count as memory and as work of the request', () => {
  const documents = Array.from({ length: 4000 }, (_, i) => ({ k: `term ${i}` }));
  const shard = shardOf([testField('k', 'keyword')], [documents]);
  const usage = (precision_threshold: number): { most: number; steps: number } => {
    let held = 0;
    let most = 0;
    const take = (bytes: number): void => {
      held += bytes;
      most = Math.max(most, held);
    };
    const budget = testBudget({ memory: { take, give: (bytes) => take(-bytes) }, stepsPerLook: 1 });
    const body = { a: { cardinality: { field: 'k', precision_threshold, execution_hint: 'ordinals' } } };
    aggregate([shard], body, { budget });
    return { most, steps: budget.usage().steps };
  };
  const [few, many] = [usage(3), usage(3000)];
  expect(many.most - few.most).toBe(2 ** 14 - 2 ** 5);
  expect(few.steps).toBeGreaterThan(4000 / 128);
});
