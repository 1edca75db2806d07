import { ApiError } from '@sextant/contract';
import { RemoteCluster, type RemoteClusterParts } from './remote-cluster.ts';
import type { RemoteCallOptions, RemoteClusters, WireValue } from './remote-clusters.ts';
import type { RemoteConfig } from './remote-config.ts';

/** The other clusters that the settings name, each with its connection. */
export class RemoteClusterConnections implements RemoteClusters {
  readonly #parts: RemoteClusterParts;
  readonly #clusters = new Map<string, RemoteCluster>();

  constructor(parts: RemoteClusterParts) {
    this.#parts = parts;
  }

  has(alias: string): boolean {
    return this.#clusters.has(alias);
  }

  connected(alias: string): boolean {
    return this.#clusters.get(alias)?.connected === true;
  }

  clusterUuid(alias: string): string | undefined {
    return this.#clusters.get(alias)?.clusterUuid;
  }

  async call(
    alias: string,
    action: string,
    body: WireValue,
    options: RemoteCallOptions = {},
  ): Promise<WireValue> {
    const cluster = this.#clusters.get(alias);
    if (cluster === undefined) {
      const reason = `no such remote cluster: [${alias}]`;
      throw new ApiError({ type: 'no_such_remote_cluster_exception', reason });
    }
    return cluster.call(action, body, options);
  }

  /** The clusters from now on. A connection stays where nothing is said anew of its cluster. */
  configure(configs: ReadonlyMap<string, RemoteConfig>): void {
    for (const [alias, cluster] of this.#clusters) {
      const config = configs.get(alias);
      if (config !== undefined && JSON.stringify(config) === JSON.stringify(cluster.config)) continue;
      cluster.close();
      this.#clusters.delete(alias);
    }
    for (const [alias, config] of configs) {
      if (!this.#clusters.has(alias))
        this.#clusters.set(alias, new RemoteCluster(alias, config, this.#parts));
    }
  }

  close(): void {
    this.configure(new Map());
  }
}
