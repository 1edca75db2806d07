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

const tree = "def m = new TreeMap(); m.put('a', 1); m.put('c', 2); m.put('e', 3);";

// As OpenSearch 3.6 answers.
test.each([
  [
    'def l = new LinkedList(); l.push(1); l.push(2); l.addLast(3); return [l.pop(), l.peekLast(), l.element()]',
    '[2, 3, 1]',
  ],
  [
    'def l = new ArrayDeque(); l.offer(1); l.offerFirst(0); return [l.pollLast(), l.remove(), l.pollFirst()]',
    '[1, 0, null]',
  ],
  ['def l = new ArrayDeque(); Deque d = l; return d.element()', 'no_such_element_exception'],
  ['[1, 2, 3].findResults(x -> x > 1 ? x * 2 : null)', '[4, 6]'],
  ["def m = ['a': 1, 'b': 2]; return m.findResult('x', (k, v) -> v > 5 ? k : null)", 'x'],
  ["def m = ['a': 1]; return m.replace('a', 1, 5) + '' + m", 'true{a=5}'],
  [
    `${tree} return [m.floorKey('d'), m.ceilingKey('d'), m.headMap('c'), m.tailMap('c'), m.descendingMap()]`,
    '[c, e, {a=1}, {c=2, e=3}, {e=3, c=2, a=1}]',
  ],
  [
    'def s = new TreeSet(); s.add(1); s.add(3); return [s.floor(2), s.higher(3), s.pollLast(), s]',
    '[1, null, 3, [1]]',
  ],
  ["Collections.nCopies(3, 'a')", '[a, a, a]'],
  ["Collections.nCopies(-1, 'a')", 'List length = -1'],
  ['def l = [1, 2, 3, 4]; Collections.rotate(l, 1); return l', '[4, 1, 2, 3]'],
  ['Collections.binarySearch([1, 3, 5], 4)', '-3'],
  [
    "['b', 'a', 'b'].stream().collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()))",
    '{a=1, b=2}',
  ],
  [
    '[1, 2, 3].stream().mapToInt(x -> x).summaryStatistics()',
    'IntSummaryStatistics{count=3, sum=6, min=1, average=2.000000, max=3}',
  ],
  ['Stream.concat([1].stream(), [2].stream()).collect(Collectors.toList())', '[1, 2]'],
  ["Optional.empty().orElseThrow(() -> new IllegalStateException('a'))", 'a'],
  ["'abc'.toUpperCase(Locale.ROOT)", 'ABC'],
  ["'abc'.chars().sum()", '294'],
  ['def a = new int[] {1, 2, 3}; System.arraycopy(a, 0, a, 1, 2); return a[2]', '2'],
  [
    'def a = new int[] {1, 2, 3}; System.arraycopy(a, 0, a, 2, 2)',
    'arraycopy: last destination index 4 out of bounds for int[3]',
  ],
])('%s is %s', (source, expected) => {
  expect(outcome(source)).toBe(expected);
});
