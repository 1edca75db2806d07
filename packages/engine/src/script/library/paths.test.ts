import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import type { ScriptContext } from '../compile/scope.ts';
import { Program } from '../program.ts';
import { textOf } from '../values.ts';

const context: ScriptContext = { name: 'test', returns: 'def', variables: [] };

function outcome(expression: string): string {
  const program = new Program(
    `def m = ['a': ['b': 5, 'n': null], 'l': [['c': 7]]]; return ${expression}`,
    context,
  );
  try {
    return textOf(program.run(program.state([], null)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.error.causedBy!.reason;
  }
}

// As OpenSearch 3.6 answers.
test.each([
  ["m.getByPath('a.b')", '5'],
  ["m.getByPath('l.0.c')", '7'],
  ["m.l.getByPath('0.c')", '7'],
  ["m.getByPath('a.x', 1)", '1'],
  ["m.getByPath('a.n', 1)", 'null'],
  ["m.getByPath('a.x')", 'Could not find value at path [a.x]'],
  ["m.getByPath('x.x', 1)", 'Container does not have [x], for non-terminal index [0] in path [x.x]'],
  ["m.getByPath('a.b.c', 1)", 'Non-container [java.lang.Integer] at [c], index [2] in path [a.b.c]'],
  ["m.getByPath('l.x')", 'Could not parse [x] as a int index into list at path [l.x] and index [1]'],
  ["m.getByPath('')", 'Missing path'],
  ["m.getByPath('a..b')", "Extra '.' in path [a..b] at index [1]"],
  ["m.getByPath('a.')", "Trailing '.' in path [a.]"],
])('%s is %s', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});
