import type { IndexMetadata } from '@sextant/engine';

export type HealthStatus = 'green' | 'yellow' | 'red';

/** Shard counts of one index on this node, where every primary is here and replicas have no second node. */
export interface IndexHealth {
  readonly name: string;
  readonly status: HealthStatus;
  readonly shards: number;
  readonly replicas: number;
  readonly active: number;
  readonly unassigned: number;
}

export interface HealthTotals {
  readonly status: HealthStatus;
  readonly active: number;
  readonly unassigned: number;
  /** 100 where there are no shards. */
  readonly activePercent: number;
}

export function indexHealth(index: IndexMetadata): IndexHealth {
  const unassigned = index.numberOfShards * index.numberOfReplicas;
  return {
    name: index.name,
    status: unassigned > 0 ? 'yellow' : 'green',
    shards: index.numberOfShards,
    replicas: index.numberOfReplicas,
    active: index.numberOfShards,
    unassigned,
  };
}

export function healthTotals(indices: readonly IndexMetadata[]): HealthTotals {
  let active = 0;
  let unassigned = 0;
  for (const index of indices) {
    active += index.numberOfShards;
    unassigned += index.numberOfShards * index.numberOfReplicas;
  }
  const all = active + unassigned;
  return {
    status: unassigned > 0 ? 'yellow' : 'green',
    active,
    unassigned,
    activePercent: all === 0 ? 100 : (active / all) * 100,
  };
}
