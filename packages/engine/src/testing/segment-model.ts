import type { SeededRandom } from '@sextant/base/testing';
import type { MappedField } from '../mapping/mapped-field.ts';
import type { TestDocument, TestValue } from './segments.ts';
import { testField } from './segments.ts';

/** Fields of every kind of storage and flags, for random documents. */
export const MODEL_FIELDS: readonly MappedField[] = [
  testField('body', 'text'),
  testField('tags', 'text', { indexOptions: 'docs' }),
  testField('counts', 'text', { indexOptions: 'freqs', norms: false }),
  testField('dark', 'text', { indexed: false }),
  testField('kind', 'keyword'),
  testField('labels', 'keyword'),
  testField('searched', 'keyword', { docValues: false }),
  testField('listed', 'keyword', { indexed: false }),
  testField('hidden', 'keyword', { indexed: false, docValues: false }),
  testField('address', 'ip'),
  testField('size', 'long'),
  testField('price', 'double'),
  testField('sizes', 'integer'),
  testField('rare', 'double'),
  testField('unsorted', 'long', { indexed: false }),
  testField('pointed', 'date', { docValues: false }),
  testField('ghost', 'long', { indexed: false, docValues: false }),
];

export function pick(random: SeededRandom, count: number): number {
  return Math.floor(random.float() * count);
}

/** Low numbers are far more frequent than high ones. */
function skewed(random: SeededRandom, count: number): number {
  return Math.floor(count * random.float() ** 3);
}

function words(random: SeededRandom, vocabulary: number, most: number): string {
  const parts: string[] = [];
  for (let n = pick(random, most + 1); n > 0; n--) {
    const odd = pick(random, 12);
    if (odd === 0) parts.push('+');
    const word = `w${skewed(random, vocabulary)}`;
    parts.push(odd === 1 && parts.length > 0 ? `|${word}` : word);
  }
  return parts.join(' ');
}

function ip(random: SeededRandom): Uint8Array {
  const bytes = new Uint8Array(16);
  bytes.set([0xff, 0xff, 10, 0, pick(random, 3), pick(random, 200)], 10);
  return bytes;
}

function several<T extends TestValue>(random: SeededRandom, most: number, make: () => T): readonly T[] {
  return Array.from({ length: pick(random, most + 1) }, make);
}

/** A document with values for about half of the model's fields. */
export function randomDocument(random: SeededRandom, number: number): TestDocument {
  const maybe = <T>(value: T): T | undefined => (random.float() < 0.7 ? value : undefined);
  return {
    _id: `doc-${number}`,
    ...(random.float() < 0.2 ? { _routing: `shard-é-${pick(random, 5)}` } : {}),
    _seqNo: number * 2,
    _version: 1 + skewed(random, 4),
    body: maybe(several(random, 2, () => words(random, 400, 30))),
    tags: maybe(words(random, 20, 8)),
    counts: maybe(words(random, 30, 12)),
    dark: maybe('never read'),
    kind: maybe(`k${pick(random, 5)}`),
    labels: several(random, 4, () => `lábel-${skewed(random, 300)}`),
    searched: maybe(`s${pick(random, 50)}`),
    listed: several(random, 2, () => `l${pick(random, 50)}`),
    hidden: maybe('h'),
    address: maybe(ip(random)),
    size: 1_000_000 + pick(random, 60_000),
    price: maybe(pick(random, 1000) / 8 - 20),
    sizes: several(random, 3, () => pick(random, 100) - 50),
    rare: random.float() < 0.05 ? random.float() : undefined,
    unsorted: maybe(pick(random, 10) * 2 ** 40),
    pointed: maybe(1_700_000_000_000 + pick(random, 10 ** 9)),
    ghost: maybe(1),
  };
}
