import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import type { ScriptContext } from '../compile/scope.ts';
import { Program } from '../program.ts';
import { textOf } from '../values.ts';

const context: ScriptContext = { name: 'test', returns: 'def', variables: [] };

function outcome(source: string): string {
  const program = new Program(source, context);
  try {
    return textOf(program.run(program.state([], null)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { type, reason } = error.error.causedBy!;
    return reason ?? type;
  }
}

const map = "Map m = ['a': 1, 'b': 2, 'c': 1, 'd': null]; ";
const list = 'List l = [1, 2, 1, 3]; ';

// As OpenSearch 3.6 answers.
test.each([
  ['m.values().removeIf(v -> v == null)', '{a=1, b=2, c=1}'],
  ['m.entrySet().removeIf(e -> e.getValue() == null)', '{a=1, b=2, c=1}'],
  ["m.keySet().removeIf(k -> k != 'b')", '{b=2}'],
  ["m.keySet().retainAll(['b'])", '{b=2}'],
  ["m.keySet().removeAll(['a', 'd'])", '{b=2, c=1}'],
  ['m.values().removeAll([1])', '{b=2, d=null}'],
  ["m.keySet().remove('a')", '{b=2, c=1, d=null}'],
  ['m.keySet().clear()', '{}'],
  ['m.values().clear()', '{}'],
  ['m.entrySet().clear(); m.z = 1', '{z=1}'],
  [
    "Set k = m.keySet(); m.e = 5; m.remove('a'); m = ['keys': k, 'size': k.size()]",
    '{size=4, keys=[b, c, d, e]}',
  ],
  ['def i = m.values().iterator(); i.next(); i.next(); i.next(); i.remove()', '{a=1, b=2, d=null}'],
  ['def i = m.entrySet().iterator(); i.next(); i.next(); i.remove(); i.next()', '{a=1, c=1, d=null}'],
  ['for (e in m.entrySet()) { e.setValue(7) }', '{a=7, b=7, c=7, d=7}'],
  ["m.keySet().add('x')", 'unsupported_operation_exception'],
  ['m.values().add(1)', 'unsupported_operation_exception'],
])('what is taken out of the keys, values and entries of a map is taken out of it: %s', (what, left) => {
  expect(outcome(`${map}${what.endsWith('}') ? what : `${what};`} return m`)).toBe(left);
});

test.each([
  ['def i = l.iterator(); i.next(); i.next(); i.next(); i.remove()', '[1, 2, 3]'],
  ['def i = l.iterator(); while (i.hasNext()) { if (i.next() == 1) i.remove(); }', '[2, 3]'],
  ['def i = l.iterator(); i.next(); i.remove(); i.remove()', 'illegal_state_exception'],
  ['def i = l.iterator(); i.remove()', 'illegal_state_exception'],
  ['def i = l.stream().iterator(); i.next(); i.remove()', 'remove'],
])('an iterator takes out what it gave last: %s', (what, left) => {
  expect(outcome(`${list}${what.endsWith('}') ? what : `${what};`} return l`)).toBe(left);
});

test('to take all elements out of a long list by an iterator is charged', () => {
  const long = 'List l = []; for (int i = 0; i < 400000; i++) { l.add(i) } ';
  const taken = 'def i = l.iterator(); while (i.hasNext()) { i.next(); i.remove() } return l';
  expect(outcome(long + taken)).toBe('The script takes more operations than one may.');
});

test('a map that holds its own values is not gone through without an end', () => {
  expect(outcome(`${map} m.v = m.values(); return 1`)).toBe('1');
  expect(outcome(`${map} m.v = m.values(); return m.toString()`)).toMatch(/stack|nested|deep/i);
});
