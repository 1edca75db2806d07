import { ApiError, apiError } from '@sextant/contract';
import type { HistoryState, IndexMetadata } from '@sextant/engine';
import { replicationSetting } from '../../../cluster/settings/replication-rows.ts';
import type { RemoteCaller } from '../../../transport/remote-clusters.ts';
import type { EmbeddedContext } from '../context.ts';

type LeasesContext = Pick<EmbeddedContext, 'clock' | 'engine' | 'settings'>;
/** Who asks, as the connection knows him. */
type Caller = Pick<RemoteCaller, 'clusterName' | 'clusterUuid' | 'certificate'>;

/** History that is kept for a follower: it alone takes it, renews it and lets go of it. */
export class LeaderLeases {
  readonly #context: LeasesContext;

  constructor(context: LeasesContext) {
    this.#context = context;
  }

  /** In place of one that the caller has already. Answers what it retains. Rejects with ApiError. */
  async take(index: string, shard: number, prefix: string, caller: Caller): Promise<number> {
    const { engine, clock } = this.#context;
    const id = leaseOf(prefix, shard, caller);
    const { checkpoint, leases } = await engine.history.state(index, shard);
    const { certificate: owner } = caller;
    if (leases.some((lease) => lease.id === id)) await engine.history.removeLease(index, shard, id, owner);
    const retainingSeqNo = checkpoint + 1;
    await engine.history.addLease(index, shard, {
      id,
      retainingSeqNo,
      timestamp: clock.now(),
      source: prefix.slice(0, prefix.lastIndexOf(':[')),
      maxBytes: this.#retentionBytes(),
      ...(owner === undefined ? {} : { owner }),
    });
    return retainingSeqNo;
  }

  #retentionBytes(): number {
    return replicationSetting(this.#context.settings, 'replication.translog.retention_size');
  }

  /**
   * Keeps history for another period; where nothing is to be pruned, all that it has kept so far. Answers how far
   * history goes. Rejects with ApiError.
   */
  async renew(
    index: IndexMetadata,
    shard: number,
    prefix: string,
    retain: number,
    caller: Caller,
  ): Promise<HistoryState> {
    const { engine, settings } = this.#context;
    const id = leaseOf(prefix, shard, caller);
    const prunes = replicationSetting(settings, 'replication.translog.retention_lease.pruning.enabled');
    const isPruned = prunes && pruningOf(index) !== 'false';
    const held = isPruned
      ? undefined
      : (await engine.history.state(index.name, shard)).leases.find((lease) => lease.id === id);
    return await this.keep(index.name, shard, prefix, held?.retainingSeqNo ?? retain, caller);
  }

  /** The same, from the number on. Rejects with ApiError. */
  async keep(
    index: string,
    shard: number,
    prefix: string,
    retain: number,
    caller: Caller,
  ): Promise<HistoryState> {
    const by = { maxBytes: this.#retentionBytes(), owner: caller.certificate };
    const { history } = this.#context.engine;
    return await history.renewLease(index, shard, leaseOf(prefix, shard, caller), retain, by);
  }

  /** Of shards that have none, or are gone, there is nothing to do. Rejects with ApiError. */
  async remove(
    { name, numberOfShards }: Pick<IndexMetadata, 'name' | 'numberOfShards'>,
    prefix: string,
    caller: Caller,
  ): Promise<void> {
    const { history } = this.#context.engine;
    for (let shard = 0; shard < numberOfShards; shard++) {
      try {
        await history.removeLease(name, shard, leaseOf(prefix, shard, caller), caller.certificate);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    }
  }
}

/**
 * Leases are called by who follows, and begin as the caller has said when he connected: a cluster has no other's. That what it
 * said is true is told by the certificate, which goes with the lease. Throws ApiError.
 */
function leaseOf(prefix: string, shard: number, { clusterName, clusterUuid }: Caller): string {
  if (!prefix.startsWith('replication:') || prefix.length > 1000) {
    throw apiError('illegal_argument_exception', '[lease] of a call between clusters cannot be read');
  }
  if (prefix.startsWith(`replication:${clusterName}:${clusterUuid}:[`)) return `${prefix}[${shard}]`;
  const reason = `retention lease [${prefix}] is not one of cluster [${clusterName}] with uuid [${clusterUuid}]`;
  throw apiError('security_exception', reason);
}

/** By whichever of its names it is set. */
function pruningOf({ settings }: IndexMetadata): unknown {
  const name = 'replication.translog.retention_lease.pruning.enabled';
  const value = settings[`index.plugins.${name}`] ?? settings[`index.${name}`];
  return typeof value === 'string' ? value.toLowerCase() : value;
}
