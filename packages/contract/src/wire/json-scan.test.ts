import { expect, test } from 'vitest';
import { scanJson } from './json-scan.ts';

/** UTF-8 without TextEncoder, which this package cannot see. */
function utf8(text: string): Uint8Array {
  const encoded = encodeURIComponent(text);
  const bytes: number[] = [];
  for (let i = 0; i < encoded.length; i++) {
    if (encoded[i] !== '%') bytes.push(encoded.charCodeAt(i));
    else {
      bytes.push(Number.parseInt(encoded.slice(i + 1, i + 3), 16));
      i += 2;
    }
  }
  return Uint8Array.from(bytes);
}

function problem(text: string): string | undefined {
  const found = scanJson(utf8(text)).problem;
  if (found === undefined) return undefined;
  const reason = found.reason.replaceAll(
    'Source: REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)',
    'S',
  );
  return `${found.type.split('_')[1]} ${reason}`;
}

const tokens = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
const leading = 'parse Invalid numeric value: Leading zeroes not allowed';

/** Texts that OpenSearch 3.6.0 gave for these bodies. */
const recorded: readonly (readonly [body: string, answer: string])[] = [
  ['{"query":', 'e Unexpected end-of-input within/between Object entries\n at [S; line: 1, column: 10]'],
  ['{"query"', 'e Unexpected end-of-input within/between Object entries\n at [S; line: 1, column: 9]'],
  ['{"query', 'e Unexpected end-of-input in field name\n at [S; line: 1, column: 8]'],
  [
    '{',
    'e Unexpected end-of-input: expected close marker for Object (start marker at [S; line: 1, column: 1])\n at [S; line: 1, column: 2]',
  ],
  [
    '{"a":[1',
    'e Unexpected end-of-input: expected close marker for Array (start marker at [S; line: 1, column: 6])\n at [S; line: 1, column: 8]',
  ],
  ['{"a":1,', 'parse Unexpected end-of-input within/between Object entries\n at [S; line: 1, column: 8]'],
  ['{"a":[1,', 'parse Unexpected end-of-input within/between Array entries\n at [S; line: 1, column: 9]'],
  ['{"size":}', "parse Unexpected character ('}' (code 125)): expected a value\n at [S; line: 1, column: 9]"],
  [
    '{size:1}',
    "parse Unexpected character ('s' (code 115)): was expecting double-quote to start field name\n at [S; line: 1, column: 2]",
  ],
  ['{"size":01}', `${leading}\n at [S; line: 1, column: 10]`],
  ['{"a":-01}', `${leading}\n at [S; line: 1, column: 8]`],
  [
    '{"size":-}',
    "parse Unexpected character ('}' (code 125)) in numeric value: expected digit (0-9) to follow minus sign, for valid numeric value\n at [S; line: 1, column: 10]",
  ],
  [
    '{"size":1.}',
    "parse Unexpected character ('}' (code 125)) in numeric value: Decimal point not followed by a digit\n at [S; line: 1, column: 11]",
  ],
  [
    '{"a":1.',
    "parse Unexpected character ('.' (code 46)) in numeric value: Decimal point not followed by a digit\n at [S; line: 1, column: 7]",
  ],
  [
    '{"size":1e}',
    "parse Unexpected character ('}' (code 125)) in numeric value: Exponent indicator not followed by a digit\n at [S; line: 1, column: 11]",
  ],
  ['{"a":1e', 'e Unexpected end-of-input in FIELD_NAME\n at [S; line: 1, column: 8]'],
  ['{"size":tru}', `parse Unrecognized token 'tru': was expecting ${tokens}\n at [S; line: 1, column: 9]`],
  ['{"a":falsey}', `parse Unrecognized token 'falsey': was expecting ${tokens}\n at [S; line: 1, column: 6]`],
  ['{} x', `parse Unrecognized token 'x': was expecting ${tokens}\n at [S; line: 1, column: 4]`],
  [
    '{"size" 1}',
    "parse Unexpected character ('1' (code 49)): was expecting a colon to separate field name and value\n at [S; line: 1, column: 9]",
  ],
  [
    '{"size":1 "from":2}',
    "parse Unexpected character ('\"' (code 34)): was expecting comma to separate Object entries\n at [S; line: 1, column: 11]",
  ],
  [
    '{"size":1,}',
    "parse Unexpected character ('}' (code 125)): was expecting double-quote to start field name\n at [S; line: 1, column: 11]",
  ],
  [
    '{"a":[1 2]}',
    "parse Unexpected character ('2' (code 50)): was expecting comma to separate Array entries\n at [S; line: 1, column: 9]",
  ],
  ['{"a":[1,]}', "parse Unexpected character (']' (code 93)): expected a value\n at [S; line: 1, column: 9]"],
  [
    '{"a":[}',
    "parse Unexpected close marker '}': expected ']' (for Array starting at [S; line: 1, column: 6])\n at [S; line: 1, column: 7]",
  ],
  [
    '{"a":1]',
    "parse Unexpected close marker ']': expected '}' (for Object starting at [S; line: 1, column: 1])\n at [S; line: 1, column: 7]",
  ],
  ['}', "parse Unexpected close marker '}': no open Object to close\n at [S; line: 1, column: 1]"],
  [
    '{"a":"x\ny"}',
    'parse Illegal unquoted character ((CTRL-CHAR, code 10)): has to be escaped using backslash to be included in string value\n at [S; line: 1, column: 8]',
  ],
  ['{"a":"\\x"}', "parse Unrecognized character escape 'x' (code 120)\n at [S; line: 1, column: 8]"],
  [
    '{"a":"\\u12G4"}',
    "parse Unexpected character ('G' (code 71)): expected a hex-digit for character escape sequence\n at [S; line: 1, column: 11]",
  ],
  ['{"a":"\\u12', 'e Unexpected end-of-input in character escape sequence\n at [S; line: 1, column: 11]'],
  ['{"a":"abc', 'e Unexpected end-of-input in VALUE_STRING\n at [S; line: 1, column: 10]'],
  [
    '{"a":NaN}',
    "parse Non-standard token 'NaN': enable `JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS` to allow\n at [S; line: 1, column: 9]",
  ],
  [
    '{"a":.5}',
    `parse Unexpected character ('.' (code 46)): expected a valid value ${tokens}\n at [S; line: 1, column: 6]`,
  ],
  [
    '{"a":"é","b":}',
    "parse Unexpected character ('}' (code 125)): expected a value\n at [S; line: 1, column: 15]",
  ],
  [
    '{"a":"😀","b":}',
    "parse Unexpected character ('}' (code 125)): expected a value\n at [S; line: 1, column: 17]",
  ],
  [
    '{ "size"\n: }',
    "parse Unexpected character ('}' (code 125)): expected a value\n at [S; line: 2, column: 3]",
  ],
  ['{"a":{"b":1,"c":{"b":1,"b":2}}}', "parse Duplicate field 'b'\n at [S; line: 1, column: 27]"],
  ['{"a":null,"a":1}', "parse Duplicate field 'a'\n at [S; line: 1, column: 14]"],
];

