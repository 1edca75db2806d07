import { FakeClock } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import type { ScriptContext } from './compile/scope.ts';
import { Program } from './program.ts';

const context: ScriptContext = {
  name: 'field',
  returns: 'def',
  variables: [{ name: 'params', type: 'Map', place: 0 }],
};
const OPERATIONS_PER_STEP = 32;

function run(source: string, budget: WorkBudget | null = null): unknown {
  const program = new Program(source, context);
  return program.run(program.state([null], budget));
}

/** Operations that a script is charged for, about. */
function operations(source: string): number {
  const budget = new WorkBudget({ clock: new FakeClock(), stepsPerLook: 1 });
  run(`${source} return 1`, budget);
  return budget.usage().steps * OPERATIONS_PER_STEP;
}

/** Of `what`, in a loop of so many rounds, without what the loop and `before` take. */
function operationsOf(what: string, before = '', rounds = 200): number {
  const loop = (body: string) => `${before} for (int q = 0; q < ${rounds}; q++) { ${body} }`;
  return (operations(loop(what)) - operations(loop('int none = q;'))) / rounds;
}

function causeOf(source: string): string {
  try {
    run(source);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { causedBy } = error.error;
    return `${causedBy?.type}: ${causedBy?.reason}`;
  }
  throw new Error('no error was thrown');
}

const list = (name: string, length = 2000): string =>
  `def ${name} = []; for (int i = 0; i < ${length}; i++) ${name}.add(i);`;
const set = (name: string): string =>
  `def ${name} = new HashSet(); for (int i = 0; i < 2000; i++) ${name}.add(i);`;
const map = (name: string): string =>
  `def ${name} = new HashMap(); for (int i = 0; i < 2000; i++) ${name}.put(i, i);`;
const text = (name: string): string => `def ${name} = 'ab'; for (int i = 0; i < 13; i++) ${name} += ${name};`;

test('a round of a loop is charged by what stands in it, and so is a call of a function or lambda', () => {
  const many = 'n = n + q;'.repeat(400);
  const few = 'n = n + q;'.repeat(4);
  expect(operationsOf(many, 'int n = 0;')).toBeGreaterThan(20 * operationsOf(few, 'int n = 0;'));
  const called = (body: string) => `int f(int q) { int n = 0; ${body} return n }`;
  const inFunction = (body: string) => operations(`${called(body)} for (int q = 0; q < 200; q++) { f(q); }`);
  expect(inFunction(many)).toBeGreaterThan(20 * inFunction(few));
  const inLambda = (body: string) => {
    const lambda = `Function f = q -> { int n = 0; ${body} return n };`;
    return operationsOf('f.apply(q);', lambda);
  };
  expect(inLambda(many)).toBeGreaterThan(20 * inLambda(few));
});

test('a loop that goes round once is charged by what stands in it', () => {
  const body = 'n = n + q;'.repeat(400);
  expect(operationsOf(`do { ${body} } while (q < 0);`, 'int n = 0;')).toBeGreaterThan(200);
  expect(operationsOf(`while (true) { ${body} break; }`, 'int n = 0;')).toBeGreaterThan(200);
});

test('of branches that exclude each other the longest is charged', () => {
  const branch = (i: number) => `if (q == ${i}) { ${'n += 2;'.repeat(40)} }`;
  const chain = Array.from({ length: 40 }, (_, i) => branch(i)).join(' else ');
  const row = Array.from({ length: 40 }, (_, i) => branch(i)).join(' ');
  expect(operationsOf(row, 'int n = 0;')).toBeGreaterThan(10 * operationsOf(chain, 'int n = 0;'));
});

test('a function of a few rounds is charged for them each time', () => {
  const source = `int f() { int n = 0; for (int i = 0; i < 30; i++) n += i; return n }
    for (int q = 0; q < 1000; q++) f();`;
  expect(operations(source)).toBeGreaterThan(30_000);
});

test('what is equal from its beginning on is charged by its length', () => {
  for (const what of [
    `${list('a')} ${list('b')}`,
    `${list('a')} a.add('x'); ${list('b')} b.add('y');`,
    `${set('a')} ${set('b')}`,
    `${map('a')} ${map('b')}`,
  ]) {
    expect(operationsOf('def e = a == b;', what), what).toBeGreaterThan(2000);
  }
  const texts =
    "def a = 'x'; for (int i = 0; i < 19; i++) a += a; def b = 'x'; for (int i = 0; i < 19; i++) b += b;";
  expect(operationsOf('def e = a == b;', texts)).toBeGreaterThan(1000);
});

test('what goes through all entries of a map or set is charged by their number', () => {
  for (const what of [
    'for (k in m.values()) { break; }',
    'm.entrySet().iterator();',
    'm.values().removeIf(v -> false);',
    'm.containsValue(-1);',
    'm.any((k, v) -> true);',
    'for (k in m.keySet()) { break; }',
  ]) {
    expect(operationsOf(what, map('m')), what).toBeGreaterThan(4000);
  }
  expect(operationsOf('for (k in m) { break; }', set('m'))).toBeGreaterThan(4000);
  expect(operationsOf('m.isEmpty();', set('m'))).toBeLessThan(20);
  expect(operationsOf('m.keySet().size();', map('m'))).toBeLessThan(20);
  expect(operationsOf('for (k in m) { break; }', 'int[] m = new int[2000];')).toBeGreaterThan(1000);
});

