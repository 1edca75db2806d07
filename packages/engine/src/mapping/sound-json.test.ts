import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { DocumentParser } from './document-parser.ts';
import { ExactParser, ExactToken } from './exact-json.ts';
import type { ParsedDocument } from './mapped-field.ts';
import { Mapping } from './mapping.ts';

function parse(text: string): { readonly stored: string; readonly fields: number } {
  const source = new TextEncoder().encode(text);
  const into: ParsedDocument = { length: 0, fields: [], values: [] };
  new DocumentParser().parse(Mapping.create({}, {}), source, into, '1');
  return { stored: new TextDecoder().decode(source), fields: into.length };
}

function causeOf(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect(error.error).toMatchObject({ type: 'mapper_parsing_exception', reason: 'failed to parse' });
    const { type, reason } = error.error.causedBy!;
    return `${type}: ${reason.replace(/\n at \[.*; line: (\d+), column: (\d+)\]$/, ' at $1:$2')}`;
  }
  return 'accepted';
}

const endBetween = 'Unexpected end-of-input within/between Object entries';
const inNumber = (char: string, code: number): string =>
  `json_parse_exception: Unexpected character ('${char}' (code ${code})) in numeric value:`;

test.each([
  ['{"a":', `json_e_o_f_exception: ${endBetween} at 1:6`],
  ['{"a"', `json_e_o_f_exception: ${endBetween} at 1:5`],
  ['{"a', 'json_e_o_f_exception: Unexpected end-of-input in field name at 1:4'],
  ['{"a":1,', `json_parse_exception: ${endBetween} at 1:8`],
  ['{"a":"x', 'json_e_o_f_exception: Unexpected end-of-input in VALUE_STRING at 1:8'],
  ['{"a":"x\\', 'json_e_o_f_exception: Unexpected end-of-input in character escape sequence at 1:9'],
  ['{"a":1.}', `${inNumber('}', 125)} Decimal point not followed by a digit at 1:8`],
  ['{"a":1e}', `${inNumber('}', 125)} Exponent indicator not followed by a digit at 1:8`],
  [
    '{"a":-}',
    `${inNumber('}', 125)} expected digit (0-9) to follow minus sign, for valid numeric value at 1:7`,
  ],
  [
    '{"a":-Infinity}',
    "json_parse_exception: Non-standard token '-Infinity': " +
      'enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow at 1:15',
  ],
  ['{"a":1,"a":2}', "json_parse_exception: Duplicate field 'a' at 1:11"],
  ['{"a":1}}', "json_parse_exception: Unexpected close marker '}': no open Object to close at 1:8"],
  [
    '{"a":1x}',
    "json_parse_exception: Unexpected character ('x' (code 120)): " +
      'was expecting comma to separate Object entries at 1:7',
  ],
  [
    '{"a":1}{"b":2}',
    'illegal_argument_exception: Malformed content, found extra data after parsing: START_OBJECT',
  ],
  [
    '{"a":1} 1',
    'illegal_argument_exception: Malformed content, found extra data after parsing: VALUE_NUMBER',
  ],
])('a document that is no JSON is refused as OpenSearch refuses it: %s', (text, expected) => {
  expect(causeOf(text)).toBe(expected);
});

test('comments in a document are overlooked, and blank in what is stored', () => {
  expect(parse('{"a":1 /* é */, // more\n "b":[2]}')).toEqual({
    stored: '{"a":1         ,        \n "b":[2]}',
    fields: 2,
  });
});

test('the exact parser reads what JSON.parse reads, with the text and the place of numbers', () => {
  const text =
    ' {"a" : [ ] , "b":{ }, "c":[1.50, -0, 2e+3,null ,true],"__proto__":{"x":"\\u00e9\\"]"},"":[[{}]]} ';
  const parser = new ExactParser(text);
  const value = parser.parse();
  const plain = (each: unknown): unknown => {
    if (each instanceof ExactToken) {
      expect(text.slice(each.start, each.end)).toBe(each.text);
      return JSON.parse(each.text);
    }
    if (Array.isArray(each)) return each.map(plain);
    if (typeof each !== 'object' || each === null) return each;
    expect('[{').toContain(text[parser.startOf(each)]);
    return Object.fromEntries(Object.entries(each).map(([key, member]) => [key, plain(member)]));
  };
  expect(plain(value)).toEqual(JSON.parse(text));
});
