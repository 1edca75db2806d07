import { expect, test } from 'vitest';
import { boxedDouble } from './boxed-double.ts';
import { Double, Long } from './json.ts';
import { mapMembers, mapTexts, orderMembers } from './json-tree.ts';
import { dictionary } from './names.ts';
import { sourceJson } from './source-json.ts';

const leaves = [
  null,
  true,
  1,
  boxedDouble(2),
  new Long('9'),
  new Double(1),
  sourceJson.rawJSON('1.0'),
  new Map(),
];

test('what is no list and has no members of JSON is left as it is', () => {
  for (const leaf of leaves) {
    expect(mapMembers(leaf, () => 'changed')).toBe(leaf);
    expect(mapTexts(leaf, () => 'changed')).toBe(leaf);
    expect(orderMembers(leaf, (names) => names)).toBe(leaf);
  }
  expect(mapMembers('text', () => 'changed')).toBe('text');
});

test('objects of every make have members, whatever these are called', () => {
  const bare: Record<string, unknown> = Object.assign(Object.create(null), { a: 1 });
  for (const object of [{ a: 1 }, dictionary({ a: 1 }), bare])
    expect(mapMembers(object, (member, name) => [name, member])).toEqual({ a: ['a', 1] });
  const changed = mapMembers(JSON.parse('{"__proto__":1}'), (member) => member);
  expect(JSON.stringify(changed)).toBe('{"__proto__":1}');
  expect(Object.getPrototypeOf(changed)).toBe(Object.prototype);
  expect(mapMembers([1, 2], (item, name) => [name, item])).toEqual([
    [null, 1],
    [null, 2],
  ]);
});

test('texts are changed everywhere, names too', () => {
  const tree = { a: ['a', { b: 'a', a: leaves }], c: 1 };
  expect(mapTexts(tree, (text) => text.replace('a', 'x'))).toEqual({ x: ['x', { b: 'x', x: leaves }], c: 1 });
});

test('members are ordered at every depth, and those without a value are none', () => {
  const ordered = orderMembers({ b: [{ d: 1, c: 2 }], a: leaves, x: undefined }, (names) => names.sort());
  expect(JSON.stringify(ordered)).toBe(JSON.stringify({ a: leaves, b: [{ c: 2, d: 1 }] }));
});
