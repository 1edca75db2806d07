import { expect, test } from 'vitest';
import { testBudget } from '../../testing/query-context.ts';
import { Meter } from './meter.ts';
import { NumberedTexts } from './numbered-texts.ts';

test('texts are numbered as they come, the same text always alike, whatever its length', () => {
  const numbered = new NumberedTexts(new Meter(testBudget({}), 'a'));
  const long = 'x'.repeat(50_000);
  const given = [
    '',
    'a',
    long,
    `${long} `,
    `${long}  `,
    `y${long}`,
    `${long}y`,
    `${long.slice(1)}y`,
    'x'.repeat(16_000),
    'x'.repeat(16_001),
    'x'.repeat(32_000),
    `${'x'.repeat(16_000)} `,
    `${'x'.repeat(16_000)}  `,
  ];
  expect(given.map((text) => numbered.numberOf(text))).toEqual([...given.keys()]);
  expect(given.map((text) => numbered.numberOf(` ${text}`.slice(1)))).toEqual([...given.keys()]);
  expect(numbered.texts).toEqual(given);
});

test('many long texts of one length are told apart in the time that it takes to read them', () => {
  const numbered = new NumberedTexts(new Meter(testBudget({}), 'a'));
  const beginning = 'x'.repeat(100_000);
  for (let i = 0; i < 1500; i++) numbered.numberOf(beginning + String(i).padStart(10, '0'));
  expect(numbered.texts.length).toBe(1500);
});
