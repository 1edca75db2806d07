import type { Engine, IndexMetadata } from '@sextant/engine';

export type HealthStatus = 'green' | 'yellow' | 'red';

/**
 * Shard counts of one index on this node. Its primaries are here, unless they failed; its replicas have no
 * second node.
 */
export interface IndexHealth {
  readonly name: string;
  readonly status: HealthStatus;
  readonly shards: number;
  readonly replicas: number;
  /** Primaries that work. */
  readonly active: number;
  readonly unassigned: number;
  /** Numbers of the primaries that are being opened. */
  readonly initializing: ReadonlySet<number>;
  /** Numbers of the primaries that do not. */
  readonly failed: ReadonlySet<number>;
}

export interface HealthTotals {
  readonly status: HealthStatus;
  readonly active: number;
  readonly initializing: number;
  readonly unassigned: number;
  readonly unassignedPrimaries: number;
  /** 100 where there are no shards. */
  readonly activePercent: number;
}

export function indexHealth(engine: Engine, index: IndexMetadata): IndexHealth {
  const failed = new Set(engine.failures(index.name).map(({ shard }) => shard));
  const initializing = new Set(engine.openingShards(index.name));
  const unassigned = failed.size + index.numberOfShards * index.numberOfReplicas;
  return {
    name: index.name,
    status: statusOf(failed.size + initializing.size, unassigned),
    shards: index.numberOfShards,
    replicas: index.numberOfReplicas,
    active: index.numberOfShards - failed.size - initializing.size,
    unassigned,
    initializing,
    failed,
  };
}

export function healthTotals(engine: Engine, indices: readonly IndexMetadata[]): HealthTotals {
  let active = 0;
  let initializing = 0;
  let unassigned = 0;
  let unassignedPrimaries = 0;
  for (const index of indices) {
    const health = indexHealth(engine, index);
    active += health.active;
    initializing += health.initializing.size;
    unassigned += health.unassigned;
    unassignedPrimaries += health.failed.size;
  }
  const all = active + initializing + unassigned;
  return {
    status: statusOf(unassignedPrimaries + initializing, unassigned),
    active,
    initializing,
    unassigned,
    unassignedPrimaries,
    activePercent: all === 0 ? 100 : (active / all) * 100,
  };
}

/**
 * Of everything: red as well where a folder cannot be read that may hold an index. How many shards that one had is
 * not known, so they are not counted.
 */
export function clusterTotals(engine: Engine, indices: readonly IndexMetadata[]): HealthTotals {
  const totals = healthTotals(engine, indices);
  return engine.damagedFolders().length === 0 ? totals : { ...totals, status: 'red' };
}

function statusOf(inactivePrimaries: number, unassigned: number): HealthStatus {
  if (inactivePrimaries > 0) return 'red';
  return unassigned > 0 ? 'yellow' : 'green';
}