test('numbers as texts, and texts that are sought or taken apart, are charged by what they take', () => {
  const least: readonly (readonly [what: string, before: string, least: number])[] = [
    ["new DecimalFormat('#,##0.00').format(1234.5);", '', 40],
    ["String.format('%d', new def[] {1});", '', 4],
    ["UUID.fromString('123e4567-e89b-12d3-a456-426614174000').toString();", '', 32],
    ["s.contains('ax');", text('s'), 4000],
    ["s.indexOf('ax');", text('s'), 4000],
    ["s.splitOnToken('ax');", text('s'), 4000],
    ["new StringTokenizer(s, 'b');", text('s'), 16_000],
    ['/b/.split(s);', text('s'), 100_000],
    ["/b/.matcher(s).replaceAll('c');", text('s'), 100_000],
    ["b.append('c').charAt(3);", `${text('s')} def b = new StringBuilder(s);`, 250],
  ];
  for (const [what, before, count] of least) {
    expect(operationsOf(what, before, 20), what).toBeGreaterThan(count);
  }
});

test('an exception that is caught is charged, and functions between here and there end', () => {
  expect(operationsOf("try { throw new Exception('a'); } catch (Exception e) { }")).toBeGreaterThan(30);
  const source = `int f() { throw new Exception('a'); }
    for (int i = 0; i < 1000; i++) { try { f(); } catch (Exception e) { } } return 1`;
  expect(run(source)).toBe(1);
});

test('a call that goes through much makes the request look at its clock at once', () => {
  let looks = 0;
  const clock = { nanos: () => looks++ };
  const looksOf = (source: string) => {
    const budget = new WorkBudget({ clock });
    looks = 0;
    run(`${list('l', 10_000)} ${source} return 1`, budget);
    return looks;
  };
  const before = looksOf('');
  expect(looksOf('l.hashCode();')).toBeGreaterThan(before);
  expect(looksOf('def e = l == [];')).toBe(before);
  expect(looksOf("def e = '' + l;")).toBeGreaterThan(before);
});

test('elements that a call compares are charged by the comparisons', () => {
  const texts = `def l = []; for (int i = 0; i < 2000; i++) l.add('' + (i * 7919 % 2000));`;
  expect(operationsOf('Collections.sort(new ArrayList(l));', texts, 10)).toBeGreaterThan(5000);
});

test('arrays of nothing but arrays are charged before they are made', () => {
  expect(causeOf('int[][] a = new int[9000000][0]; return 1')).toContain('more memory than one may');
  expect(causeOf('int[][][][] a = new int[5000000][1][1][1]; return 1')).toContain(
    'more memory than one may',
  );
  expect(operations('int[] a = new int[1000000];')).toBeGreaterThan(100_000);
});

test('an array of a negative length is refused as Java does', () => {
  expect(causeOf('int[] a = new int[-1]; return 1')).toBe('negative_array_size_exception: -1');
  expect(causeOf('int[][] a = new int[0][-2]; return 1')).toBe('negative_array_size_exception: -2');
  const caught =
    'try { int[] a = new int[-1]; } catch (NegativeArraySizeException e) { return e.getMessage() }';
  expect(run(`${caught} return 1`)).toBe('-1');
});

test('a lambda keeps the variables that it names, those of lambdas within too', () => {
  expect(run('int a = 1; int b = 2; Function f = x -> { int c = x + b; return c }; return f.apply(5)')).toBe(
    7,
  );
  expect(
    run('int a = 1; Function f = x -> { Function g = y -> x + y + a; return g.apply(3) }; return f.apply(2)'),
  ).toBe(6);
  expect(
    run(
      'def l = []; for (int i = 0; i < 3; i++) { l.add([1, 2].stream().mapToInt(x -> x + i).sum()); } return l.size()',
    ),
  ).toBe(3);
});

test('a text that a replacement of matches would make a thousand times as long is refused before it is made', () => {
  const source = `${text('s')} def by = s + s; return /./.matcher(s).replaceAll(by).length()`;
  expect(causeOf(source)).toContain('more operations than one may');
});

test('texts of dates are charged, and what is looked up in the rules of zones', () => {
  const date = "def d = ZonedDateTime.parse('2020-01-01T00:00:00Z');";
  const format = "def f = DateTimeFormatter.ofPattern('yyyy-MM-dd HH:mm:ss');";
  expect(operationsOf('d.format(f);', `${date} ${format}`)).toBeGreaterThan(8);
  expect(operationsOf("DateTimeFormatter.ofPattern('yyyy' + q);")).toBeGreaterThan(100);
  expect(operationsOf("new SimpleDateFormat('yyyy-MM-dd').parse('2020-01-01');")).toBeGreaterThan(60);
  const zoned = `${date} def z = d.withZoneSameInstant(ZoneId.of('Asia/Riyadh'));`;
  expect(operationsOf('z.plusYears(q).getHour();', zoned, 20)).toBeGreaterThan(5000);
  expect(operationsOf('z.plusYears(q).getHour();', zoned, 20)).toBeLessThan(100);
});

test('functions that are made of each other are charged by their number, and zones that are not known', () => {
  const chain = 'Predicate p = x -> true; for (int i = 0; i < 500; i++) p = p.negate();';
  expect(operationsOf('p.test(1);', chain, 20)).toBeGreaterThan(490);
  const sorts = 'Comparator c = Comparator.naturalOrder(); for (int i = 0; i < 500; i++) c = c.reversed();';
  expect(operationsOf('c.compare(1, 2);', sorts, 20)).toBeGreaterThan(490);
  const zone = "try { ZoneId.of('Europe/No' + q); } catch (Exception e) { }";
  expect(operationsOf(zone, '', 20)).toBeGreaterThan(1000);
});
