import { FakeClock } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import { bucketContexts, bucketProgram } from './bucket-program.ts';
import type { ScriptContext } from './compile/scope.ts';
import { answerValue } from './json-values.ts';
import { Program } from './program.ts';
import { languageFor } from './script-language.ts';
import { UpdateScript } from './update-script.ts';

const context: ScriptContext = {
  name: 'field',
  returns: 'def',
  variables: [{ name: 'params', type: 'Map', place: 0 }],
};

function run(source: string, budget: WorkBudget | null = null): unknown {
  const program = new Program(source, context);
  return program.run(program.state([null], budget));
}

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { causedBy } = error.error;
    return causedBy === undefined ? error.error.reason : (causedBy.reason ?? causedBy.type);
  }
  throw new Error('no error was thrown');
}

const OPERATIONS = 'The script takes more operations than one may.';
const MEMORY = 'The script takes more memory than one may.';
const doubled = (times: number): string => `def l = [1]; for (int i = 0; i < ${times}; i++) l = [l, l];`;

test('values that hold each other many times end a script that goes through all of them', () => {
  for (const what of ['l.hashCode()', 'l.toString()', "'' + l", 'l.equals(m)', 'Collections.singleton(l)']) {
    const source = `${doubled(60)} def m = l; ${doubled(60).replaceAll(/\bl\b/g, 'k')} m = k; return ${what}`;
    expect(
      reasonOf(() => run(source)),
      what,
    ).toBe(OPERATIONS);
  }
});

test('a list that grows by itself ends at the memory that a script may take', () => {
  expect(reasonOf(() => run('def l = [1]; for (int i = 0; i < 60; i++) l.addAll(l); return 1'))).toBe(MEMORY);
  const text = "def s = new StringBuilder('ab'); for (int i = 0; i < 60; i++) s.append(s); return 1";
  expect(reasonOf(() => run(text))).toBe(MEMORY);
});

test('a list takes in another one of any length at a place', () => {
  const filled = 'def l = []; for (int i = 0; i < 150000; i++) l.add(i);';
  expect(run(`${filled} def m = [7, 8]; m.addAll(1, l); return m.size() + m[1] + m[150001]`)).toBe(150_010);
  expect(run('def l = [1, 2]; l.addAll(1, l); return l')).toEqual([1, 1, 2, 2]);
});

test('a text that one call would make a thousand times as long is refused before it is made', () => {
  const long = (name: string): string =>
    `def ${name} = 'aaaaaaaaaaaaaaaa'; for (int i = 0; i < 13; i++) ${name} += ${name};`;
  const listed = 'def l = []; for (int i = 0; i < 1000; i++) l.add(s);';
  for (const what of [
    "s.replace('a', s)",
    "s.replace('', s)",
    'String.join(s, l)',
    'l.stream().collect(Collectors.joining(s))',
  ]) {
    const budget = new WorkBudget({ clock: new FakeClock() });
    expect(
      reasonOf(() => run(`${long('s')} ${listed} return ${what}.length()`, budget)),
      what,
    ).toBe(OPERATIONS);
  }
  const doubling = "def s = 'a'; for (int i = 0; i < 60; i++) s = s.replace('a', 'aa'); return 1";
  expect(reasonOf(() => run(doubling, new WorkBudget({ clock: new FakeClock() })))).toBe(OPERATIONS);
  expect(run("return 'aba'.replace('a', '$&') + 'ab'.replace('', '-') + 'ab'.replace('c', 'd')")).toBe(
    '$&b$&-a-b-ab',
  );
});

test('a loop over a method that goes through a whole list is counted by the elements', () => {
  const source = `def l = IntStream.range(0, 100000).boxed().collect(Collectors.toList());
    for (int i = 0; i < 900000; i++) l.contains(-1); return 1`;
  expect(reasonOf(() => run(source))).toBe(OPERATIONS);
  expect(reasonOf(() => run(source, new WorkBudget({ clock: new FakeClock() })))).toBe(OPERATIONS);
});

test('elements of a list are read, set and added without a count of all the others', () => {
  const source = `def l = []; for (int i = 0; i < 100000; i++) l.add(i);
    long n = 0; for (int i = 0; i < 100000; i++) { n += l.get(i); l[i] = l.size(); } return n`;
  expect(answerValue(run(source))).toBe(4999950000);
});

test('streams of streams end before they fill the memory', () => {
  const source = 'IntStream.range(0, 1000000).flatMap(x -> IntStream.range(0, 1000000)).count()';
  expect(reasonOf(() => run(source))).toContain('not supported');
});

test('empty collections that all scripts share take nothing', () => {
  for (const source of [
    "Collections.EMPTY_LIST.add('a')",
    "Collections.EMPTY_MAP.put('a', 'b')",
    "Collections.EMPTY_SET.add('a')",
  ]) {
    expect(
      reasonOf(() => run(source)),
      source,
    ).toBe('unsupported_operation_exception');
  }
  expect(
    answerValue(run('return [Collections.EMPTY_LIST, Collections.EMPTY_MAP, Collections.EMPTY_SET]')),
  ).toEqual([[], {}, []]);
});

