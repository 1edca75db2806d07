import { apiError, dictionary, isObject, type JsonMap } from '@sextant/contract';
import type { IndexMetadata, MetadataChange } from '@sextant/engine';
import { checkBlocks, forbidsChanges } from '../../../cluster/blocks.ts';
import {
  checkSettingCount,
  type FlatSettings,
  flattenIndexSettings,
  type SettingsUpdate,
} from '../../../cluster/flat-settings.ts';
import { changedIndices, everyIndex } from '../../../cluster/indices-options.ts';
import { activeShardsName, checkActiveCopies } from '../../../cluster/settings/active-shards.ts';
import { checkShardSelection } from '../../../cluster/settings/append-only.ts';
import { indexSettings } from '../../../cluster/settings/index-rows.ts';
import { checkMergeLimits } from '../../../cluster/settings/merge-limits.ts';
import { expandSettingWildcards, validateSettingsUpdate } from '../../../cluster/settings-validation.ts';
import type { BackendRequest } from '../../backend.ts';
import { type Handler, ok } from '../context.ts';
import { warnOfIndexSettings } from '../deprecations/deprecated-index.ts';
import { validationFailed } from '../document/write-params.ts';
import { checkRequestBlocks } from '../request-blocks.ts';
import { expandedCopies } from './expanded-copies.ts';
import { defaultsBody, settingsBody, settingsView, shownSettings } from './index-settings-body.ts';
import { resolvedNames } from './resolve.ts';

export const getSettings: Handler<'indices.get_settings'> = async (context, request) => {
  const { params, pathParams } = request;
  const indices = resolvedNames(context, request, everyIndex);
  checkBlocks(indices, 'metadata_read');
  const view = settingsView(params, pathParams.name);
  const body: Record<string, JsonMap> = dictionary();
  for (const index of indices) {
    const settings = settingsBody(shownSettings(index, view.human), view);
    const defaults = params.include_defaults === true ? { defaults: defaultsBody(index, view) } : {};
    if (Object.keys(settings).length + Object.keys(defaults).length > 0) {
      body[index.name] = { settings, ...defaults };
    }
  }
  return ok(body);
};

export const putSettings: Handler<'indices.put_settings'> = async (context, request) => {
  const given = await readUpdate(request);
  const indices = resolvedNames(context, request, changedIndices);
  const [name = '', ...others] = Object.keys(given);
  const isAboutBlock = others.length === 0 && forbidsChanges(name.replace(/^index\.blocks\./, ''));
  checkRequestBlocks(context, request, indices, 'metadata_write', { isAboutBlock });
  const open = indices.filter(({ state }) => state === 'open');
  const checked = expandSettingWildcards(given, open.length > 0 ? open : indices);
  validateSettingsUpdate(checked, indices);
  warnOfIndexSettings(checked, request.warn);
  const changes = new Map<string, MetadataChange>();
  for (const index of indices) {
    // What a wildcard removes of a closed index, an open one keeps.
    const update = withCopies(expandSettingWildcards(given, [index]));
    const settings = request.params.preserve_existing === true ? withoutExisting(update, index) : update;
    if (Object.keys(settings).length === 0) continue;
    const changed = changedSettings(index.settings, settings);
    const count = Object.keys(changed).length;
    if (count > Object.keys(index.settings).length) checkSettingCount(count);
    checkMergeLimits(changed);
    if (activeShardsName in settings || 'index.number_of_replicas' in settings) checkActiveCopies(changed);
    checkShardSelection({ name: index.name, settings: changed });
    changes.set(index.name, { settings: { ...settings, ...expandedCopies(changed) } });
  }
  await context.engine.updateMetadata(changes);
  return ok({ acknowledged: true });
};

/** An index always says how many copies it has: to remove the number is to give it its default. */
function withCopies(update: SettingsUpdate): SettingsUpdate {
  const name = 'index.number_of_replicas';
  if (update[name] !== null) return update;
  const copies = dictionary(update);
  copies[name] = indexSettings.find(name)!.default!;
  return copies;
}

async function readUpdate(request: BackendRequest): Promise<SettingsUpdate> {
  if (request.body.empty) throw apiError('parse_exception', 'request body is required');
  const body: unknown = await request.body.json();
  const given = isObject(body) ? flattenIndexSettings(unwrapped(body)) : {};
  if (Object.keys(given).length === 0) throw validationFailed(['no settings to update']);
  return given;
}

/** `{"settings": {…}, "x": 1}` is the same as `{…, "x": 1}`. */
function unwrapped(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { settings, ...others } = body;
  return isObject(settings) ? { ...settings, ...others } : body;
}

/** The settings of an index after an update. */
function changedSettings(present: FlatSettings, update: SettingsUpdate): FlatSettings {
  const changed = Object.entries({ ...present, ...update }).filter(([, value]) => value !== null);
  return dictionary(Object.fromEntries(changed) as FlatSettings);
}

function withoutExisting(update: SettingsUpdate, index: IndexMetadata): SettingsUpdate {
  return Object.fromEntries(Object.entries(update).filter(([name]) => !Object.hasOwn(index.settings, name)));
}
