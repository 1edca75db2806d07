import { dictionary, type JsonMap } from '@sextant/contract';
import type { EmbeddedContext } from '../context.ts';
import { BootstrapProgress, FollowerFigures } from './follower-figures.ts';
import type { Replication } from './replication.ts';

type Context = Pick<EmbeddedContext, 'clock' | 'engine'>;

interface ShardProgress {
  readonly leader_checkpoint: number;
  readonly follower_checkpoint: number;
  readonly seq_no: number;
  readonly lag_operations: number;
  readonly lag_seconds: number;
}

async function shardProgress(
  { engine }: Context,
  replication: Replication,
  name: string,
): Promise<readonly ShardProgress[]> {
  const following = replication.following(name)?.shards ?? [];
  const count = engine.index(name)?.numberOfShards ?? 0;
  const states = await Promise.all(
    Array.from({ length: count }, (_, shard) => engine.history.state(name, shard)),
  );
  return states.map(({ checkpoint }, shard) => {
    const leader = Math.max(checkpoint, following[shard]?.leaderCheckpoint ?? -1);
    return {
      leader_checkpoint: leader,
      follower_checkpoint: checkpoint,
      seq_no: checkpoint + 1,
      lag_operations: leader - checkpoint,
      lag_seconds: Math.round(following[shard]?.lagMs ?? 0) / 1000,
    };
  });
}

function sumOf(shards: readonly ShardProgress[]): ShardProgress {
  const sum = (key: keyof ShardProgress) => shards.reduce((total, each) => total + each[key], 0);
  return {
    leader_checkpoint: sum('leader_checkpoint'),
    follower_checkpoint: sum('follower_checkpoint'),
    seq_no: sum('seq_no'),
    lag_operations: sum('lag_operations'),
    lag_seconds: Math.max(0, ...shards.map((each) => each.lag_seconds)),
  };
}

/** How far an index is; of one that follows nothing, that. */
export async function statusBody(
  context: Context,
  replication: Replication,
  name: string,
  options: { readonly verbose: boolean },
): Promise<JsonMap> {
  const record = replication.records().get(name);
  if (record === undefined) return { status: 'REPLICATION NOT IN PROGRESS' };
  const { state, reason, leaderAlias, leaderIndex } = record;
  const named = { reason, leader_alias: leaderAlias, leader_index: leaderIndex, follower_index: name };
  if (state !== 'RUNNING') return { status: state, ...named };
  const progress = replication.following(name)?.progress;
  if (progress !== undefined || context.engine.index(name) === undefined) {
    const now = context.clock.now();
    const details = (progress ?? new BootstrapProgress(now)).body(now);
    const shards = [{ shard_id: `[${name}][0]`, bootstrap_task_details: details }];
    const more = options.verbose ? { shard_replication_details: shards } : {};
    return { status: 'BOOTSTRAPPING', ...named, bootstrap_details: details, ...more };
  }
  const shards = await shardProgress(context, replication, name);
  const details = shards.map((each, shard) => ({
    shard_id: `[${name}][${shard}]`,
    syncing_task_details: { ...each },
  }));
  const more = options.verbose ? { shard_replication_details: details } : {};
  return { status: 'SYNCING', ...named, syncing_details: { ...sumOf(shards) }, ...more };
}

/** What indices here have read since the start, and how many are in which state. */
export async function followerStats(
  context: Context,
  replication: Replication,
  sees: (index: string) => boolean,
): Promise<JsonMap> {
  const records = [...replication.records()].filter(([name]) => sees(name));
  const inState = (state: string) => records.filter(([, record]) => record.state === state).length;
  const total: Record<string, number> = dictionary();
  const byIndex = new Map<string, JsonMap>();
  let [tasks, syncing, lag] = [0, 0, 0];
  for (const [name, { state }] of records) {
    const following = replication.following(name);
    if (state !== 'RUNNING' || following === undefined || following.shards.length === 0) continue;
    if (context.engine.index(name) === undefined) continue;
    syncing++;
    tasks += following.shards.length;
    const sum = sumOf(await shardProgress(context, replication, name));
    const stats = following.figures.body(sum.follower_checkpoint, sum.leader_checkpoint);
    const { lag_operations, lag_seconds } = sum;
    byIndex.set(name, { ...stats, lag_operations, lag_seconds });
    total.lag_operations = (total.lag_operations ?? 0) + lag_operations;
    lag = Math.max(lag, lag_seconds);
    for (const [key, value] of Object.entries(stats)) total[key] = (total[key] ?? 0) + value;
  }
  const none = new FollowerFigures().body(0, 0);
  return {
    num_syncing_indices: syncing,
    num_bootstrapping_indices: inState('RUNNING') - syncing,
    num_paused_indices: inState('PAUSED'),
    num_failed_indices: inState('FAILED'),
    num_shard_tasks: tasks,
    num_index_tasks: inState('RUNNING'),
    ...none,
    lag_operations: 0,
    ...total,
    lag_seconds: lag,
    index_stats: Object.fromEntries(byIndex),
  };
}
