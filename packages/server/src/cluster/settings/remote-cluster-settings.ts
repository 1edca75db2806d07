import { apiError } from '@sextant/contract';
import type { FlatSettings } from '../flat-settings.ts';
import { remoteClusterRows } from './remote-cluster-rows.ts';
import type { SettingText } from './setting-type.ts';

const prefix = 'cluster.remote.';

/** What is set of one remote cluster. */
export interface RemoteClusterSettings {
  readonly mode: 'sniff' | 'proxy';
  readonly seeds: readonly string[];
  readonly proxyAddress: string;
  readonly serverName: string;
  readonly skipUnavailable: boolean;
  readonly nodeConnections: number;
  readonly proxySocketConnections: number;
}

function aliasOf(name: string): string | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const [alias, key, ...more] = name.slice(prefix.length).split('.');
  return key !== undefined && more.length === 0 ? alias : undefined;
}

/** Aliases of which anything is set, or changed, in order. */
export function remoteAliases(names: readonly string[]): readonly string[] {
  const aliases = names.map(aliasOf).filter((alias) => alias !== undefined);
  return [...new Set(aliases)].sort();
}

type RemoteKey = keyof typeof remoteClusterRows extends infer Name ? KeyOf<Name> : never;
type KeyOf<Name> = Name extends `cluster.remote.*.${infer Key}` ? Key : never;

/** `flat`: persistent settings with the transient ones over them, each readable by its type. */
export function remoteClusterSettings(flat: FlatSettings, alias: string): RemoteClusterSettings {
  const text = (key: RemoteKey): SettingText | undefined => flat[`${prefix}${alias}.${key}`];
  const rows = remoteClusterRows;
  return {
    mode: rows['cluster.remote.*.mode'].type.read(text('mode') ?? 'sniff', ''),
    seeds: rows['cluster.remote.*.seeds'].type.read(text('seeds') ?? [], ''),
    proxyAddress: String(text('proxy_address') ?? ''),
    serverName: String(text('server_name') ?? ''),
    skipUnavailable: text('skip_unavailable') === 'true',
    nodeConnections: Number(text('node_connections') ?? 3),
    proxySocketConnections: Number(text('proxy_socket_connections') ?? 18),
  };
}

/** Whether anything says where the cluster is. */
export function isRemoteEnabled({ mode, seeds, proxyAddress }: RemoteClusterSettings): boolean {
  return mode === 'sniff' ? seeds.length > 0 : proxyAddress !== '';
}

const modeOfKey = [
  ['seeds', 'sniff'],
  ['node_connections', 'sniff'],
  ['proxy_address', 'proxy'],
  ['proxy_socket_connections', 'proxy'],
  ['server_name', 'proxy'],
] as const;

/** Throws ApiError where the settings of a cluster, of which some have changed, do not go together. */
export function checkRemoteClusters(flat: FlatSettings, changed: readonly string[]): void {
  for (const alias of remoteAliases(changed)) {
    const settings = remoteClusterSettings(flat, alias);
    const name = (key: string): string => `${prefix}${alias}.${key}`;
    if (flat[name('skip_unavailable')] !== undefined && !isRemoteEnabled(settings)) {
      const reason = `Cannot configure setting [${name('skip_unavailable')}] if remote cluster is not enabled.`;
      throw apiError('illegal_argument_exception', reason);
    }
    for (const [key, required] of modeOfKey) {
      if (flat[name(key)] === undefined || required === settings.mode) continue;
      const reason =
        `Setting "${name(key)}" cannot be used with the configured "${name('mode')}" ` +
        `[required=${required.toUpperCase()}, configured=${settings.mode.toUpperCase()}]`;
      throw apiError('illegal_argument_exception', reason);
    }
  }
}
