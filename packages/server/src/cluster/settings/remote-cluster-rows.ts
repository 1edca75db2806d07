import { ApiError, apiError } from '@sextant/contract';
import { dynamic, type SettingRow } from './setting-row.ts';
import { booleanType, intType, listType, type SettingType, stringType, wordType } from './setting-type.ts';

/** Checks `host:port` as Java reads it; a port above 65535 fails only when it is called. */
function checkAddress(text: string): void {
  const colon = text.lastIndexOf(':');
  if (colon < 0) {
    throw apiError(
      'illegal_argument_exception',
      `remote hosts need to be configured as [host:port], found [${text}] instead`,
    );
  }
  const digits = text.slice(colon + 1);
  const port = Number(digits);
  if (!/^[+-]?\d+$/.test(digits) || Math.abs(port) > 2_147_483_647) {
    throw new ApiError({
      type: 'illegal_argument_exception',
      reason: 'failed to parse port',
      causedBy: { type: 'number_format_exception', reason: `For input string: "${digits}"` },
    });
  }
  if (port <= 0) throw apiError('illegal_argument_exception', `port number must be > 0 but was: [${port}]`);
}

const seedsMax = 100;

const seedsType: SettingType<readonly string[]> = {
  values: 'a list of `host:port`',
  read: (text, name) => {
    const seeds = listType.read(text, name).map((seed) => seed.trim());
    if (seeds.length > seedsMax) {
      throw apiError('illegal_argument_exception', `[${name}] takes at most [${seedsMax}] addresses`);
    }
    for (const seed of seeds) checkAddress(seed);
    return seeds;
  },
};

const proxyAddressType: SettingType<string> = {
  values: '`host:port`',
  read: (text, name) => {
    const address = stringType.read(text, name);
    if (address !== '') checkAddress(address);
    return address;
  },
};

const modeType = wordType(
  ['sniff', 'proxy'],
  (text) =>
    `No enum constant org.opensearch.transport.RemoteConnectionStrategy.ConnectionStrategy.${text.toUpperCase()}`,
);

/** Of other clusters, each by its alias. */
export const remoteClusterRows = {
  'cluster.remote.*.mode': dynamic(modeType, undefined, 'whether `seeds` or `proxy_address` say where it is'),
  'cluster.remote.*.node_connections': dynamic(intType({ min: 1 }), undefined, false),
  'cluster.remote.*.proxy_address': dynamic(
    proxyAddressType,
    undefined,
    'where the remote cluster is called, in the mode `proxy`',
  ),
  'cluster.remote.*.proxy_socket_connections': dynamic(intType({ min: 1 }), undefined, false),
  'cluster.remote.*.seeds': dynamic(
    seedsType,
    undefined,
    'where the remote cluster is called, tried in their order, in the mode `sniff`',
  ),
  'cluster.remote.*.server_name': dynamic(
    stringType,
    undefined,
    'the name that its certificate has to have, in the mode `proxy` with security on; that of the address where it is empty',
  ),
  'cluster.remote.*.skip_unavailable': dynamic(booleanType, undefined, false),
} as const satisfies Record<string, SettingRow>;

export const remoteClusterNames = Object.keys(
  remoteClusterRows,
) as readonly (keyof typeof remoteClusterRows)[];
