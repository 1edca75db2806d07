import { expect, test } from 'vitest';
import { readRemote, shownRemote } from './remote-info.ts';

test('a host is read with its port, path, account, headers and times', () => {
  const remote = {
    host: 'https://Search.example:443/pre/',
    username: 'u',
    password: 'hush',
    headers: { 'X-Tenant': 'a' },
    socket_timeout: '1m',
    connect_timeout: '10s',
  };
  const read = readRemote(remote, { match_all: {} });
  expect(read).toEqual({
    origin: 'https://Search.example:443',
    place: 'Search.example:443',
    base: '/pre',
    username: 'u',
    password: 'hush',
    headers: { 'x-tenant': 'a' },
    socketTimeoutMs: 60_000,
    connectTimeoutMs: 10_000,
  });
  expect(shownRemote(read, '{}')).toBe(
    'scheme=https host=Search.example port=443 pathPrefix=/pre query={} username=u password=<<>>',
  );
  expect(readRemote({ host: 'http://[::1]:9200' }, undefined)).toMatchObject({
    place: '[::1]:9200',
    base: '',
  });
});

test.each([
  'http://h',
  'h:9200',
  '//h:1',
  'ftp://h:1',
  'http://127.1:9200',
  'http://2130706433:80',
  'http://0x7f.0.0.1:80',
  'http://h:99999',
  'http://h:1?a=b',
  'http://h:1#a',
  'http://h:1 ',
  'http://allowed:1@evil:2',
  'http://allowed:1\\@evil:2',
  'http://h\n:1',
  'http://exämple:1',
  'http://h%2e:1',
])('a host that could be read in two ways, or that is none, is refused: %s', (host) => {
  expect(() => readRemote({ host }, undefined)).toThrow(/must be of the form|holds an account/);
});

test('an account in the host is refused without being shown', () => {
  expect(() => readRemote({ host: 'http://u:hush@h:1' }, undefined)).toThrow('holds an account');
  expect(() => readRemote({ host: 'ftp://u:hush@h' }, undefined)).not.toThrow('hush');
});

test('headers that would change whom or how a call reaches are refused', () => {
  for (const headers of [{ Host: 'a' }, { 'content-length': '1' }, { a: 'b\r\nc: d' }, { 'a b': 'c' }]) {
    expect(() => readRemote({ host: 'http://h:1', headers }, undefined)).toThrow('may not hold');
  }
  expect(() => readRemote({ host: 'http://h:1', headers: { a: 1 } }, undefined)).toThrow(
    'containing strings',
  );
});

test('what the other side would not be told is named', () => {
  expect(() => readRemote({ host: 'http://h:1', b: 1, a: 2 }, undefined)).toThrow(
    'Unsupported fields in [remote]: [b,a]',
  );
  expect(() => readRemote({}, undefined)).toThrow('[host] must be specified');
  expect(() => readRemote({ host: 'http://h:1' }, 'x')).toThrow('Expected [query] to be an object');
});
