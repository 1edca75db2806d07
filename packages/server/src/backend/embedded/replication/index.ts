import type { BackendRouteName, JsonMap } from '@sextant/contract';
import { requireName } from '../../../cluster/index-names.ts';
import type { BackendRequest } from '../../backend.ts';
import { readStates } from '../../replication-states.ts';
import { catalogOf, type EmbeddedContext, type Handler, ok } from '../context.ts';
import { aliasChanges } from '../indices/change-aliases.ts';
import { checkClusterBlocks } from '../request-blocks.ts';
import { readRule } from './autofollow-request.ts';
import { readPause, readResume, readStart, readStop, readUpdate } from './requests.ts';
import { followerStats, statusBody } from './status-body.ts';

const acknowledged = ok({ acknowledged: true });

/** The index that the path names. Throws ApiError where it is closed to the caller. */
function namedIndex(context: EmbeddedContext, request: BackendRequest): string {
  const [name] = request.indices;
  requireName(catalogOf(context, request), name!);
  return name!;
}

const start: Handler<'replication.start'> = async (context, request) => {
  const { timeout, wait_for_restore: waits } = request.params;
  const wanted = await readStart(request, request.indices[0]!);
  const index = namedIndex(context, request);
  const { access } = request;
  const checkBlocks = (): void => checkClusterBlocks(context, request, undefined);
  const options = { waitForRestore: waits === true, timeoutMs: timeout ?? 30_000, access, checkBlocks };
  await context.replication.start(index, wanted, options);
  return acknowledged;
};

const pause: Handler<'replication.pause'> = async (context, request) => {
  const reason = await readPause(request);
  await context.replication.pause(namedIndex(context, request), reason);
  return acknowledged;
};

const resume: Handler<'replication.resume'> = async (context, request) => {
  const { force } = await readResume(request);
  await context.replication.resume(namedIndex(context, request), { force });
  return acknowledged;
};

const stop: Handler<'replication.stop'> = async (context, request) => {
  const actions = await readStop(request);
  const index = namedIndex(context, request);
  await context.replication.stop(index, () => aliasChanges(context, request, actions, index));
  return acknowledged;
};

const update: Handler<'replication.update'> = async (context, request) => {
  const settings = await readUpdate(request);
  await context.replication.update(namedIndex(context, request), settings);
  return acknowledged;
};

const status: Handler<'replication.status'> = async (context, request) => {
  const options = { verbose: request.params.verbose === true };
  return ok(await statusBody(context, context.replication, namedIndex(context, request), options));
};

const allStatus: Handler<'replication.all_status'> = async (context, request) => {
  const isWanted = readStates(request.params.status);
  const sees = seenBy(request);
  const bodies: JsonMap[] = [];
  for (const name of context.replication.records().keys()) {
    if (!sees(name)) continue;
    const body = await statusBody(context, context.replication, name, { verbose: false });
    if (isWanted(String(body.status))) bodies.push(body);
  }
  return ok(bodies);
};

/** Which indices the caller may see by this call. */
const seenBy =
  ({ access, route }: Pick<BackendRequest, 'access' | 'route'>) =>
  (index: string): boolean =>
    access.allows(route.privilege, index);

const leaderStats: Handler<'replication.leader_stats'> = async ({ replication }, request) => {
  return ok(await replication.leader.stats(seenBy(request)));
};

const getFollowerStats: Handler<'replication.follower_stats'> = async (context, request) => {
  return ok(await followerStats(context, context.replication, seenBy(request)));
};

const createRule: Handler<'replication.create_autofollow'> = async ({ replication }, request) => {
  const { rule } = await readRule(request, 'create');
  await replication.rules.create(rule, request.access);
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

const rulesStats: Handler<'replication.autofollow_stats'> = async ({ replication }, request) => {
  return ok(replication.rules.stats(seenBy(request)));
};

/** Blocks of the cluster forbid whatever changes its metadata. */
function unlessBlocked<Name extends BackendRouteName>(handler: Handler<Name>): Handler<Name> {
  return async (context, request) => {
    checkClusterBlocks(context, request, undefined);
    return handler(context, request);
  };
}

export const replicationHandlers = {
  'replication.create_autofollow': unlessBlocked(createRule),
  'replication.delete_autofollow': unlessBlocked(deleteRule),
  'replication.pause_autofollow': unlessBlocked(pauseRule),
  'replication.resume_autofollow': unlessBlocked(resumeRule),
  'replication.autofollow_stats': rulesStats,
  'replication.start': start,
  'replication.pause': unlessBlocked(pause),
  'replication.resume': unlessBlocked(resume),
  'replication.stop': unlessBlocked(stop),
  'replication.update': unlessBlocked(update),
  'replication.status': status,
  'replication.all_status': allStatus,
  'replication.leader_stats': leaderStats,
  'replication.follower_stats': getFollowerStats,
} as const;
