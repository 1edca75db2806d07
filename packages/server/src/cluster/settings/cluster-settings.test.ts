import { MemoryLog } from '@sextant/base/testing';
import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { type SettingRow as StartRow, settingsTable } from '../../config/settings-table.ts';
import type { FlatSettings, SettingsUpdate } from '../flat-settings.ts';
import { clusterSettings } from './cluster-rows.ts';
import { ClusterSettings } from './cluster-settings.ts';
import { indexSettings } from './index-rows.ts';

const mark = 'cluster.routing.allocation.disk.watermark.';

function settingsOver(kept: FlatSettings = {}, start: Readonly<Record<string, string>> = {}) {
  const saved: FlatSettings[] = [];
  const log = new MemoryLog();
  const store = { load: () => kept, save: (next: FlatSettings) => void saved.push(next) };
  const settings = new ClusterSettings({
    store,
    log,
    ofStart: (name) => start[name],
    startNames: Object.keys(start),
  });
  const update = (persistent: SettingsUpdate, transient: SettingsUpdate = {}) =>
    settings.update({ persistent, transient });
  return { settings, update, saved, log };
}

test('a group follows what the file of the start gives, and what goes before it', () => {
  const { settings, update } = settingsOver({}, { 'logger.a': 'debug' });
  const told: string[] = [];
  settings.onChange('logger.*', ({ name, after }) => told.push(`${name} ${after}`));
  update({ 'logger.a': 'warn' });
  expect(settings.flat).toEqual({ 'logger.a': 'warn' });
  update({ 'logger.a': null });
  expect(told).toEqual(['logger.a debug', 'logger.a warn', 'logger.a debug']);
});

function problem(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return `${error.error.type}: ${error.error.reason}`;
    throw error;
  }
  return 'no error';
}

test('transient goes before persistent, that before the file of the start, that before the default', () => {
  const { settings, update } = settingsOver({}, { 'search.max_buckets': '7' });
  expect(settings.get('cluster.max_shards_per_node')).toBe(1000);
  expect(settings.get('search.max_buckets')).toBe(7);
  update({ 'search.max_buckets': '8' });
  expect(settings.get('search.max_buckets')).toBe(8);
  update({}, { 'search.max_buckets': '9' });
  expect(settings.get('search.max_buckets')).toBe(9);
  update({}, { 'search.*': null });
  expect(settings.get('search.max_buckets')).toBe(8);
  update({ 'search.max_buckets': null });
  expect(settings.get('search.max_buckets')).toBe(7);
});

test('values come out as what they are', () => {
  const { settings, update } = settingsOver();
  update({
    'search.default_search_timeout': '2s',
    'cluster.blocks.read_only': 'true',
    [`${mark}low`]: '0.5',
  });
  expect(settings.get('search.default_search_timeout')).toBe(2000);
  expect(settings.get('cluster.blocks.read_only')).toBe(true);
  expect(settings.get(`${mark}low` as 'cluster.routing.allocation.disk.watermark.low')).toEqual({
    usedPercent: 50,
  });
  expect(settings.get('action.auto_create_index').text).toBe('true');
});

test('only the persistent ones are saved, before anybody is told', () => {
  const { settings, update, saved } = settingsOver();
  const told: string[] = [];
  settings.onChange('search.max_buckets', ({ before, after }) =>
    told.push(`${before} ${after} ${saved.length}`),
  );
  expect(told).toEqual(['undefined 65535 0']);
  update({ 'search.max_buckets': '5' });
  update({}, { 'search.max_buckets': '5' });
  update({}, { 'search.max_buckets': '6' });
  expect(told).toEqual(['undefined 65535 0', '65535 5 1', '5 6 1']);
  expect(saved).toEqual([{ 'search.max_buckets': '5' }]);
});

test('a group tells each member that changes, and who has ended is told no more', () => {
  const { settings, update } = settingsOver({ 'logger.http': 'debug' });
  const told: string[] = [];
  const end = settings.onChange('logger.*', ({ name, before, after }) =>
    told.push(`${name} ${before} ${after}`),
  );
  update({ 'logger.http': 'trace', 'logger.index.merge': 'WARN' });
  update({ 'logger.*': null });
  end();
  update({ 'logger.http': 'info' });
  expect(told).toEqual([
    'logger.http undefined debug',
    'logger.http debug trace',
    'logger.index.merge undefined warn',
    'logger.http trace undefined',
    'logger.index.merge warn undefined',
  ]);
});

test('a listener that fails is logged, and neither the update nor the others suffer', () => {
  const { settings, update, log } = settingsOver();
  let heard = 0;
  settings.onChange('search.max_buckets', ({ before }) => {
    if (before !== undefined) throw new Error('no');
  });
  settings.onChange('search.max_buckets', ({ after }) => {
    heard = after ?? 0;
  });
  update({ 'search.max_buckets': '5' });
  expect([settings.get('search.max_buckets'), heard]).toEqual([5, 5]);
  expect(log.entries.map(({ level, message }) => `${level} ${message}`)).toEqual([
    'info updating [search.max_buckets]',
    'error a change of [search.max_buckets] was not taken in',
  ]);
  expect(log.entries[0]!.fields).toEqual({ from: '65535', to: '5' });
});

