/** What a stranger puts where a name, a pattern, a number or a value belongs. */
export interface Dice {
  /** 0 <= value < limit. */
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  bytes(length: number): Uint8Array;
}

const indices = ['calm', 'logs-1', 'logs-2', 'numbers', 'view', 'closed'] as const;
const fields = ['word', 'tag', 'n', 'when', 'address', 'flag', 'deep.inner', '_id', '_source'] as const;

const oddNames: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  '.sextant-security',
  '.sext*',
  '..',
  '.',
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202egnol',
  'é'.repeat(300),
  'x'.repeat(5000),
  'UPPER',
  'a/b',
  'a\\b',
  'a,b,,c',
  '-calm',
  'calm,-calm',
  '_all',
  '_none',
  '<logs-{now/d}>',
  '<logs-{now/d{yyyy.MM.dd|+99:99}}>',
  '<{{{{',
  'cluster:index',
  'a;b=c',
  '%2e%2e',
  '\r\nX-Injected: 1',
  'index.routing.allocation.include.__proto__.x',
];

const patterns: readonly ((dice: Dice) => string)[] = [
  () => '*',
  (dice) => `${'a*'.repeat(1 + dice.below(40))}b`,
  (dice) => '*a'.repeat(1 + dice.below(200)),
  (dice) => '?'.repeat(1 + dice.below(100)) + '*'.repeat(1 + dice.below(100)),
  (dice) => `${'**.'.repeat(1 + dice.below(30))}x`,
  () => '(a+)+$',
  () => '([a-z]*)*\\1(?=x)',
  () => '[[[[',
  () => '-*',
  () => 'log?-*,-logs-1',
];

const numbers: readonly (number | string)[] = [
  0,
  -1,
  1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 + 2,
  -(2 ** 63),
  '9223372036854775807',
  '18446744073709551616',
  1e308,
  '1e400',
  0.1,
  -0.5,
  'NaN',
  'Infinity',
  '0x10',
  '1_000',
  '٣',
];

const times = ['1ms', '0', '-1', '1nanos', '99999999999999d', '30', '1.5h', 'forever', '1M', ''];

export function name(dice: Dice): string {
  if (dice.below(3) > 0) return dice.pick(indices);
  return dice.below(3) === 0 ? dice.pick(patterns)(dice) : dice.pick(oddNames);
}

export function field(dice: Dice): string {
  if (dice.below(4) > 0) return dice.pick(fields);
  return dice.below(2) === 0 ? dice.pick(oddNames) : dice.pick(patterns)(dice);
}

export function pattern(dice: Dice): string {
  return dice.pick(patterns)(dice);
}

export function number(dice: Dice): number | string {
  return dice.pick(numbers);
}

export function time(dice: Dice): string {
  return dice.pick(times);
}

/** A word of a document or of nothing. */
export function word(dice: Dice): string {
  switch (dice.below(5)) {
    case 0:
      return dice.pick(['calm', 'sea', 'storm', 'wind']);
    case 1:
      return pattern(dice);
    case 2:
      return String.fromCharCode(...dice.bytes(1 + dice.below(20)));
    case 3:
      return 'w '.repeat(1 + dice.below(300));
    default:
      return dice.pick(oddNames);
  }
}

/** Any scalar, in the type that is least expected. */
export function scalar(dice: Dice): unknown {
  switch (dice.below(7)) {
    case 0:
      return null;
    case 1:
      return dice.below(2) === 0;
    case 2:
      return number(dice);
    case 3:
      return time(dice);
    case 4:
      return dice.pick(['2020-01-01', '2020-13-45', 'now+1d/y', '||', 'now/w-1M', '1577836800000']);
    case 5:
      return dice.pick(['10.0.0.1', '::ffff:1.2.3.4', '10.0.0.0/33', '::/0', '999.1.1.1']);
    default:
      return word(dice);
  }
}