test('what the library cannot take is an error of the script', () => {
  expect(reasonOf(() => run("'a'.compareToIgnoreCase(null)"))).toBe('null_pointer_exception');
  expect(reasonOf(() => run('Stream.of(1).collect(null)'))).toBe('null_pointer_exception');
});

test('an answer, or a document, that is in itself or is endless is refused', () => {
  expect(reasonOf(() => answerValue(run('def l = []; l.add(l); return l')))).toContain('self-referencing');
  expect(reasonOf(() => answerValue(run(`${doubled(60)} return l`)))).toContain('too large');
  const update = (source: string): unknown => {
    const made = new UpdateScript({ source, lang: 'painless', params: {} } as never, null).run(
      new TextEncoder().encode('{"a":1}'),
      'index',
      {},
    );
    return made.source();
  };
  expect(reasonOf(() => update('def l = []; l.add(l); ctx._source.l = l'))).toContain('self-referencing');
  expect(reasonOf(() => update(`${doubled(60)} ctx._source.l = l`))).toContain('too large');
  expect(reasonOf(() => update(`${doubled(60)} ctx.op = l`))).toMatch(
    /^class java.util.ArrayList cannot be cast/,
  );
});

test('a regular expression is counted by the text that it looks at', () => {
  const source = `def s = 'aaaaaaaaaaaaaaaa'; for (int i = 0; i < 14; i++) s += s;
    int n = 0; for (int i = 0; i < 100000; i++) { if (s =~ /(a|b|c|d)*[xy]{3,9}/) n++; } return n`;
  expect(reasonOf(() => run(source))).toBe(OPERATIONS);
});

test('scripts are as long as may be, in bytes, whatever their language', () => {
  for (const lang of ['painless', 'expression']) {
    const spec = (source: string) => ({ source, stored: false, lang, params: {} });
    expect(languageFor(spec('1'.padEnd(65_535)), 'score', null)).toBe(lang);
    expect(() => languageFor(spec('1'.padEnd(65_536)), 'score', null)).toThrow(
      'exceeded max allowed inline script size in bytes [65535] with size [65536] for script [1  ',
    );
    expect(() => languageFor(spec('é'), 'score', { scriptBytesMax: 1 })).toThrow(
      'exceeded max allowed inline script size in bytes [1] with size [2] for script [é]',
    );
  }
});

test('a language that is not known is told before a length', () => {
  const spec = { source: '1'.padEnd(65_536), stored: false, lang: 'zz', params: {} };
  expect(() => languageFor(spec, 'score', null)).toThrow('script_lang not supported [zz]');
});

test('the request says how long scripts over buckets may be', () => {
  const spec = { source: '1+1', stored: false, lang: 'painless', params: {} };
  const budget = (scriptBytesMax: number) => new WorkBudget({ clock: new FakeClock(), scriptBytesMax });
  expect(() => bucketProgram(spec, bucketContexts.number, budget(2))).toThrow('with size [3]');
  expect(bucketProgram(spec, bucketContexts.number, budget(3))).toBeDefined();
});

test('lambdas count for the variables around them that they name, which each of them keeps', () => {
  const names = Array.from({ length: 400 }, (_, i) => `v${i}`);
  const variables = names.map((name) => `int ${name} = 1;`).join(' ');
  const source = (body: string, rounds: number) =>
    `${variables} for (int i = 0; i < ${rounds}; i++) { Function f = x -> ${body}; } return 1`;
  expect(run(source('x', 100_000))).toBe(1);
  expect(reasonOf(() => run(source(names.join(' + '), 100_000)))).toBe(MEMORY);
});

test('an error that comes while a script runs names it by its first line, and by no more than 256 characters', () => {
  const nameOf = (source: string): unknown => {
    try {
      run(source);
    } catch (error) {
      return (error as ApiError).error.details?.script;
    }
    return undefined;
  };
  expect(nameOf('int a = 1;\nreturn [].get(a)')).toBe('int a = 1; ...');
  expect(nameOf('int a = 1;\r\nreturn [].get(a)')).toBe('int a = 1; ...');
  expect(nameOf('return [].get(1)')).toBe('return [].get(1)');
  const long = `return [].get(1); //${'y'.repeat(300)}`;
  expect(nameOf(long)).toBe(`${long.slice(0, 256)} ...`);
});

test('a loop goes round a million times less one, and where its condition stands at the end, a million times', () => {
  const TOO_OFTEN = 'The maximum number of statements that can be executed in a loop has been reached.';
  expect(run('int n = 0; while (n < 999999) { n++; } return n')).toBe(999_999);
  expect(reasonOf(() => run('int n = 0; while (n < 1000000) { n++; } return n'))).toBe(TOO_OFTEN);
  expect(run('int n = 0; do { n++; } while (n < 1000000); return n')).toBe(1_000_000);
  expect(reasonOf(() => run('int n = 0; do { n++; } while (n < 1000001); return n'))).toBe(TOO_OFTEN);
});
