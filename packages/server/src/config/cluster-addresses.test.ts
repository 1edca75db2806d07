import { expect, test } from 'vitest';
import { checkSettings } from './check-settings.ts';
import { parseAddresses } from './cluster-addresses.ts';
import { Settings } from './settings.ts';

test('several addresses are read, with their account and path, and shown without the account', () => {
  expect(parseAddresses('https://u:p%2C@a:9200/x/, https://u:p%2C@b/x')).toEqual({
    origins: ['https://a:9200', 'https://b'],
    base: '/x',
    username: 'u',
    password: 'p,',
    shown: 'https://a:9200/x,https://b/x',
  });
  expect(parseAddresses('http://h')).toMatchObject({ base: '', username: undefined, shown: 'http://h' });
});

test('addresses that do not go together are refused, without showing what may be a password', () => {
  const start = (url: string, more: Readonly<Record<string, string>> = {}): void => {
    const given = { backend: 'opensearch', 'opensearch.url': url, ...more };
    checkSettings(
      Settings.of(Object.entries(given).map(([name, value]) => ({ name, value, origin: 'test' }))),
    );
  };
  expect(() => start('http://a,http://b')).not.toThrow();
  for (const [url, why] of [
    ['', 'has no address'],
    ['ftp://u:hush@a', 'must be an http or https address'],
    ['u:hush@a', 'must be an http or https address'],
    ['http://a,https://b', 'mixes http and https'],
    ['http://a/x,http://b', 'different paths'],
    ['http://u:hush@a,http://b', 'different accounts'],
  ] as const) {
    expect(() => start(url)).toThrow(why);
    expect(() => start(url)).not.toThrow('hush');
  }
  expect(() => start('http://u:hush@a', { 'opensearch.username': 'v' })).toThrow('leave one of them out');
});
