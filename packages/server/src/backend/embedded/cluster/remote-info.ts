import type { JsonMap } from '@sextant/contract';
import { type Handler, ok } from '../context.ts';

const connectTimeout = '30s';

const remoteInfo: Handler<'cluster.remote_info'> = async ({ remotes }) =>
  ok(
    Object.fromEntries(
      remotes.states().map((remote) => {
        const { alias, connected, mode, addresses, serverName, skipUnavailable, connectionsMax } = remote;
        const count = connected ? 1 : 0;
        const seeds = addresses.map((address) => address.text);
        const ofMode: JsonMap =
          mode === 'sniff'
            ? { seeds, num_nodes_connected: count, max_connections_per_cluster: connectionsMax }
            : {
                proxy_address: seeds[0] ?? '',
                server_name: serverName,
                num_proxy_sockets_connected: count,
                max_proxy_socket_connections: connectionsMax,
              };
        const info: JsonMap = {
          connected,
          mode,
          ...ofMode,
          initial_connect_timeout: connectTimeout,
          skip_unavailable: skipUnavailable,
        };
        return [alias, info];
      }),
    ),
  );

export const remoteHandlers = { 'cluster.remote_info': remoteInfo };
