import { expect, test } from 'vitest';
import { checkNameLengths } from './name-length.ts';

const most = 'n'.repeat(16_383);

test.each([
  [`{"${most}":"${most}x"}`],
  [`{"a":["${most}x","b"]}`],
  [`{"a":"${'\\"'.repeat(20_000)}","b":1}`],
  [`{"a":"${most}\\\\","b":{"c":"${most}xy"}}`],
  [`["${most}xx`],
])('long texts, and names that are not too long, are none (%#)', (json) => {
  expect(() => checkNameLengths(json)).not.toThrow();
});

test.each([[`{"${most}x":1}`], [`{"a":[{"b":"\\\\","${most}x" \n: 1}]}`], [`{"${'\\"'.repeat(16_384)}":1}`]])(
  'a name that is too long is told (%#)',
  (json) => {
    expect(() => checkNameLengths(json)).toThrow(/Name length \(\d+\) exceeds the maximum allowed \(16383\)/);
  },
);
