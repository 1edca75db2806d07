import { expect, test } from 'vitest';
import { en } from './en.ts';
import { type MessageKey, translate } from './messages.ts';
import { zh } from './zh.ts';

const keys = Object.keys(en) as MessageKey[];

function names(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!))].toSorted();
}

test('every text exists in both languages and uses the same values', () => {
  expect(Object.keys(zh).toSorted()).toEqual(keys.toSorted());
  for (const key of keys) {
    const used = names(en[key]);
    expect(
      names(zh[key]).filter((name) => !used.includes(name)),
      key,
    ).toEqual([]);
    expect(zh[key], key).not.toBe('');
  }
});

test('numbers are grouped and choose between one and many', () => {
  expect(translate('en', 'index.fields', { count: 1 })).toBe('1 field');
  expect(translate('en', 'index.fields', { count: 1234 })).toBe('1,234 fields');
  expect(translate('zh', 'index.fields', { count: 2 })).toBe('2 个字段');
});

test('a value that is not given leaves its place visible', () => {
  expect(translate('en', 'index.select')).toBe('Select {name}');
});
