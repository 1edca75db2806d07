import { FakeClock, SeededRandom } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { WorkBudget } from '../budget/work-budget.ts';
import type { ScriptContext } from './compile/scope.ts';
import { IngestScript } from './ingest-script.ts';
import { answerValue } from './json-values.ts';
import { Program } from './program.ts';
import { UpdateScript } from './update-script.ts';

const context: ScriptContext = { name: 'test', returns: 'def', variables: [] };
const clock = new FakeClock(1_700_000_000_123);
const host = () => ({ clock, random: new SeededRandom(7) });

function answer(source: string): unknown {
  const program = new Program(source, context);
  const budget = new WorkBudget({ clock, scripts: host() });
  return answerValue(program.run(program.state([], budget)));
}

test('scripts are told the time by the clock of the service', () => {
  const now = clock.now();
  expect(answer('return System.currentTimeMillis()')).toBe(now);
  expect(answer('return new Date().getTime()')).toBe(now);
  expect(answer('Supplier s = System::currentTimeMillis; return s.get()')).toBe(now);
  expect(answer('long n = System.nanoTime(); return System.nanoTime() - n')).toBe(0);
});

test('scripts are told of chance by that of the service', () => {
  expect(
    answer('UUID u = UUID.randomUUID(); return [u.version(), u.variant(), u.toString().length()]'),
  ).toEqual([4, 2, 36]);
  expect(answer('return UUID.randomUUID().toString() == UUID.randomUUID().toString()')).toBe(false);
  expect(answer('double d = Math.random(); return d >= 0 && d < 1')).toBe(true);
});

test('numbers of a seed are those of Java', () => {
  const random = 'Random r = new Random(5);';
  expect(answer(`${random} return [r.nextInt(10), r.nextInt(), r.nextInt(16), r.nextBoolean()]`)).toEqual([
    7,
    758500184,
    1,
    true,
  ]);
  expect(answer('def l = [1, 2, 3, 4, 5]; Collections.shuffle(l, new Random(7)); return l')).toEqual([
    5, 4, 1, 3, 2,
  ]);
  expect(answer('int n = new Random().nextInt(3); return n >= 0 && n < 3')).toBe(true);
});

test('updates and pipelines know the time too', () => {
  const spec = (source: string) => ({ source, lang: 'painless', params: {} }) as never;
  const update = new UpdateScript(spec('ctx._source.t = System.currentTimeMillis()'), null, host());
  const { source } = update.run(new TextEncoder().encode('{}'), 'index', {});
  expect(source()).toBe(`{"t":${clock.now()}}`);
  const ingest = new IngestScript(spec('ctx.t = new Date().getTime()'), 'ingest', host());
  expect(JSON.stringify(ingest.changed({}))).toBe(`{"t":${clock.now()}}`);
});

test('where there is no clock, a script that asks for the time is refused', () => {
  const program = new Program('return System.currentTimeMillis()', context);
  expect(() => program.run(program.state([], null))).toThrow('runtime error');
});
