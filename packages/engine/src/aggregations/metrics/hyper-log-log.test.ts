import { expect, test } from 'vitest';
import { hash64, hashBytes, hashDouble, hashLong } from './hash64.ts';
import { condense, encode, HyperLogLog, precisionFromThreshold, setHash } from './hyper-log-log.ts';

const mask = (1n << 64n) - 1n;
const hashed = (): bigint => (BigInt(hash64.high >>> 0) << 32n) | BigInt(hash64.low >>> 0);

/** The same arithmetic with big integers. */
function mix64(value: bigint): bigint {
  let z = value & mask;
  z = ((z ^ (z >> 32n)) * 0x4cd6944c5cc20b6dn) & mask;
  z = ((z ^ (z >> 29n)) * 0xfc12c5b19d3259e9n) & mask;
  return z ^ (z >> 32n);
}

test('numbers are mixed as 64-bit words', () => {
  for (const value of [0, 1, -1, 42, -123_456_789, 2 ** 40 + 7, -(2 ** 52), Number.MAX_SAFE_INTEGER]) {
    hashLong(value);
    expect(hashed()).toBe(mix64(BigInt(value)));
  }
  hashDouble(1.5);
  expect(hashed()).toBe(mix64(0x3ff8000000000000n));
});

test('terms are hashed by MurmurHash3 x64 128', () => {
  const known: readonly (readonly [string, bigint])[] = [
    ['', 0n],
    ['hello', 0xcbd8a7b341bd9b02n],
    ['hello, world', 0x342fac623a5ebc8en],
    ['19 Jan 2038 at 3:14:07 AM', 0xb89e5988b737affcn],
    ['The quick brown fox jumps over the lazy dog.', 0xcd99481f9ee902c9n],
  ];
  for (const [text, expected] of known) {
    hashBytes(new TextEncoder().encode(text));
    expect(hashed()).toBe(expected);
  }
});

function countOf(precision: number, from: number, to: number): HyperLogLog {
  const counter = new HyperLogLog(precision);
  for (let i = from; i < to; i++) {
    hashLong(i);
    counter.add(condense(hash64.high, hash64.low));
  }
  return counter;
}

test('counts are exact up to the threshold, and near beyond it', () => {
  const precision = precisionFromThreshold(3000);
  expect(precision).toBe(14);
  expect(countOf(precision, 0, 3000).cardinality()).toBe(3000);
  for (const distinct of [4000, 20_000, 100_000]) {
    const estimate = countOf(precision, 0, distinct).cardinality();
    expect(Math.abs(estimate - distinct) / distinct).toBeLessThan(0.03);
  }
});

test('two counters merged count the same as one that saw everything', () => {
  for (const [split, end] of [
    [500, 900],
    [2000, 9000],
    [8000, 9000],
    [6000, 20_000],
  ] as const) {
    const merged = countOf(12, 0, split);
    merged.merge(countOf(12, split - 100, end));
    expect(merged.cardinality()).toBe(countOf(12, 0, end).cardinality());
  }
});

test('condensed hashes tell register and run length of whole ones, whatever the precision', () => {
  const ones = Array.from({ length: 65 }, (_, bits) => (1n << BigInt(bits)) - 1n);
  const hashes = ones.flatMap((low) => [
    low,
    mask ^ low,
    (low + 1n) & mask,
    (0xabcdefn << 40n) | (low >> 24n),
  ]);
  const wrong: string[] = [];
  for (const precision of [4, 5, 11, 14, 18]) {
    for (const hash of hashes) {
      const rest = BigInt(64 - precision);
      const index = Number(hash >> rest);
      const bits = hash & ((1n << rest) - 1n);
      const runLength = 65 - precision - (bits === 0n ? 0 : bits.toString(2).length);
      const condensed = condense(Number(hash >> 32n) | 0, Number(hash & 0xffffffffn) | 0);
      const registers = new Uint8Array(1 << precision);
      const counter = new HyperLogLog(precision);
      counter.absorb({ slots: new Int32Array(0), registers: registers.slice() });
      counter.addEncoded(encode(condensed, precision));
      setHash(registers, condensed, precision);
      const found = [condensed > 0, registers[index], counter.state().registers![index]];
      if (found.join() !== [true, runLength, runLength].join()) wrong.push(`${precision} ${hash}: ${found}`);
    }
  }
  expect(wrong).toEqual([]);
});