test.each(recorded)('%s has the text and position that OpenSearch gives', (body, answer) => {
  expect(problem(body)).toBe(answer);
});

test('what is fine has no problem', () => {
  const fine = [
    '{}',
    ' [] ',
    '{"a":[],"b":{},"c":[1,-0.5e-3,"\\u00e9\\n",true,false,null,{"a":1}],"é":"日本"}',
    '"x"',
    '12',
    '',
    '  ',
    '{"a":{"x":1},"b":{"x":2}}',
  ];
  for (const body of fine) expect(problem(body), body).toBeUndefined();
});

test('a thousand levels are the limit', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(problem(nested(1000))).toBeUndefined();
  expect(problem(nested(10_000))).toContain(
    'Document nesting depth (1001) exceeds the maximum allowed (1000',
  );
});

test('a thousand digits of a number are the limit', () => {
  expect(problem(`[-1.${'0'.repeat(997)}e+9]`)).toBeUndefined();
  for (const number of ['1'.repeat(1001), `-1.${'0'.repeat(1000)}`, `1e${'1'.repeat(1000)}`]) {
    expect(problem(`{"a":${number}}`)).toContain(
      'Number value length (1001) exceeds the maximum allowed (1000',
    );
  }
});

test('comments are skipped and told', () => {
  expect(scanJson(utf8('{/* a */"a":1} // end')).comments).toEqual([1, 8, 15, 21]);
  expect(problem('{"a":1 /* x')).toContain('Unexpected end-of-input in a comment');
});

test('a broken sequence of UTF-8 is refused', () => {
  const bytes = utf8('{"a":"xx"}');
  bytes[6] = 0xc3;
  expect(scanJson(bytes).problem?.reason).toContain('Invalid UTF-8 middle byte 0x78');
  bytes[6] = 0xff;
  expect(scanJson(bytes).problem?.reason).toContain('Invalid UTF-8 start byte 0xff');
});

test('keys that differ only in how they are escaped are the same key', () => {
  expect(problem('{"a":1,"\\u0061":2}')).toContain("Duplicate field 'a'");
});
