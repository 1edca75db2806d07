import { describe, expect, test } from 'vitest';
import { type GivenSetting, Settings } from '../../config/settings.ts';
import { type SettingRow, settingsTable } from '../../config/settings-table.ts';
import { clusterSettings } from './cluster-rows.ts';
import { checkStartSettings, startSettingText } from './start-settings.ts';

type Given = readonly (readonly [string, string | readonly string[]])[];

function settingsOf(given: Given): Settings {
  return Settings.of(
    given.map(([name, value]): GivenSetting => ({ name, value, origin: '-E' })),
    clusterSettings,
  );
}

const started = (...given: Given): void => checkStartSettings(settingsOf(given));

const marks = 'cluster.routing.allocation.disk.watermark';

describe('settings of the cluster in the file of a start', () => {
  test('are taken as they are written, groups too', () => {
    const settings = settingsOf([
      [`${marks}.low`, '95%'],
      ['logger.org.opensearch', 'debug'],
      ['cluster.remote.west.seeds', ['10.0.0.1:9300', '10.0.0.2:9300']],
      ['script.max_size_in_bytes', '1024'],
    ]);
    expect(startSettingText(settings, `${marks}.low`)).toBe('95%');
    expect([...settings.ofCluster.keys()]).toContain('logger.org.opensearch');
    expect(startSettingText(settings, 'cluster.remote.west.seeds')).toHaveLength(2);
    expect(settings.meaningless).toEqual([]);
  });

  test('are refused where they cannot be read, or do not go together', () => {
    expect(() => started([`${marks}.low`, 'much'])).toThrow(/^-E: \[cluster\.routing.*watermark\.low\]: /);
    expect(() => started([`${marks}.low`, '99%'])).toThrow(/^-E: low disk watermark \[99%\] more than high/);
    expect(() => started(['cluster.remote.west.skip_unavailable', 'true'])).toThrow(/is not enabled/);
    started([`${marks}.low`, '95%'], [`${marks}.high`, '97%'], [`${marks}.flood_stage`, '98%']);
  });

  test('and a name that is nearly one is told', () => {
    expect(() => settingsOf([[`${marks}.lwo`, '95%']])).toThrow(/did you mean.*watermark\.low/);
  });
});

describe('a value of the start that the setting of the cluster could not read', () => {
  test.each(['+', 'a,,b', '-a,-'])('%j is refused with the name of the setting', (value) => {
    expect(() => started(['action.auto_create_index', value])).toThrow(
      /^\[action\.auto_create_index\]: Can't parse/,
    );
  });

  test.each(['', 'true', 'false', '+logs-*,-*'])('%j is no such value', (value) => {
    started(['action.auto_create_index', value]);
  });

  test.each(['1500micros', '1ms', '0ms'])('a time of %j is read as it is meant', (value) => {
    started(['thread_pool.search.divide_limit', value]);
    started(['thread_pool.search.inline_limit', value]);
  });

  test('a request cache of less than nothing is refused', () => {
    expect(() => started(['indices.requests.cache.size', '-1'])).toThrow(
      '[indices.requests.cache.size]: failed to parse value [-1] for setting [indices.requests.cache.size], must be >= [0b]',
    );
    started(['indices.requests.cache.size', '0b']);
  });

  test('no default, bound or word of a setting is one', () => {
    started();
    for (const [name, row] of Object.entries<SettingRow>(settingsTable)) {
      if (row.type === 'int') for (const bound of [row.min, row.max]) started([name, String(bound)]);
      if (row.type === 'enum') for (const word of row.values) started([name, word]);
      if (row.type === 'bytes') for (const size of ['1b', '1025b', '100mb']) started([name, size]);
      if (row.type === 'boolean') for (const word of ['true', 'false']) started([name, word]);
    }
  });
});
