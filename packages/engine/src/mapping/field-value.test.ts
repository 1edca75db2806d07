import { Double, Float, Long } from '@sextant/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryValue } from './field-value.ts';
import { cidrRange, formatIp, parseIp, tryParseIp } from './ip-address.ts';
import { Mapping } from './mapping.ts';
import { toHalfFloat } from './number-coercion.ts';
import { UnknownSource } from './value-source.ts';

const types = [
  'binary',
  'long',
  'integer',
  'short',
  'byte',
  'double',
  'float',
  'date',
  'boolean',
  'ip',
  'keyword',
];
const mapping = Mapping.create(
  {
    properties: Object.fromEntries(
      types.map((type) => [type, { type, ...(type === 'binary' && { doc_values: true }) }]),
    ),
  },
  {},
);

test.each([
  ['long', 'abc', 'number_format_exception: For input string: "abc"'],
  ['long', '', 'number_format_exception: empty String'],
  ['long', true, 'number_format_exception: For input string: "true"'],
  ['integer', 3_000_000_000, 'illegal_argument_exception: Value [3000000000] is out of range for an integer'],
  ['float', 'x', 'number_format_exception: For input string: "x"'],
  ['float', 1e300, 'illegal_argument_exception: [float] supports only finite values, but got [Infinity]'],
  [
    'boolean',
    'foo',
    "illegal_argument_exception: Can't parse boolean value [foo], expected [true] or [false]",
  ],
  ['ip', 'foo', "illegal_argument_exception: 'foo' is not an IP string literal."],
  ['date', 'foo', 'parse_exception: failed to parse date field [foo] with format'],
])('a %s cannot be %j', (type, value, message) => {
  expect(() => queryValue(mapping.field(type)!, value)).toThrow(message);
});

test.each([
  ['long', '12', 12],
  ['long', 1.5, 1.5],
  ['byte', 200, 200],
  ['boolean', 'true', 1],
  ['date', '1970-01-02', 86_400_000],
  ['date', 12_345, 12_345],
  ['keyword', 5, '5'],
])('a %s reads %j as %j', (type, value, stored) => {
  expect(queryValue(mapping.field(type)!, value)).toBe(stored);
});

test.each([
  ['ip', parseIp('10.0.0.1'), null, '10.0.0.1'],
  ['date', 0, null, '1970-01-01T00:00:00.000Z'],
  ['date', 0, 'yyyy', '1970'],
  ['boolean', 1, null, true],
  ['long', 5, null, 5],
  ['long', 5, '0.00', '5.00'],
  ['float', Math.fround(0.1), null, new Double(Math.fround(0.1))],
  ['double', 5, null, new Double(5)],
])('a stored %s is shown in the form of its type: %j', (type, value, format, shown) => {
  const field = mapping.field(type)!;
  expect(field.fieldType.print(field, value, format)).toEqual(shown);
});

test.each([
  ['ip', '10.0.0.1', '10.0.0.1'],
  ['boolean', 'true', true],
  ['float', 0.1, new Float(Math.fround(0.1))],
  ['keyword', 5, '5'],
  ['long', 5.5, 5],
  ['long', '-5.7', -5],
  ['long', '9007199254740993.5', new Long('9007199254740993')],
])('a %s is shown out of the source as it reads %j', (type, value, shown) => {
  const field = mapping.field(type)!;
  expect(field.fieldType.printSource(field, value, null)).toEqual(shown);
});

test.each([
  ['aGVsbG8=', 'aGVsbG8'],
  ['aGVs bG8=', 'aGVsbG8'],
  ['\n+/8=\t', '+/8'],
  ['', ''],
])('a binary field reads %j and shows it without padding', (value, shown) => {
  const field = mapping.field('binary')!;
  const bytes = field.fieldType.queryValue(field, value);
  expect(field.fieldType.print(field, bytes, null)).toBe(shown);
});

test.each(['aGVsbG8', 'aGV s', 'a=GV', '====', 'aGVsbG8=x', 'aGV!', '-_8='])(
  'a binary field refuses %j',
  (value) => {
    const field = mapping.field('binary')!;
    expect(() => field.fieldType.queryValue(field, value)).toThrow('Failed to decode VALUE_STRING as base64');
  },
);

test('addresses survive being printed and read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      const bytes = parseIp(text);
      expect(parseIp(formatIp(bytes))).toEqual(bytes);
    }),
  );
});

test.each([
  ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::', '::'],
  ['1:0:3:4:5:6:7:8', '1:0:3:4:5:6:7:8'],
  ['FE80::1%eth0', 'fe80::1'],
])('%s is printed as %s', (text, printed) => {
  expect(formatIp(parseIp(text))).toBe(printed);
});

