import { ApiError } from '@sextant/contract';
import { expect, test } from 'vitest';
import { flattenIndexSettings, nestSettings } from './flat-settings.ts';
import {
  expandSettingWildcards,
  type SettingsOwner,
  validateNewSettings,
  validateSettingsUpdate,
} from './settings-validation.ts';

function problem(run: () => void): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return `${error.error.type}: ${error.error.reason}`;
    throw error;
  }
  return 'no error';
}

const create = (settings: object) => problem(() => validateNewSettings(flattenIndexSettings(settings)));
const open = { name: 'i', uuid: 'u', state: 'open', settings: { 'index.blocks.write': 'true' } } as const;
const update = (settings: object, state: 'open' | 'close' = 'open') =>
  problem(() => validateSettingsUpdate(flattenIndexSettings(settings), [{ ...open, state }]));

test('names may be nested or dotted, with or without the prefix', () => {
  const flat = {
    'index.number_of_shards': '2',
    'index.blocks.write': 'true',
    'index.store.preload': ['a', 'b'],
  };
  expect(
    flattenIndexSettings({
      index: { number_of_shards: 2 },
      'blocks.write': true,
      store: { preload: ['a', 'b'] },
    }),
  ).toEqual(flat);
  expect(nestSettings(flat)).toEqual({
    index: { number_of_shards: '2', blocks: { write: 'true' }, store: { preload: ['a', 'b'] } },
  });
});

test.each([
  [
    { number_of_shards: 'x' },
    'illegal_argument_exception: Failed to parse value [x] for setting [index.number_of_shards]',
  ],
  [
    { number_of_shards: 0 },
    'illegal_argument_exception: Failed to parse value [0] for setting [index.number_of_shards] must be >= 1',
  ],
  [
    { number_of_shards: 2000 },
    'illegal_argument_exception: Failed to parse value [2000] for setting [index.number_of_shards] must be <= 1024',
  ],
  [
    { foo: 1 },
    'settings_exception: unknown setting [index.foo] please check that any required plugins are installed, or check the breaking changes documentation for removed settings',
  ],
  [
    { number_of_replica: 1 },
    'settings_exception: unknown setting [index.number_of_replica] did you mean any of [index.number_of_replicas, index.number_of_search_replicas]?',
  ],
  [
    { refresh_interval: '5x' },
    'illegal_argument_exception: failed to parse setting [index.refresh_interval] with value [5x] as a time value: unit is missing or unrecognized',
  ],
  [
    { 'translog.flush_threshold_size': '10q' },
    'illegal_argument_exception: failed to parse setting [index.translog.flush_threshold_size] with value [10q] as a size in bytes: unit is missing or unrecognized',
  ],
  [
    { 'translog.durability': 'x' },
    'illegal_argument_exception: No enum constant org.opensearch.index.translog.Translog.Durability.X',
  ],
  [
    { 'blocks.write': 'x' },
    'illegal_argument_exception: Failed to parse value [x] as only [true] or [false] are allowed.',
  ],
  [
    { codec: 'nope' },
    'illegal_argument_exception: unknown value for [index.codec] must be one of [default, lz4, best_compression, zlib] but was: nope',
  ],
  [
    { uuid: 'x' },
    'validation_exception: Validation Failed: 1: private index setting [index.uuid] can not be set explicitly;',
  ],
  [{ 'analysis.analyzer.x.type': 'keyword', 'routing.allocation.include._name': 'n' }, 'no error'],
  [{ 'indexing.slowlog.source': '100', refresh_interval: '-1' }, 'no error'],
])('creating with %j: %s', (settings, expected) => {
  expect(create(settings)).toBe(expected);
});

test('several unknown settings are all named', () => {
  try {
    validateNewSettings({ 'index.foo': '1', 'index.bar': '2' });
    expect.unreachable();
  } catch (error) {
    const cause = (error as ApiError).error;
    expect(cause.reason).toContain('[index.bar]');
    expect(JSON.stringify(cause.details)).toContain('unknown setting [index.foo]');
  }
});

test('what cannot change while open, or at all, is refused', () => {
  expect(update({ codec: 'default', number_of_shards: 3 })).toBe(
    "illegal_argument_exception: Can't update non dynamic settings [[index.codec, index.number_of_shards]] for open indices [[i/u]]",
  );
  expect(update({ codec: 'default' }, 'close')).toBe('no error');
  expect(update({ number_of_shards: 3 }, 'close')).toBe(
    'settings_exception: final i setting [index.number_of_shards], not updateable',
  );
  expect(update({ uuid: 'x' })).toBe(
    'settings_exception: can not update private setting [index.uuid]; this setting is managed by OpenSearch',
  );
});

test('a wildcard with null removes what is set', () => {
  expect(expandSettingWildcards({ 'index.blocks.*': null }, [open])).toEqual({ 'index.blocks.write': null });
});

test('a wildcard with null removes from a closed index what is fixed while one is open', () => {
  const settings = {
    'index.similarity.a.type': 'boolean',
    'index.number_of_shards': '1',
    'index.codec': 'default',
  };
  const closed: SettingsOwner = { ...open, state: 'close', settings };
  const expanded = expandSettingWildcards({ 'index.similarity.a.*': null, 'index.n*': null }, [closed]);
  expect(expanded).toEqual({ 'index.similarity.a.type': null });
  expect(expandSettingWildcards({ 'index.c*': null }, [{ ...open, settings }])).toEqual({});
  // As OpenSearch 3.6 answers.
  const group = expandSettingWildcards({ 'index.similarity.a.*': null }, [{ ...open, settings }]);
  expect(() => validateSettingsUpdate(group, [{ ...open, settings }])).toThrow(
    "Can't update non dynamic settings [[index.similarity.a.*]] for open indices [[i/u]]",
  );
  const owners = [{ ...open, settings }, closed];
  expect(expandSettingWildcards({ 'index.similarity.a.*': null }, owners)).toEqual(group);
});

test('how much history is kept for followers can be said by both of its names', () => {
  for (const name of [
    'index.plugins.replication.translog.retention_size',
    'replication.translog.retention_size',
  ]) {
    expect(create({ [name]: '1gb' })).toBe('no error');
    expect(update({ [name]: '700kb' })).toBe('no error');
    expect(create({ [name]: 'much' })).toMatch(/^illegal_argument_exception: .*retention_size/);
  }
});
