import { ApiError, apiError, dictionary, type ErrorCause, similarNames } from '@sextant/contract';
import type { SettingsUpdate } from './flat-settings.ts';
import { indexSettings } from './settings/index-rows.ts';

/** What an update needs to know of an index. */
export interface SettingsOwner {
  readonly name: string;
  readonly uuid: string;
  readonly state: 'open' | 'close';
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
}

/** Checks the settings of a new index. Throws ApiError. */
export function validateNewSettings(settings: SettingsUpdate): void {
  validateSettingNames(settings);
  const [problem] = privateSettingProblems(settings);
  if (problem !== undefined) throw apiError('validation_exception', `Validation Failed: 1: ${problem};`);
  validateSettingValues(settings);
}

/** What is wrong with settings that only the service itself sets. */
export function privateSettingProblems(settings: SettingsUpdate): string[] {
  const names = Object.keys(settings).filter((name) => settings[name] !== null);
  const kept = names.filter((name) => indexSettings.find(name)?.update === 'private');
  return kept.map((name) => `private index setting [${name}] can not be set explicitly`);
}

/** Checks an update, whose wildcards are expanded. Throws ApiError. */
export function validateSettingsUpdate(settings: SettingsUpdate, owners: readonly SettingsOwner[]): void {
  validateSettingNames(settings);
  const names = Object.keys(settings);
  for (const name of names) {
    if (indexSettings.find(name)!.update === 'private') {
      throw apiError(
        'settings_exception',
        `can not update private setting [${name}]; this setting is managed by OpenSearch`,
      );
    }
  }
  validateSettingValues(settings);
  const fixed = names.filter((name) => indexSettings.find(name)!.update !== 'dynamic');
  if (fixed.length === 0) return;
  const open = owners.filter((owner) => owner.state === 'open');
  if (open.length > 0) {
    const indices = open.map((owner) => `[${owner.name}/${owner.uuid}]`).join(', ');
    throw apiError(
      'illegal_argument_exception',
      `Can't update non dynamic settings [[${fixed.join(', ')}]] for open indices [${indices}]`,
    );
  }
  const final = fixed.find((name) => indexSettings.find(name)!.update === 'final');
  if (final !== undefined) {
    const owner = owners[0]?.name ?? '';
    throw apiError('settings_exception', `final ${owner} setting [${final}], not updateable`);
  }
}

/** Names ending in `*` (only to remove) become the names that are set and may be changed: of closed indices also those that are fixed while one is open. */
export function expandSettingWildcards(
  settings: SettingsUpdate,
  owners: readonly SettingsOwner[],
): SettingsUpdate {
  const expanded: SettingsUpdate = dictionary();
  for (const [name, value] of Object.entries(settings)) {
    if (!name.endsWith('*') || value !== null) {
      expanded[name] = value;
      continue;
    }
    const isAnyOpen = owners.some(({ state }) => state === 'open');
    // A whole group is refused by its own name.
    if (isAnyOpen && indexSettings.find(name)?.update === 'static') {
      expanded[name] = null;
      continue;
    }
    const prefix = name.slice(0, -1);
    for (const owner of owners) {
      for (const set of Object.keys(owner.settings)) {
        if (set.startsWith(prefix) && mayRemove(set, owner)) expanded[set] = null;
      }
    }
  }
  return expanded;
}

function mayRemove(name: string, { state }: SettingsOwner): boolean {
  const update = indexSettings.find(name)?.update;
  return update === 'dynamic' || (update === 'static' && state === 'close');
}

/** Throws ApiError where a setting is not known. */
export function validateSettingNames(settings: SettingsUpdate): void {
  const unknown = Object.keys(settings)
    .filter((name) => indexSettings.find(name) === undefined)
    .sort();
  const [first, ...others] = unknown.map(unknownSetting);
  if (first === undefined) return;
  if (others.length === 0) throw new ApiError(first);
  const suppressed = others.map((cause) => ({ type: cause.type, reason: cause.reason }));
  throw new ApiError({ ...first, details: { suppressed } });
}

function unknownSetting(name: string): ErrorCause {
  const similar = similarNames(name, indexSettings.names(), 0.7);
  const advice =
    similar.length === 0
      ? ' please check that any required plugins are installed, or check the breaking changes documentation for removed settings'
      : ` did you mean ${similar.length === 1 ? `[${similar[0]}]` : `any of [${similar.join(', ')}]`}?`;
  return { type: 'settings_exception', reason: `unknown setting [${name}]${advice}` };
}

/** Throws ApiError where a value does not fit its setting, which is known. */
export function validateSettingValues(settings: SettingsUpdate): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value === null) continue;
    indexSettings.find(name)!.type.read(value, name);
  }
}
