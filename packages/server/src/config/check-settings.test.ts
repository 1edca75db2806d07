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
