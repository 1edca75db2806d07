import { expect, test } from 'vitest';
import { callerNetwork } from './caller-network.ts';

test('an IPv4 address is one caller, also where a socket shows it as IPv6', () => {
  expect(callerNetwork('10.1.2.3')).toBe('10.1.2.3');
  expect(callerNetwork('::ffff:10.1.2.3')).toBe('10.1.2.3');
  expect(callerNetwork('::FFFF:10.1.2.3')).toBe('10.1.2.3');
});

test('all addresses of an IPv6 /64 are one caller, and the next /64 is another', () => {
  const one = callerNetwork('2001:db8:0:1::1');
  expect(callerNetwork('2001:db8:0:1:ffff:ffff:ffff:ffff')).toBe(one);
  expect(callerNetwork('2001:0db8:0000:0001::9')).toBe(one);
  expect(callerNetwork('2001:db8:0:2::1')).not.toBe(one);
  expect(callerNetwork('fe80::1%eth0')).toBe(callerNetwork('fe80::2%eth1'));
  expect(callerNetwork('::1')).toBe('0:0:0:0::/64');
  expect(callerNetwork('64:ff9b::10.1.2.3')).toBe('64:ff9b:0:0::/64');
});

test('what is no address stands for itself', () => {
  expect(callerNetwork('')).toBe('');
  expect(callerNetwork('unix')).toBe('unix');
});
