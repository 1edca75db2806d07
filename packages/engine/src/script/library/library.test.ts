import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, type ErrorCause } from '@sextant/contract';
import { expect, test } from 'vitest';
import type { ScriptContext } from '../compile/scope.ts';
import { Program } from '../program.ts';
import { textOf } from '../values.ts';
import { findClass, findMethod } from './classes.ts';

const context: ScriptContext = { name: 'test', returns: 'def', variables: [] };

function read<Content>(name: string): Content {
  return JSON.parse(readFileSync(join(import.meta.dirname, '..', 'testdata', name), 'utf8')) as Content;
}

function rootOf(cause: ErrorCause): ErrorCause {
  return cause.causedBy === undefined ? cause : rootOf(cause.causedBy);
}

/** What a script answers, or why it fails. */
function answer(source: string): string {
  try {
    const program = new Program(source, context);
    return textOf(program.run(program.state([], null)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { type, reason } = rootOf(error.error);
    return `${type}: ${reason}`;
  }
}

test.each(read<[string, string][]>('library.json'))('%s, as OpenSearch answers', (source, expected) => {
  expect(answer(source)).toBe(expected);
});

test('no-break spaces are no white space, as Java has it', () => {
  expect(answer("return '\u00a0'.isBlank() + ' ' + '\u2003\u001c'.isBlank() + ' ' + ''.isBlank()")).toBe(
    'false true true',
  );
  expect(answer("return '\u2003\u00a0a \u001f'.strip()")).toBe('\u00a0a');
});

test('what a format throws is caught by its name, or as an illegal argument', () => {
  const caught = (body: string, name: string): string =>
    answer(`try { ${body} } catch (${name} e) { return 'caught' }`);
  expect(caught("return new SimpleDateFormat('yyyy').parse('x')", 'ParseException')).toBe('caught');
  expect(caught("return String.format('%d', new def[]{'a'})", 'IllegalArgumentException')).toBe('caught');
});

test.each([
  'BigInteger.valueOf(2).pow(2000000000)',
  'BigInteger.ONE.shiftLeft(2000000000)',
  "new BigDecimal('1e999999999').toPlainString()",
  "new BigDecimal('1e-999999999').add(BigDecimal.ONE)",
  'BigInteger.valueOf(3).modPow(BigInteger.valueOf(2).pow(60000), BigInteger.valueOf(2).pow(60000))',
  'BigDecimal.valueOf(3).divide(BigDecimal.valueOf(7), new MathContext(2000000000))',
  "String.format('%2000000000d', new def[]{1})",
  'DecimalFormat f = new DecimalFormat(); f.setMinimumIntegerDigits(2000000000); f.format(1)',
  'DecimalFormat f = new DecimalFormat(); f.setMinimumFractionDigits(2000000000); f.format(1)',
])('%s would take too long and is refused', (source) => {
  expect(answer(source)).toMatch(
    /overflow supported range|takes more|illegal_format_width|Invalid operation/,
  );
});

test('numbers of any length count for the memory of a script', () => {
  const grows =
    'def l = []; def x = BigInteger.valueOf(2).pow(50000); while (true) { l.add(x.add(BigInteger.ONE)) }';
  expect(answer(grows)).toMatch(/^(?:circuit_breaking_exception|painless_error|illegal_argument_exception)/);
});

/** By class, what OpenSearch allows scripts of every context: methods and constructors with the number of their arguments, constants. */
const allowed = read<Readonly<Record<string, string>>>('allow-list.json');

function isThere(name: string, member: string): boolean {
  const found = findClass(name);
  if (found === undefined) return false;
  if (!member.includes('/')) return found.constants.has(member);
  if (member.startsWith('new/')) return found.constructors.has(Number(member.slice(4)));
  return found.statics.has(member) || findMethod(name, member) !== undefined;
}

/** What may only grow. */
const THERE_MIN = 1165;

test('as much of what OpenSearch allows is there as was before, class by class', () => {
  const counts: string[] = [];
  let there = 0;
  for (const [name, members] of Object.entries(allowed)) {
    const all = members.split(' ');
    const found = all.filter((member) => isThere(name, member)).length;
    there += found;
    if (found > 0) counts.push(`${name} ${found}/${all.length}`);
  }
  expect(there, counts.join(', ')).toBeGreaterThanOrEqual(THERE_MIN);
});
