import { apiError, type JsonMap } from '@sextant/contract';
import { type Handler, ok } from '../context.ts';
import { checkClusterBlocks } from '../request-blocks.ts';
import { readRule } from './autofollow-request.ts';
import { readPause, readResume, readStart, readStates, readStop, readUpdate } from './requests.ts';
import { followerStats, statusBody } from './status-body.ts';

const acknowledged = ok({ acknowledged: true });

const start: Handler<'replication.start'> = async (context, request) => {
  const { index } = request.pathParams;
  const { timeout, wait_for_restore: waits } = request.params;
  const wanted = await readStart(request, index);
  checkClusterBlocks(context, request, undefined);
  const options = { waitForRestore: waits === true, timeoutMs: timeout ?? 30_000 };
  await context.replication.start(index, wanted, options);
  return acknowledged;
};

const pause: Handler<'replication.pause'> = async ({ replication }, request) => {
  await replication.pause(request.pathParams.index, await readPause(request));
  return acknowledged;
};

const resume: Handler<'replication.resume'> = async ({ replication }, request) => {
  const { force } = await readResume(request);
  if (force) throw apiError('illegal_argument_exception', '[force_resume] is not supported');
  await replication.resume(request.pathParams.index);
  return acknowledged;
};

const stop: Handler<'replication.stop'> = async ({ replication }, request) => {
  await readStop(request);
  await replication.stop(request.pathParams.index);
  return acknowledged;
};

const update: Handler<'replication.update'> = async ({ replication }, request) => {
  await replication.update(request.pathParams.index, await readUpdate(request));
  return acknowledged;
};

const status: Handler<'replication.status'> = async (context, { params, pathParams }) => {
  const options = { verbose: params.verbose === true };
  return ok(await statusBody(context, context.replication, pathParams.index, options));
};

const allStatus: Handler<'replication.all_status'> = async (context, { params }) => {
  const isWanted = readStates(params.status);
  const bodies: JsonMap[] = [];
  for (const name of context.replication.records().keys()) {
    const body = await statusBody(context, context.replication, name, { verbose: false });
    if (isWanted(String(body.status))) bodies.push(body);
  }
  return ok(bodies);
};

const leaderStats: Handler<'replication.leader_stats'> = async ({ replication }) => {
  return ok(await replication.leader.stats());
};

const getFollowerStats: Handler<'replication.follower_stats'> = async (context) => {
  return ok(await followerStats(context, context.replication));
};

const createRule: Handler<'replication.create_autofollow'> = async ({ replication }, request) => {
  const { rule } = await readRule(request, 'create');
  replication.rules.create(rule);
  return acknowledged;
};

const deleteRule: Handler<'replication.delete_autofollow'> = async ({ replication }, request) => {
  const { rule } = await readRule(request, 'delete');
  replication.rules.remove(rule);
  return acknowledged;
};

const pauseRule: Handler<'replication.pause_autofollow'> = async ({ replication }, request) => {
  const { rule, reason } = await readRule(request, 'pause');
  replication.rules.setState(rule, 'PAUSED', reason);
  return acknowledged;
};

const resumeRule: Handler<'replication.resume_autofollow'> = async ({ replication }, request) => {
  const { rule, reason } = await readRule(request, 'resume');
  replication.rules.setState(rule, 'RUNNING', reason);
  return acknowledged;
};

const rulesStats: Handler<'replication.autofollow_stats'> = async ({ replication }) => {
  return ok(replication.rules.stats());
};

export const replicationHandlers = {
  'replication.create_autofollow': createRule,
  'replication.delete_autofollow': deleteRule,
  'replication.pause_autofollow': pauseRule,
  'replication.resume_autofollow': resumeRule,
  'replication.autofollow_stats': rulesStats,
  'replication.start': start,
  'replication.pause': pause,
  'replication.resume': resume,
  'replication.stop': stop,
  'replication.update': update,
  'replication.status': status,
  'replication.all_status': allStatus,
  'replication.leader_stats': leaderStats,
  'replication.follower_stats': getFollowerStats,
} as const;
