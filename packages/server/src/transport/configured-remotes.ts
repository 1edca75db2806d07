import type { Clock, Log, Random } from '@sextant/base';
import { ApiError } from '@sextant/contract';
import type { ClusterName } from './handshake.ts';
import type { RemoteClusterConnections } from './remote-cluster-connections.ts';
import type { RemoteCallOptions, RemoteClusters, WireValue } from './remote-clusters.ts';
import type { RemoteConfig } from './remote-config.ts';
import type { TransportTls } from './transport-tls.ts';

/** A cluster as `_remote/info` shows it. */
interface RemoteState extends RemoteConfig {
  readonly alias: string;
  readonly connected: boolean;
}

/**
 * The clusters of the settings. What connects to them is loaded with the first that is configured: most services have
 * none.
 */
export class ConfiguredRemotes implements RemoteClusters {
  readonly #load: () => Promise<RemoteClusterConnections>;
  #configs: ReadonlyMap<string, RemoteConfig> = new Map();
  #loading: Promise<RemoteClusterConnections> | undefined;
  #connections: RemoteClusterConnections | undefined;

  /** What `load` throws is what all calls answer with. */
  constructor(load: () => Promise<RemoteClusterConnections>) {
    this.#load = load;
  }

  has(alias: string): boolean {
    return this.#configs.has(alias);
  }

  clusterUuid(alias: string): string | undefined {
    return this.#connections?.clusterUuid(alias);
  }

  async call(
    alias: string,
    action: string,
    body: WireValue,
    options?: RemoteCallOptions,
  ): Promise<WireValue> {
    if (!this.has(alias)) {
      const reason = `no such remote cluster: [${alias}]`;
      throw new ApiError({ type: 'no_such_remote_cluster_exception', reason });
    }
    const connections = await this.#loaded();
    return connections.call(alias, action, body, options);
  }

  states(): readonly RemoteState[] {
    return [...this.#configs].map(([alias, config]) => ({
      ...config,
      alias,
      connected: this.#connections?.connected(alias) === true,
    }));
  }

  configure(configs: ReadonlyMap<string, RemoteConfig>): void {
    this.#configs = configs;
    if (this.#connections !== undefined) {
      this.#connections.configure(configs);
      return;
    }
    // What goes wrong is told; whoever calls has it tried again.
    if (configs.size > 0) this.#loaded().catch(() => {});
  }

  #loaded(): Promise<RemoteClusterConnections> {
    this.#loading ??= this.#begin();
    return this.#loading;
  }

  async #begin(): Promise<RemoteClusterConnections> {
    try {
      const connections = await this.#load();
      this.#connections = connections;
      connections.configure(this.#configs);
      return connections;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  /** Cuts all connections. */
  close(): void {
    this.configure(new Map());
  }
}

interface Parts {
  readonly cluster: ClusterName;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Rejects where no certificate can be had; undefined: security is off. */
  readonly tls: (() => Promise<TransportTls>) | undefined;
}

const connectTimeoutMs = 30_000;

/** The clusters of the settings, over real connections. */
export function configuredRemotes({ tls, log, ...parts }: Parts): ConfiguredRemotes {
  return new ConfiguredRemotes(async () => {
    try {
      const { RemoteClusterConnections } = await import('./remote-cluster-connections.ts');
      return new RemoteClusterConnections({ ...parts, log, tls: await tls?.(), connectTimeoutMs });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log.log('warn', 'transport', 'remote clusters are configured and cannot be called', { why });
      throw unreachable(`no other cluster can be called: ${why}`);
    }
  });
}

function unreachable(why: string): ApiError {
  return new ApiError({ type: 'connect_transport_exception', reason: why, status: 500 });
}
