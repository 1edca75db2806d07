import type { ClusterSettings } from '../../../cluster/settings/cluster-settings.ts';
import { PoolAdmission } from './pool-admission.ts';
import { poolOfAction } from './pool-work.ts';

/** Pools whose queues are bounded by `thread_pool.POOL.queue_size`. That of the searches is the engine's own. */
const names = ['flush', 'get', 'management', 'refresh', 'snapshot', 'write'] as const;

export type BoundedPool = (typeof names)[number];

/** These wait for something to happen, which takes no thread. */
const waiting: readonly string[] = ['cluster:monitor/health', 'cluster:monitor/task/get'];

interface BoundedPoolsParts {
  readonly nodeName: string;
  /** Threads that write: they refresh and flush too. All other pools are the thread that answers. */
  readonly writers: number;
  readonly settings: ClusterSettings;
}

/** What one request asks of a pool is one piece of its work; of `write`, what it writes to one index. */
export class BoundedPools {
  readonly #pools: ReadonlyMap<string, PoolAdmission>;
  /** Looked up for each request. */
  readonly #ofActions = new Map<string, PoolAdmission | undefined>();

  constructor({ nodeName, writers, settings }: BoundedPoolsParts) {
    const made = names.map((pool): [string, PoolAdmission] => {
      const size = pool === 'write' || pool === 'flush' || pool === 'refresh' ? writers : 1;
      const queueSize = (): number => settings.get(`thread_pool.${pool}.queue_size`);
      return [pool, new PoolAdmission({ nodeName, pool, size, queueSize })];
    });
    this.#pools = new Map(made);
  }

  of(pool: BoundedPool): PoolAdmission {
    return this.#pools.get(pool)!;
  }

  /** The pool of this name, where it is one of these. */
  find(pool: string): PoolAdmission | undefined {
    return this.#pools.get(pool);
  }

  /** The pool that requests of this action go to; undefined where it is none of these, or where they only wait. */
  ofAction(action: string): PoolAdmission | undefined {
    const known = this.#ofActions.get(action);
    if (known !== undefined || this.#ofActions.has(action)) return known;
    const pool = waiting.includes(action) ? undefined : poolOfAction(action);
    const found = pool === undefined ? undefined : this.#pools.get(pool);
    this.#ofActions.set(action, found);
    return found;
  }
}
