import { isJsonObject, type JsonValue } from './exact-json.ts';

const ours = 'replication';

/** Settings of replication by the names that the cluster's plugin has for them, in the body of an update. */
export function nameForPlugin(body: JsonValue): void {
  if (!isJsonObject(body)) return;
  for (const settings of [body.persistent, body.transient]) {
    if (!isJsonObject(settings)) continue;
    for (const [name, value] of Object.entries(settings)) {
      if (name !== ours && !name.startsWith(`${ours}.`)) continue;
      delete settings[name];
      settings[`plugins.${name}`] = value;
    }
  }
}