test.each(['1.2.3', '1.2.3.256', '1.2.3.4.5', '1::2::3', ':::', '12345::', 'g::', '1:2:3:4:5:6:7', ''])(
  '%j is no address',
  (text) => {
    expect(tryParseIp(text)).toBeUndefined();
  },
);

test('a prefix spans its first to its last address', () => {
  const shown = (text: string): string[] => Object.values(cidrRange(text)).map(formatIp);
  expect(shown('10.1.2.3/8')).toEqual(['10.0.0.0', '10.255.255.255']);
  expect(shown('2001:db8::/127')).toEqual(['2001:db8::', '2001:db8::1']);
  const tooLong = (text: string, length: string): string =>
    `Illegal prefix length [${length}] in [${text}]. Must be 0-32 for IPv4 ranges, 0-128 for IPv6 ranges`;
  expect(() => cidrRange('10.0.0.0/033')).toThrow(tooLong('10.0.0.0/033', '33'));
  expect(() => cidrRange('::1/-1')).toThrow(tooLong('::1/-1', '-1'));
  expect(() => cidrRange('::1/x')).toThrow('For input string: "x"');
  expect(() => cidrRange('::1/2147483648')).toThrow('For input string: "2147483648"');
  expect(() => cidrRange('::1/')).toThrow('Expected [ip/prefix] but was [::1/]');
  expect(cidrRange('::1/+64')).toEqual(cidrRange('::1/64'));
});

// As OpenSearch 3.6 answers.
test.each(['::ffff:10.0.0.0/120', '::FFFF:a00:0/96', '::ffff:10.0.0.0/x'])(
  'a prefix of an address of IPv4 that is written as IPv6 is refused: %s',
  (text) => {
    const address = text.slice(0, text.indexOf('/'));
    expect(() => cidrRange(text)).toThrow(
      `CIDR notation is not allowed with IPv6-mapped IPv4 address [${address} as it introduces ambiguity`,
    );
  },
);

test('half floats are the nearest of their kind', () => {
  expect([1, 0.1, 65_504, 65_519, 6e-8, 2049].map(toHalfFloat)).toEqual([
    1,
    0.0999755859375,
    65_504,
    65_504,
    2 ** -24,
    2048,
  ]);
  expect(toHalfFloat(65_520)).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ['the quick brown fox', true, 4],
  ['the quick the fox the', true, 5],
  ['the quick the fox the', false, 2],
  ['', true, 0],
])('the tokens of %j are counted, with gaps %j', (text, gaps, count) => {
  const definition = { type: 'token_count', analyzer: 'stop', enable_position_increments: gaps };
  const mapper = Mapping.create({ properties: { c: definition } }, {}).mapper('c')!;
  expect(mapper.fieldType.parse(mapper, text, new UnknownSource())).toBe(count);
});

test('no whole number is as large as `Infinity`, or none', () => {
  const field = mapping.field('long')!;
  for (const text of ['NaN', '-Infinity', '1e400'])
    expect(field.fieldType.match(field, text, 0)).toEqual({ kind: 'nothing' });
  expect(() => field.fieldType.match(field, 'x', 0)).toThrow('For input string');
});

test('limits of ranges are read as values are', () => {
  const field = mapping.field('double')!;
  const options = { nowMs: 0, roundUp: false, format: null, timeZone: null };
  const limit = (text: string) => field.fieldType.numbers!.limit(field, text, options);
  expect([' 5d ', '0x1p3', '-Infinity'].map(limit)).toEqual([5, 8, Number.NEGATIVE_INFINITY]);
  expect(limit('NaN')).toBe(Number.POSITIVE_INFINITY);
  const of = (name: string, text: string) => {
    const named = mapping.field(name)!;
    return named.fieldType.numbers!.limit(named, text, options);
  };
  expect(() => of('long', '1e400')).toThrow('out of range for a long');
  expect(() => of('long', 'NaN')).toThrow('For input string');
  const scaled = Mapping.create(
    { properties: { f: { type: 'scaled_float', scaling_factor: 10 } } },
    {},
  ).field('f')!;
  const step = (text: string) => scaled.fieldType.numbers!.limit(scaled, text, options);
  expect(['Infinity', 'NaN', '1.26'].map(step)).toEqual([Number.POSITIVE_INFINITY, 0, 1.3]);
  expect(() => of('double', true as never)).toThrow('For input string: "true"');
  for (const text of ['0x10', '0b11', '5\u00a0']) expect(() => limit(text)).toThrow('For input string');
});
