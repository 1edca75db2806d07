import { MemoryLog } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { IndexSettingChanges } from './index-setting-changes.ts';
import { logIndexSettings } from './settings-log.ts';

test('a changed setting of an index is a line; those of an index that comes or goes are none', () => {
  const log = new MemoryLog();
  const changes = new IndexSettingChanges(log);
  logIndexSettings(changes, log);
  const update = (settingsVersion: number, settings: Readonly<Record<string, string>>) =>
    changes.update('a', { name: 'a', uuid: 'u', settings, settingsVersion });
  update(1, { 'index.priority': '2' });
  expect(log.entries).toEqual([]);
  update(2, { 'index.priority': '3' });
  update(3, { 'index.priority': '3', 'index.default_pipeline': 'x'.repeat(300) });
  changes.update('a', undefined);
  expect(log.entries).toEqual([
    {
      level: 'info',
      component: 'index.settings',
      message: 'updating [index.priority]',
      fields: { index: 'a', from: '2', to: '3' },
    },
    {
      level: 'info',
      component: 'index.settings',
      message: 'updating [index.default_pipeline]',
      fields: { index: 'a', from: '_none', to: `${'x'.repeat(200)}…` },
    },
  ]);
});

test('of very many settings that change at once a hundred are told, and that there are more', () => {
  const log = new MemoryLog();
  const changes = new IndexSettingChanges(log);
  logIndexSettings(changes, log);
  const allocation = (value: string) =>
    Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [`index.routing.allocation.include.a${i}`, value]),
    );
  const update = (settingsVersion: number, settings: Readonly<Record<string, string>>) =>
    changes.update('a', { name: 'a', uuid: 'u', settings, settingsVersion });
  update(1, allocation('x'));
  update(2, allocation('y'));
  expect(log.entries).toHaveLength(101);
  expect(log.entries.at(-1)).toMatchObject({ message: 'updating more than [100] settings' });
  update(3, { ...allocation('y'), 'index.priority': '3' });
  expect(log.entries.slice(101)).toMatchObject([{ message: 'updating [index.priority]' }]);
});
