import { ApiError } from '@sextant/contract';
import { ConfigError, type GivenSetting, type Settings } from '../../config/settings.ts';
import { type SettingName, type SettingRow, settingsTable } from '../../config/settings-table.ts';
import { exactBytesText, exactTimeText } from '../../config/units.ts';
import { clusterSettings } from './cluster-rows.ts';
import { checkTogether } from './cluster-settings.ts';
import type { SettingText } from './setting-type.ts';

/** A setting of the start as text, for those who know it by name. */
export function startSettingText(settings: Settings, name: string): SettingText | undefined {
  if (!Object.hasOwn(settingsTable, name)) return settings.ofCluster.get(name)?.value;
  const value = settings.get(name as SettingName);
  const row: SettingRow = settingsTable[name as SettingName];
  if (row.type === 'bytes') return exactBytesText(Number(value));
  if (row.type === 'time') return exactTimeText(Number(value));
  return value === undefined ? undefined : value.toString();
}

/** Throws ConfigError where the start gives a setting of the cluster a value that its first use would refuse. */
export function checkStartSettings(settings: Settings): void {
  // By full names: `logger.format` is no part of the cluster's `logger.*`.
  for (const name of new Set([...clusterSettings.names(), ...settings.ofCluster.keys()])) {
    const text = startSettingText(settings, name);
    if (text === undefined) continue;
    try {
      clusterSettings.find(name)?.type.read(text, name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new ConfigError(`${origins([settings.ofCluster.get(name)])}[${name}]: ${error.error.reason}`);
    }
  }
  const given = Object.fromEntries([...settings.ofCluster].map(([name, { value }]) => [name, value]));
  try {
    checkTogether(given, Object.keys(given), (name) => startSettingText(settings, name));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ConfigError(origins([...settings.ofCluster.values()]) + error.error.reason);
  }
}

/** Where settings stand, as a beginning of what is said of them. */
function origins(given: readonly (GivenSetting | undefined)[]): string {
  const names = [...new Set(given.flatMap((each) => each?.origin ?? []))];
  return names.length === 0 ? '' : `${names.join(', ')}: `;
}
