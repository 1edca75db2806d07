import { MemoryLog } from '@sextant/base/testing';
import { expect, test } from 'vitest';
import { IndexSettingChanges } from './index-setting-changes.ts';

function setUp() {
  const log = new MemoryLog();
  const changes = new IndexSettingChanges(log);
  let settingsVersion = 0;
  const update = (name: string, settings: Readonly<Record<string, string>>, uuid = name) =>
    changes.update(name, { name, uuid, settings, settingsVersion: ++settingsVersion });
  return { log, changes, update };
}

test('a listener hears the present value of each index at once, then what changes, and the end of an index', () => {
  const { changes, update } = setUp();
  update('logs', { 'index.refresh_interval': '5s' });
  update('books', {});
  const heard: unknown[] = [];
  const end = changes.onChange('index.refresh_interval', ({ index, before, after }) => {
    heard.push([index.name, before, after]);
  });
  expect(heard.splice(0)).toEqual([
    ['logs', undefined, 5000],
    ['books', undefined, 1000],
  ]);
  update('logs', { 'index.refresh_interval': '5s', 'index.priority': '7' });
  update('books', { 'index.refresh_interval': '1s' });
  expect(heard).toEqual([]);
  update('logs', { 'index.refresh_interval': '-1' });
  update('new', {});
  changes.update('logs', undefined);
  changes.update('never', undefined);
  expect(heard.splice(0)).toEqual([
    ['logs', 5000, -1],
    ['new', undefined, 1000],
    ['logs', -1, undefined],
  ]);
  end();
  update('books', { 'index.refresh_interval': '9s' });
  expect(heard).toEqual([]);
});

test('another index of the same name is another index', () => {
  const { changes, update } = setUp();
  const heard: unknown[] = [];
  changes.onChange('index.priority', ({ index, before, after }) => heard.push([index.uuid, before, after]));
  update('a', { 'index.priority': '3' }, 'first');
  changes.update('a', undefined);
  update('a', { 'index.priority': '3' }, 'second');
  expect(heard).toEqual([
    ['first', undefined, 3],
    ['first', 3, undefined],
    ['second', undefined, 3],
  ]);
});

test('of a group each setting that is set, changed or taken away is told by its full name', () => {
  const { changes, update } = setUp();
  update('a', { 'index.routing.allocation.include.zone': 'x' });
  const heard: unknown[] = [];
  changes.onChange('index.routing.allocation.include.*', ({ name, before, after }) => {
    heard.push([name.slice('index.routing.allocation.include.'.length), before, after]);
  });
  update('a', { 'index.routing.allocation.include.rack': 'r' });
  expect(heard).toEqual([
    ['zone', undefined, 'x'],
    ['zone', 'x', undefined],
    ['rack', undefined, 'r'],
  ]);
});

test('what a listener throws is logged, and the others hear of the change all the same', () => {
  const { log, changes, update } = setUp();
  const heard: unknown[] = [];
  changes.onChange('index.priority', () => {
    throw new Error('no');
  });
  changes.onChange('index.priority', ({ after }) => heard.push(after));
  update('a', { 'index.priority': '2' });
  expect(heard).toEqual([2]);
  expect(log.entries).toMatchObject([
    { level: 'error', component: 'index.settings', message: 'a change of [index.priority] was not taken in' },
  ]);
});