/** Texts of OpenSearch 3.6. */
test.each([
  [{ foo: '1' }, 'settings_exception: transient setting [foo], not recognized'],
  [{ foo: null }, 'settings_exception: transient setting [foo], not recognized'],
  [{ 'foo*': null }, 'no error'],
  [
    { 'cluster.name': 'x' },
    'settings_exception: transient setting [cluster.name], not dynamically updateable',
  ],
  [
    { 'logger.level': 'debug' },
    'settings_exception: transient setting [logger.level], not dynamically updateable',
  ],
  [{ 'logger._root': 'nope' }, 'illegal_argument_exception: Unknown level constant [NOPE].'],
  [{ 'logger.': 'info' }, 'settings_exception: transient setting [logger.], not recognized'],
  [
    { 'cluster.blocks.read_only': ['a', 'b'] },
    'illegal_argument_exception: Failed to parse value [[a, b]] as only [true] or [false] are allowed.',
  ],
  [
    { [`${mark}low`]: '95%', [`${mark}high`]: '90%' },
    'illegal_argument_exception: low disk watermark [95%] more than high disk watermark [90%]',
  ],
  [
    { [`${mark}high`]: '97%' },
    'illegal_argument_exception: high disk watermark [97%] more than flood stage disk watermark [95%]',
  ],
  [
    { [`${mark}low`]: '10gb' },
    `illegal_argument_exception: unable to consistently parse [${mark}low=10gb], [${mark}high=90%], and [${mark}flood_stage=95%] as percentage or bytes`,
  ],
  [{ [`${mark}low`]: '3gb', [`${mark}high`]: '2gb', [`${mark}flood_stage`]: '1gb' }, 'no error'],
  [
    { [`${mark}low`]: '1gb', [`${mark}high`]: '2gb', [`${mark}flood_stage`]: '1gb' },
    'illegal_argument_exception: low disk watermark [1gb] less than high disk watermark [2gb]',
  ],
  [
    { [`${mark}low`]: 'x' },
    `illegal_argument_exception: failed to parse setting [${mark}low] with value [x] as a size in bytes: unit is missing or unrecognized`,
  ],
  [{ 'archived.x': '1' }, 'settings_exception: transient setting [archived.x], not recognized'],
] as readonly (readonly [SettingsUpdate, string])[])('the update %j: %s', (transient, expected) => {
  const { settings, update, saved } = settingsOver();
  const before = settings.state;
  expect(problem(() => update({}, transient))).toBe(expected);
  if (expected !== 'no error') expect(settings.state).toBe(before);
  expect(saved).toEqual([]);
});

test('what an earlier version has kept and this one cannot read is archived, and can be removed', () => {
  const kept = { 'old.setting': 'x', 'search.max_buckets': 'many', 'cluster.max_shards_per_node': '5' };
  const { settings, update, log } = settingsOver(kept);
  expect(settings.state.persistent).toEqual({
    'archived.old.setting': 'x',
    'archived.search.max_buckets': 'many',
    'cluster.max_shards_per_node': '5',
  });
  expect(settings.get('search.max_buckets')).toBe(65_535);
  expect(log.entries.length).toBe(2);
  update({ 'archived.*': null });
  expect(settings.state.persistent).toEqual({ 'cluster.max_shards_per_node': '5' });
});

test('a setting of both the cluster and the file of the start is the same in both', () => {
  const both = clusterSettings.names().filter((name) => Object.hasOwn(settingsTable, name));
  expect(both).toContain('search.max_buckets');
  for (const name of both) {
    const start: StartRow = settingsTable[name as keyof typeof settingsTable];
    const row = clusterSettings.find(name)!;
    expect(row.default, name).toBe(start.default?.toString() ?? '');
    if (start.type === 'int') expect(() => row.type.read(String(start.max), name)).not.toThrow();
  }
});

test('every default is a value of its own row', () => {
  for (const registry of [clusterSettings, indexSettings]) {
    for (const [name, row] of registry.rows()) {
      if (row.default !== undefined) expect(() => row.type.read(row.default!, name), name).not.toThrow();
    }
  }
});

test('a star in the name of a group stands for something', () => {
  expect(indexSettings.find('index.analysis.analyzer.x.type')?.update).toBe('static');
  expect(indexSettings.find('index.analysis.')).toBeUndefined();
  expect(clusterSettings.find('logger.org.opensearch.index')?.update).toBe('dynamic');
});

test('what only a start can say is no part of a group that may change', () => {
  const { update } = settingsOver();
  const fixed = 'settings_exception: persistent setting [logger.format], not dynamically updateable';
  expect(problem(() => update({ 'logger.format': 'json' }))).toBe(fixed);
  expect(problem(() => update({ 'logger.format': 'debug' }))).toBe(fixed);
  const known = Object.keys(settingsTable).filter((name) => clusterSettings.find(name) !== undefined);
  expect(known.filter((name) => !clusterSettings.names().includes(name))).toEqual([]);
});

test('the cluster has 10,000 settings at most; fewer than it had are taken', () => {
  const group = (prefix: string, count: number, value: string | null = 'x'): SettingsUpdate =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`cluster.routing.allocation.exclude.${prefix}${i}`, value]),
    );
  const tooMany = 'illegal_argument_exception: Limit of settings [10000] has been exceeded';
  const { update, settings, log } = settingsOver();
  update(group('a', 10_000));
  expect(log.entries).toHaveLength(101);
  expect(problem(() => update(group('b', 1)))).toBe(tooMany);
  expect(problem(() => update({}, group('c', 10_001)))).toBe(tooMany);
  update(group('a', 9_999, null));
  expect(Object.keys(settings.flat)).toHaveLength(1);
  const full = settingsOver(group('a', 12_000) as FlatSettings);
  full.update(group('a', 1_000, null));
  expect(Object.keys(full.settings.flat)).toHaveLength(11_000);
});
