import { expect, test } from 'vitest';
import { checkSettings } from './check-settings.ts';
import { Settings } from './settings.ts';

function check(given: Readonly<Record<string, string>>): void {
  const named = Object.entries(given).map(([name, value]) => ({ name, value, origin: 'test' }));
  checkSettings(Settings.of(named));
}

test('a list of services that a reindex may read is refused where it allows all', () => {
  expect(() => check({ 'reindex.remote.allowlist': 'east:9200,*.example:9200' })).not.toThrow();
  expect(() => check({ 'reindex.remote.whitelist': 'east:9200' })).not.toThrow();
  for (const all of ['*', '**', 'east:9200,*']) {
    expect(() => check({ 'reindex.remote.allowlist': all })).toThrow('accepts all addresses');
  }
});

test('a poll between requests that is longer than any caller could notice is refused', () => {
  for (const fine of ['0', '0ms', '200micros', '10ms']) {
    expect(() => check({ 'http.busy_poll': fine })).not.toThrow();
  }
  expect(() => check({ 'http.busy_poll': '11ms' })).toThrow('http.busy_poll must be 10ms at most');
  expect(() => check({ 'http.busy_poll': '-1' })).toThrow('must be a time');
});
