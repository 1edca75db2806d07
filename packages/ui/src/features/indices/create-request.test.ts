import { expect, test } from 'vitest';
import { firstBody, formOf, nameProblem, withField, withoutField, withSetting } from './create-request.ts';

test('the form shows what the JSON says, nested, dotted or bare', () => {
  for (const settings of [
    { index: { number_of_shards: 3 } },
    { 'index.number_of_shards': 3 },
    { number_of_shards: '3' },
  ]) {
    expect(formOf(JSON.stringify({ settings }))?.shards).toBe('3');
  }
});

test('a change in the form keeps all else of the JSON', () => {
  const body = JSON.stringify({ aliases: { x: {} }, settings: { number_of_shards: 3, analysis: { a: 1 } } });
  expect(JSON.parse(withSetting(body, 'number_of_shards', '5'))).toEqual({
    aliases: { x: {} },
    settings: { analysis: { a: 1 }, index: { number_of_shards: 5 } },
  });
  expect(formOf(withSetting(body, 'number_of_shards', ''))?.shards).toBe('');
});

test('what is no figure is kept as typed, for the service to refuse', () => {
  expect(formOf(withSetting(firstBody, 'number_of_replicas', 'two'))?.replicas).toBe('two');
});

test('fields come and go without touching the rest of the mapping', () => {
  const strict = JSON.stringify({
    mappings: { dynamic: 'strict', properties: { a: { type: 'text', boost: 2 } } },
  });
  const both = withField(strict, { name: 'b', type: 'long' });
  expect(formOf(both)?.fields).toEqual([
    { name: 'a', type: 'text' },
    { name: 'b', type: 'long' },
  ]);
  expect(JSON.parse(withoutField(both, 'b'))).toEqual(JSON.parse(strict));
});

test('broken JSON has no form', () => {
  for (const body of ['{', '[]', '7', 'null']) expect(formOf(body)).toBeUndefined();
  expect(formOf('')).toBeDefined();
});

test('names are checked by the rules of the service', () => {
  expect(nameProblem('logs-2026.01_a')).toBeUndefined();
  expect(nameProblem('.hidden')).toBeUndefined();
  expect(nameProblem('Logs')).toBe('create.nameLower');
  expect(nameProblem('a b')).toBe('create.nameCharacters');
  expect(nameProblem('_a')).toBe('create.nameStart');
  expect(nameProblem('..')).toBe('create.nameDots');
  expect(nameProblem('ü'.repeat(128))).toBe('create.nameLong');
});
