import { type ApiError, apiError, dictionary, isObject, type JsonMap } from '@sextant/contract';
import {
  type FlatSettings,
  flattenSettings,
  nestSettings,
  type SettingsUpdate,
} from '../../../cluster/flat-settings.ts';
import { clusterSettings } from '../../../cluster/settings/cluster-rows.ts';
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

const withoutNulls = (update: SettingsUpdate): FlatSettings =>
  Object.fromEntries(
    Object.entries(update).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );

function nothingToUpdate(): ApiError {
  return apiError('action_request_validation_exception', 'Validation Failed: 1: no settings to update;');
}

async function readUpdate(request: BackendRequest): Promise<Record<Kind, SettingsUpdate>> {
  if (request.body.empty) throw apiError('parse_exception', 'request body is required');
  const body = await request.body.jsonAsWritten();
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
  const { persistent, transient } = context.settings.update(await readUpdate(request));
  const flat = request.params.flat_settings;
  return ok({
    acknowledged: true,
    persistent: shown(withoutNulls(persistent), flat),
    transient: shown(withoutNulls(transient), flat),
  });
};

function defaults(context: EmbeddedContext): FlatSettings {
  const { persistent, transient } = context.settings.state;
  const names = new Set([...clusterSettings.names(), ...Object.keys(context.settings.flat)]);
  const unset = [...names].filter((name) => persistent[name] === undefined && transient[name] === undefined);
  const attributes = Object.entries(context.nodeAttributes);
  return Object.fromEntries([
    ...unset.map((name) => [name, context.settings.text(name) ?? ''] as const),
    ...attributes.map(([name, value]) => [`node.attr.${name}`, value] as const),
  ]);
}

const getSettings: Handler<'cluster.get_settings'> = async (context, request): Promise<BackendResponse> => {
  const { persistent, transient } = context.settings.state;
  const flat = request.params.flat_settings;
  const body: JsonMap = { persistent: shown(persistent, flat), transient: shown(transient, flat) };
  if (request.params.include_defaults !== true) return ok(body);
  return ok({ ...body, defaults: shown(defaults(context), flat) });
};

export const settingsHandlers = { 'cluster.put_settings': putSettings, 'cluster.get_settings': getSettings };
