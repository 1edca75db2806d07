import { expect, test } from 'vitest';
import { commonName, namePattern, partsOf, sameName } from './distinguished-name.ts';

test.each([
  ['CN=ann,OU=client,O=x', 'cn=Ann, ou=Client , O=X', true],
  ['CN=ann,O=x', 'O=x,CN=ann', false],
  ['CN=ann', 'CN=ann,O=x', false],
  ['CN=a\\,b', 'CN=a\\2Cb', true],
  ['CN=a\\,O=x', 'CN=a,O=x', false],
  ['CN=ö', 'CN=\\C3\\B6', true],
  ['', '', false],
  ['ann', 'ann', false],
])('%s and %s', (a, b, same) => {
  expect(sameName(a, b)).toBe(same);
});

test('the common name is taken only where it is the only one', () => {
  expect(commonName('CN=ann,O=x')).toBe('ann');
  expect(commonName('CN=ann\\,CN\\=admin,O=x')).toBe('ann,CN=admin');
  expect(commonName('CN=ann+CN=admin')).toBeUndefined();
  expect(commonName('CN=ann,CN=admin')).toBeUndefined();
  expect(commonName('O=x')).toBeUndefined();
  expect(partsOf('=x')).toBeUndefined();
});

test('stars of a pattern stay within their part, but for one at the end', () => {
  const fits = (pattern: string, name: string): boolean | undefined => namePattern(pattern)?.(name);
  expect(fits('cn=*.example,o=X', 'CN=a.example,O=x')).toBe(true);
  expect(fits('CN=*.example,O=x', 'CN=evil\\,CN\\=a.example,O=x')).toBe(true);
  expect(fits('CN=*.example,O=x', 'CN=evil,CN=a.example,O=x')).toBe(false);
  expect(fits('CN=*,O=x', 'CN=a,O=y\\,O\\=x')).toBe(false);
  expect(fits('CN=elk-*', 'CN=elk-1,OU=x')).toBe(true);
  expect(fits('CN=elk-*,OU=x', 'CN=elk-1')).toBe(false);
  expect(fits('/CN=.*/', 'CN=a')).toBeUndefined();
});
