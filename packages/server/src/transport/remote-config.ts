import type { FlatSettings } from '../cluster/flat-settings.ts';
import {
  isRemoteEnabled,
  remoteAliases,
  remoteClusterSettings,
} from '../cluster/settings/remote-cluster-settings.ts';

/** Where another cluster is reached. */
export interface RemoteAddress {
  readonly host: string;
  readonly port: number;
  /** As the setting has it. */
  readonly text: string;
}

/** What the settings `cluster.remote.<alias>.*` say of one cluster. */
export interface RemoteConfig {
  readonly mode: 'sniff' | 'proxy';
  /** Tried in order; of the mode `proxy` the one address. */
  readonly addresses: readonly RemoteAddress[];
  readonly serverName: string;
  readonly skipUnavailable: boolean;
  /** Shown, as one connection carries all calls. */
  readonly connectionsMax: number;
}

/** The parts of `host:port`, where the setting has been checked. */
export function remoteAddress(text: string): RemoteAddress {
  const colon = text.lastIndexOf(':');
  const host = text.slice(0, colon);
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  return { host: bare, port: Number(text.slice(colon + 1)), text };
}

/** The clusters of which the settings say where they are, by alias, in order. */
export function remoteConfigs(flat: FlatSettings): ReadonlyMap<string, RemoteConfig> {
  const configs = new Map<string, RemoteConfig>();
  for (const alias of remoteAliases(Object.keys(flat))) {
    const settings = remoteClusterSettings(flat, alias);
    if (!isRemoteEnabled(settings)) continue;
    const { mode, seeds, proxyAddress, serverName, skipUnavailable } = settings;
    const isProxy = mode === 'proxy';
    configs.set(alias, {
      mode,
      addresses: (isProxy ? [proxyAddress] : seeds).map(remoteAddress),
      serverName,
      skipUnavailable,
      connectionsMax: isProxy ? settings.proxySocketConnections : settings.nodeConnections,
    });
  }
  return configs;
}
