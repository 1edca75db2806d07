import { type ApiError, apiError, dictionary, type JsonMap } from '@sextant/contract';
import { clusterSetting, clusterSettingNames } from '../../../cluster/cluster-settings.ts';
import {
  type FlatSettings,
  flattenSettings,
  isObject,
  nestSettings,
  type SettingsUpdate,
} from '../../../cluster/flat-settings.ts';
import { checkSettingValue } from '../../../cluster/setting-values.ts';
import type { BackendRequest, BackendResponse } from '../../backend.ts';
import { type EmbeddedContext, type Handler, ok } from '../context.ts';

type Kind = 'persistent' | 'transient';

function shown(settings: FlatSettings, flat: boolean | undefined): JsonMap {
  if (flat !== true) return nestSettings(settings) as JsonMap;
  return Object.fromEntries(
    Object.keys(settings)
      .sort()
      .map((name) => [name, settings[name]!]),
  );
}

/** A removal by wildcard reaches what is set; it never is an error. */
function expanded(update: SettingsUpdate, present: FlatSettings): SettingsUpdate {
  const result: SettingsUpdate = dictionary();
  for (const [name, value] of Object.entries(update)) {
    if (value !== null || !name.endsWith('*')) result[name] = value;
    else for (const set of Object.keys(present)) if (set.startsWith(name.slice(0, -1))) result[set] = null;
  }
  return result;
}

function check(update: SettingsUpdate, kind: Kind): void {
  for (const [name, value] of Object.entries(update)) {
    const setting = clusterSetting(name);
    if (setting === undefined)
      throw apiError('settings_exception', `${kind} setting [${name}], not recognized`);
    if (setting.scope === 'static') {
      throw apiError('settings_exception', `${kind} setting [${name}], not dynamically updateable`);
    }
    if (value !== null) checkSettingValue(name, setting.type, String(value));
  }
}

const withoutNulls = (update: SettingsUpdate): FlatSettings =>
  Object.fromEntries(
    Object.entries(update).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );

function nothingToUpdate(): ApiError {
  return apiError('action_request_validation_exception', 'Validation Failed: 1: no settings to update;');
}

async function readUpdate(request: BackendRequest): Promise<Record<Kind, SettingsUpdate>> {
  if (request.body.empty) throw apiError('parse_exception', 'request body is required');
  const body = await request.body.json();
  if (!isObject(body)) throw nothingToUpdate();
  const read = (kind: Kind): SettingsUpdate =>
    body[kind] === undefined ? dictionary() : flattenSettings(body[kind], kind);
  const update = { persistent: read('persistent'), transient: read('transient') };
  if (Object.keys(update.persistent).length + Object.keys(update.transient).length === 0) {
    throw nothingToUpdate();
  }
  return update;
}

const putSettings: Handler<'cluster.put_settings'> = async (context, request): Promise<BackendResponse> => {
  const given = await readUpdate(request);
  const { state } = context.settings;
  const persistent = expanded(given.persistent, state.persistent);
  const transient = expanded(given.transient, state.transient);
  check(transient, 'transient');
  check(persistent, 'persistent');
  context.settings.update(persistent, transient);
  const flat = request.params.flat_settings;
  return ok({
    acknowledged: true,
    persistent: shown(withoutNulls(persistent), flat),
    transient: shown(withoutNulls(transient), flat),
  });
};

function defaults(context: EmbeddedContext): FlatSettings {
  const { persistent, transient } = context.settings.state;
  const unset = clusterSettingNames().filter(
    (name) => persistent[name] === undefined && transient[name] === undefined,
  );
  return Object.fromEntries(
    unset.map((name) => [name, context.clusterSetting(name) ?? clusterSetting(name)!.fallback]),
  );
}

const getSettings: Handler<'cluster.get_settings'> = async (context, request): Promise<BackendResponse> => {
  const { persistent, transient } = context.settings.state;
  const flat = request.params.flat_settings;
  const body: JsonMap = { persistent: shown(persistent, flat), transient: shown(transient, flat) };
  if (request.params.include_defaults !== true) return ok(body);
  return ok({ ...body, defaults: shown(defaults(context), flat) });
};

export const settingsHandlers = { 'cluster.put_settings': putSettings, 'cluster.get_settings': getSettings };
