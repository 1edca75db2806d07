import { dictionary, type Json, type JsonMap, type ParamsOf, wildcardTest } from '@sextant/contract';
import type { IndexMetadata } from '@sextant/engine';
import { type FlatSettings, nestSettings } from '../../../cluster/flat-settings.ts';
import { defaultIndexSettings } from '../../../cluster/settings/index-rows.ts';
import { defaultMergeCount } from '../../../cluster/settings/merge-limits.ts';
import { createdVersion } from './new-index.ts';

/** Parameters that decide how settings are shown. */
export interface SettingsView {
  readonly flat: boolean;
  readonly human: boolean;
  /** Only names that match one of these; empty = all. */
  readonly names: readonly string[];
}

export function settingsView(
  params: ParamsOf<'indices.get_settings' | 'indices.get'>,
  name?: string,
): SettingsView {
  const names = (name ?? '').split(',').filter((part) => part !== '' && part !== '_all');
  return { flat: params.flat_settings === true, human: params.human === true, names };
}

/** Explicit settings with those that the service keeps. */
export function shownSettings(index: IndexMetadata, human: boolean): FlatSettings {
  const shown: Record<string, string | readonly string[]> = dictionary({
    ...index.settings,
    'index.number_of_shards': String(index.numberOfShards),
    'index.number_of_replicas': String(index.numberOfReplicas),
    'index.creation_date': String(index.creationDate),
    'index.uuid': index.uuid,
  });
  if (index.state === 'close') shown['index.verified_before_close'] = 'true';
  if (human) {
    shown['index.creation_date_string'] = new Date(index.creationDate).toISOString();
    shown['index.version.created_string'] = createdVersion.text;
  }
  return shown;
}

export function settingsBody(settings: FlatSettings, view: SettingsView): JsonMap {
  const tests = view.names.map(wildcardTest);
  const names = Object.keys(settings).filter(
    (name) => tests.length === 0 || tests.some((test) => test(name)),
  );
  const kept = Object.fromEntries(names.sort().map((name) => [name, settings[name]!]));
  return (view.flat ? kept : nestSettings(kept)) as JsonMap;
}

/** `defaults` of an answer: what was not set. */
export function defaultsBody(index: IndexMetadata, view: SettingsView): Json {
  const shown = shownSettings(index, false);
  return settingsBody({ ...defaultIndexSettings(shown), ...defaultMergeCount(shown) }, view);
}
