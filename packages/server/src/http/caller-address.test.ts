import { afterEach, expect, test } from 'vitest';
import { Networks } from '../config/networks.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { callerAddress } from './caller-address.ts';

const proxies = new Networks(['127.0.0.1', '10.0.0.0/8']);
const caller = (forwardedFor: string | undefined, peer = '127.0.0.1') =>
  callerAddress(peer, forwardedFor, proxies);

test('a trusted proxy says who called it; a stranger says it in vain', () => {
  expect(caller('203.0.113.7')).toBe('203.0.113.7');
  expect(caller('203.0.113.7', '::ffff:127.0.0.1')).toBe('203.0.113.7');
  expect(caller('203.0.113.7', '198.51.100.1')).toBe('198.51.100.1');
  expect(callerAddress('127.0.0.1', '203.0.113.7', new Networks([]))).toBe('127.0.0.1');
  expect(caller(undefined)).toBe('127.0.0.1');
});

test('what stands before the first proxy that is not trusted is not believed', () => {
  expect(caller('1.1.1.1, 203.0.113.7')).toBe('203.0.113.7');
  expect(caller('1.1.1.1, 203.0.113.7, 10.0.0.9')).toBe('203.0.113.7');
  expect(caller('10.0.0.8, 10.0.0.9')).toBe('10.0.0.8');
});

test('addresses come with ports and brackets; what is none ends the chain at who passed it on', () => {
  expect(caller('203.0.113.7:4711')).toBe('203.0.113.7');
  expect(caller('[2001:db8::1]:4711,10.0.0.9:80')).toBe('2001:db8::1');
  expect(caller('[2001:db8::1]')).toBe('2001:db8::1');
  expect(caller('2001:db8::1')).toBe('2001:db8::1');
  expect(caller('203.0.113.7, unknown, 10.0.0.9')).toBe('10.0.0.9');
  for (const text of ['', ',', 'unknown', '_hidden', '203.0.113.7:', '[203.0.113', 'evil\u0000', '1.2.3'])
    expect([text, caller(text)]).toEqual([text, '127.0.0.1']);
});

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

/** Each with a name of its own, so that only the address is the same. */
async function wrongLogins({ call }: TestApp, from: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const [i, address] of from.entries()) {
    const headers = {
      authorization: `Basic ${Buffer.from(`user-${i}:wrong`).toString('base64')}`,
      'x-forwarded-for': address,
    };
    statuses.push((await call('GET', '/', { headers })).status);
  }
  return statuses;
}

const eleven = (address: string) => Array.from({ length: 11 }, () => address);

test('behind a trusted proxy each caller is counted, blocked and written of by his own address', async () => {
  app = await testApp({
    settings: { 'security.enabled': 'true', 'http.trusted_proxies': '127.0.0.1, ::1' },
  });
  expect((await wrongLogins(app, eleven('203.0.113.7'))).at(-1)).toBe(429);
  expect(await wrongLogins(app, ['203.0.113.8'])).toEqual([401]);
  const failed = app.log.entries.filter(({ message }) => message === 'login failed');
  expect([...new Set(failed.map(({ fields }) => fields.address))]).toEqual(['203.0.113.7', '203.0.113.8']);
});

test('without trusted proxies the header changes nothing', async () => {
  app = await testApp({ settings: { 'security.enabled': 'true' } });
  expect((await wrongLogins(app, eleven('203.0.113.7'))).at(-1)).toBe(429);
  expect(await wrongLogins(app, ['203.0.113.8'])).toEqual([429]);
});
