import { describe, expect, test } from 'vitest';
import { type GivenSetting, Settings } from '../../config/settings.ts';
import { type SettingRow, settingsTable } from '../../config/settings-table.ts';
import { checkStartSettings } from './start-settings.ts';

const started = (...given: readonly (readonly [string, string])[]): void =>
  checkStartSettings(
    Settings.of(given.map(([name, value]): GivenSetting => ({ name, value, origin: '-E' }))),
  );

describe('a value of the start that the setting of the cluster could not read', () => {
  test.each(['+', 'a,,b', '-a,-'])('%j is refused with the name of the setting', (value) => {
    expect(() => started(['action.auto_create_index', value])).toThrow(
      /^\[action\.auto_create_index\]: Can't parse/,
    );
  });

  test.each(['', 'true', 'false', '+logs-*,-*'])('%j is no such value', (value) => {
    started(['action.auto_create_index', value]);
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
