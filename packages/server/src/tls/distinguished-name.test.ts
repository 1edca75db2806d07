import { expect, test } from 'vitest';
import { commonName, partsOf, sameName } from './distinguished-name.ts';

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
