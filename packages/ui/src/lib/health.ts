import type { MessageKey, MessageValues } from './messages/messages.ts';
import { figure, shape, shapeAt, text } from './shape.ts';

export type HealthStatus = 'green' | 'yellow' | 'red' | 'unknown';

export interface IndexHealth {
  readonly name: string;
  readonly status: HealthStatus;
  readonly replicas: number;
  readonly unassigned: number;
}

/** `GET /_cluster/health`; `indices` is filled at `level=indices` alone. */
export interface Health {
  readonly clusterName: string;
  readonly status: HealthStatus;
  readonly nodes: number;
  readonly dataNodes: number;
  readonly activeShards: number;
  readonly relocating: number;
  readonly initializing: number;
  readonly unassigned: number;
  readonly pendingTasks: number;
  readonly indices: readonly IndexHealth[];
}

/** One sentence, as a message with its values, so that it can be said in each language. */
export interface Sentence {
  readonly key: MessageKey;
  readonly values: MessageValues;
}

export function statusOf(value: string): HealthStatus {
  const name = value.toLowerCase();
  return name === 'green' || name === 'yellow' || name === 'red' ? name : 'unknown';
}

export function parseHealth(json: unknown): Health {
  const from = shape(json);
  const indices = Object.entries(shapeAt(from, 'indices')).map(([name, value]): IndexHealth => {
    const index = shape(value);
    return {
      name,
      status: statusOf(text(index, 'status')),
      replicas: figure(index, 'number_of_replicas') ?? 0,
      unassigned: figure(index, 'unassigned_shards') ?? 0,
    };
  });
  return {
    clusterName: text(from, 'cluster_name'),
    status: statusOf(text(from, 'status')),
    nodes: figure(from, 'number_of_nodes') ?? 0,
    dataNodes: figure(from, 'number_of_data_nodes') ?? 0,
    activeShards: figure(from, 'active_shards') ?? 0,
    relocating: figure(from, 'relocating_shards') ?? 0,
    initializing: figure(from, 'initializing_shards') ?? 0,
    unassigned: figure(from, 'unassigned_shards') ?? 0,
    pendingTasks: figure(from, 'number_of_pending_tasks') ?? 0,
    indices,
  };
}

/** What the state is and why, in one sentence. */
export function healthSentence(health: Health): Sentence {
  const { status, activeShards, initializing, unassigned } = health;
  if (status === 'green') {
    if (activeShards === 0) return { key: 'health.empty', values: {} };
    return { key: 'health.green', values: { shards: activeShards } };
  }
  if (status === 'yellow') {
    if (unassigned === 0) return { key: 'health.yellowStarting', values: { shards: initializing } };
    if (health.dataNodes <= 1) return { key: 'health.yellowAlone', values: { shards: unassigned } };
    return { key: 'health.yellow', values: { shards: unassigned, nodes: health.dataNodes } };
  }
  if (status === 'red') {
    if (unassigned === 0) return { key: 'health.redStarting', values: { shards: initializing } };
    // Whether primaries are among the others shows when these have started.
    if (initializing > 0) {
      return { key: 'health.redPartly', values: { starting: initializing, shards: unassigned } };
    }
    return { key: 'health.red', values: { shards: unassigned } };
  }
  return { key: 'health.unknown', values: {} };
}

/** What helps, beside the reason; nothing where waiting is all there is to do. */
export function healthAdvice(health: Health): Sentence | undefined {
  if (health.status === 'yellow' && health.unassigned > 0) {
    const alone = health.dataNodes <= 1;
    return { key: alone ? 'health.adviceAlone' : 'health.adviceReplicas', values: {} };
  }
  const isStarting = health.initializing > 0;
  if (health.status === 'red' && health.unassigned > 0 && !isStarting) {
    return { key: 'health.adviceRed', values: {} };
  }
  return undefined;
}

/** The indices behind a state that is not green, worst first. */
export function troubledIndices(health: Health): readonly IndexHealth[] {
  const rank = (index: IndexHealth) => (index.status === 'red' ? 0 : 1);
  return health.indices
    .filter((index) => index.status === 'red' || index.status === 'yellow')
    .sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
}
