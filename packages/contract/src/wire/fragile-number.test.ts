import { expect, test } from 'vitest';
import { hasFragileNumber } from './fragile-number.ts';

const changed = [
  '1.0',
  '-1.0',
  '1.50',
  '0.10',
  '100.0',
  '1e3',
  '1E3',
  '1.5e-7',
  '12345678901234567',
  '1234567890123456',
  '0.1234567890123456789',
  '12345678.123456789',
  '9007199254740.9931',
  '-9223372036854775808',
  '0.0000001',
];
const kept = ['1', '-1', '0', '10', '1.5', '0.25', '100', '123456789012345', '1234567.1234567', '-0.001'];

test.each(changed)('%s is fragile, wherever it stands', (number) => {
  for (const text of [
    number,
    ` ${number} `,
    `{"a":${number}}`,
    `{"a" : ${number}}`,
    `[${number}]`,
    `[1,${number}]`,
    `[1,\n ${number}]`,
  ]) {
    expect(hasFragileNumber(text), text).toBe(true);
  }
});

test.each(kept)('%s stays as it is', (number) => {
  for (const text of [
    number,
    `{"a":${number}}`,
    `[${number},${number}]`,
    `{"a":[${number}],"b":${number}}`,
  ]) {
    expect(hasFragileNumber(text), text).toBe(false);
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
  }
});

test('dates, addresses, versions and long digits within texts are no numbers', () => {
  const document = {
    '@timestamp': '2026-01-01T00:00:00.000Z',
    client: '10.0.0.1',
    agent: 'Mozilla/5.0 (X11; Linux) Gecko/20100101',
    trace: '12345678901234567890',
    hash: '1e9',
    list: ['2.0', '10.0.0.1'],
    'a.0': 1,
  };
  expect(hasFragileNumber(JSON.stringify(document))).toBe(false);
  expect(hasFragileNumber(JSON.stringify(document, null, 2))).toBe(false);
});
