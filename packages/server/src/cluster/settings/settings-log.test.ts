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
