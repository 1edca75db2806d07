import { expect, test } from 'vitest';
import { Networks } from './networks.ts';

test('addresses and networks of both families are known, and nothing beside them', () => {
  const networks = new Networks(['10.1.0.0/16', '192.0.2.7', 'fd00::/8', '2001:db8::1']);
  const has = (address: string) => networks.has(address);
  expect(['10.1.255.255', '192.0.2.7', 'fdff::9', '2001:db8::1'].map(has)).toEqual([true, true, true, true]);
  expect(['10.2.0.0', '192.0.2.8', 'fe80::1', '2001:db8::2'].map(has)).toEqual([false, false, false, false]);
  expect(networks.empty).toBe(false);
  expect(new Networks([]).empty).toBe(true);
});

test('an address is the same however it is written', () => {
  const networks = new Networks(['10.0.0.0/8', 'fe80::1']);
  const has = (address: string) => networks.has(address);
  expect(['::ffff:10.9.8.7', '::FFFF:0a09:0807', 'fe80::1%eth0', 'fe80:0::0001'].map(has)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['::ffff:11.9.8.7', '', 'localhost', '10.0.0', '010.0.0.1'].map(has)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

test.each([
  '10.0.0.0/33',
  'fd00::/129',
  '10.0.0',
  'proxy.internal',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  'fe80::1%eth0',
  '/8',
  '10.0.0.0/+8',
])('%s is refused with its text', (text) => {
  expect(() => new Networks(['10.0.0.1', text])).toThrow(
    `[${text}] is neither an address nor a network such as 10.0.0.0/8`,
  );
});
