import { SeededRandom } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { compareBytes } from '../codec/bytes.ts';
import { versionBytes, versionLimit, versionText } from './semantic-version.ts';

const ascending = [
  '0.0.0-0',
  '0.0.0',
  '0.0.1',
  '0.2.0',
  '0.10.0',
  '1.0.0-1',
  '1.0.0-9',
  '1.0.0-10',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.1.1',
  '1.0.0-alpha.beta',
  '1.0.0-alpha1',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0-rc.1+x',
  '1.0.0',
  '1.0.0+a',
  '1.0.0+b.1',
  '1.0.1-0',
  '2.0.0',
  '10.0.0',
  '2147483647.0.0',
];

test('bytes are in the order of semantic versions, and tell the version', () => {
  const bytes = ascending.map(versionBytes);
  expect(bytes.map(versionText)).toEqual(ascending);
  for (let i = 1; i < bytes.length; i++)
    expect([ascending[i], compareBytes(bytes[i - 1]!, bytes[i]!) < 0]).toEqual([ascending[i], true]);
});

test('limits are around a version with all that is built of it', () => {
  for (const [i, text] of ascending.entries()) {
    const [before, after] = [versionLimit(text, false), versionLimit(text, true)];
    for (const [j, other] of ascending.entries()) {
      const bytes = versionBytes(other);
      const isWithin = compareBytes(before, bytes) <= 0 && compareBytes(bytes, after) <= 0;
      expect([text, other, isWithin]).toEqual([text, other, other.split('+')[0] === text.split('+')[0]]);
      if (!isWithin) expect(compareBytes(bytes, before) < 0).toBe(j < i);
    }
  }
});

test('any version comes back from its bytes', () => {
  const seed = 5;
  const random = new SeededRandom(seed);
  const part = (): string => ['0', '17', 'a', 'x-1', '3b', '-', '255', '256'][random.below(8)]!;
  const parts = (): string => Array.from({ length: 1 + random.below(4) }, part).join('.');
  for (let i = 0; i < 500; i++) {
    const numbers = [0, 0, 0].map(() => random.below(2000)).join('.');
    const text = `${numbers}${random.below(2) === 0 ? '' : `-${parts()}`}${random.below(2) === 0 ? '' : `+${parts()}`}`;
    expect([seed, versionText(versionBytes(text))]).toEqual([seed, text]);
  }
});

test('white space around a version is no part of it', () => {
  expect(versionText(versionBytes('\u00011.0.1\t '))).toBe('1.0.1');
});

test.each([
  ['', 'Version string cannot be null or empty'],
  ['1.2', 'Invalid semantic version format: [1.2]'],
  ['01.2.3', 'Invalid semantic version format: [01.2.3]'],
  ['v1.0.0', 'Invalid semantic version format: [v1.0.0]'],
  ['1.0.0-', 'Invalid semantic version format: [1.0.0-]'],
  ['1.0.0-01', 'Invalid semantic version format: [1.0.0-01]'],
  [' ', 'Invalid semantic version format: []'],
  ['\u00a01.0.0', 'Invalid semantic version format: [\u00a01.0.0]'],
  ['2147483648.2.3', 'Invalid version numbers in: 2147483648.2.3'],
  ['1.2147483648.3', 'Invalid version numbers in: 1.2147483648.3'],
  ['99999999999999999999999.2.3', 'Invalid version numbers in: 99999999999999999999999.2.3'],
])('what is no version is refused: %s', (text, reason) => {
  try {
    versionBytes(text);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).error.reason).toBe(reason);
  }
});
