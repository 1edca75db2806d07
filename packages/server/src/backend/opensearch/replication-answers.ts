import { type ApiError, apiError, isObject, type Json, type Route } from '@sextant/contract';
import type { BackendRequest, BackendResponse } from '../backend.ts';
import { readStates } from '../replication-states.ts';
import { isSystemIndex, systemIndexRefused } from '../system-index.ts';
import { unshaped } from './answer-form.ts';
import { mayBeSystem, refuseSystemNames } from './upstream-body.ts';
import type { NameResolver } from './upstream-names.ts';
import { queryOf, segment } from './upstream-path.ts';

/** Asks the cluster; what it answers is JSON. */
type AskReplication = (call: {
  readonly method: BackendRequest['method'];
  readonly path: string;
  readonly body?: Json;
}) => Promise<{ readonly status: number; readonly body: unknown }>;

interface Parts {
  readonly resolver: NameResolver;
  readonly ask: AskReplication;
  /** The cluster refuses the service's own account. */
  readonly refusedAccount: () => ApiError;
}

const prefix = '/_plugins/_replication';
const followerSetting = 'index.plugins.replication.follower.leader_index';
/** Indices whose status is asked for at a time. */
const asksMax = 8;

export function answersReplication({ name }: Route): boolean {
  return name.startsWith('replication.');
}

/** Calls of the cluster's own replication plugin, which knows them by paths with a prefix, and not all of them. */
export async function answerReplication(request: BackendRequest, parts: Parts): Promise<BackendResponse> {
  const { name } = request.route;
  const lacking = lackingText.get(name);
  if (lacking !== undefined) throw apiError('illegal_argument_exception', lacking);
  if (name === 'replication.all_status') return allStatus(request, parts);
  const body = await bodyOf(request);
  const query = queryOf(request, unshaped);
  const path = `${await pathOf(request, parts.resolver)}${query === '' ? '' : `?${query}`}`;
  const { method } = request;
  const answer = await asked(parts, { method, path, ...(body === undefined ? {} : { body }) });
  const shown =
    name === 'replication.status' && isObject(answer.body) ? plainReason(answer.body) : answer.body;
  return { kind: 'json', status: answer.status, body: shown as Json };
}

const pausing = 'cannot pause rules: delete the rule, and create it again later; what it has begun goes on';
const lackingText: ReadonlyMap<string, string> = new Map([
  ['replication.pause_autofollow', `[_autofollow/_pause]: the replication plugin of the cluster ${pausing}`],
  [
    'replication.resume_autofollow',
    `[_autofollow/_resume]: the replication plugin of the cluster ${pausing}`,
  ],
]);

async function pathOf({ route }: BackendRequest, resolver: NameResolver): Promise<string> {
  const [path] = route.paths;
  const [index] = await resolver.ofPath();
  if (path === undefined) throw apiError('illegal_state_exception', `[${route.name}] has no path`);
  return path.replace('{index}', () => segment(index ?? ''));
}

/** Throws ApiError where it could lead to an index of the service itself, here or on the other cluster. */
async function bodyOf({ body: given, route }: BackendRequest): Promise<Json | undefined> {
  if (given.empty || route.body === 'none') return undefined;
  const body = (await given.json()) as Json;
  refuseSystemNames(body);
  if (!isObject(body)) return body;
  const { pattern, follower_index_pattern: follower } = body;
  for (const text of [pattern, follower]) {
    if (typeof text !== 'string') continue;
    const name = text.replaceAll('{{leader_index}}', '*');
    if (name !== '*' && mayBeSystem(name)) throw systemIndexRefused(text);
  }
  return body as Json;
}

/** Rejects with ApiError where there is no such plugin, and where the cluster does not accept our account. */
async function asked(
  { ask, refusedAccount }: Parts,
  call: Parameters<AskReplication>[0],
): ReturnType<AskReplication> {
  const answer = await ask(call);
  if (answer.status < 400) return answer;
  const error = isObject(answer.body) ? answer.body.error : undefined;
  if (typeof error === 'string' && error.startsWith('no handler found')) {
    const reason =
      'the OpenSearch cluster has no replication: install its plugin [opensearch-cross-cluster-replication] on all nodes of both clusters';
    throw apiError('illegal_argument_exception', reason);
  }
  if (answer.status === 403 && !isOfReplication(error)) throw refusedAccount();
  return answer;
}

/** What the caller can mend: roles that he names, blocks. */
function isOfReplication(error: unknown): boolean {
  if (!isObject(error)) return false;
  const { type, reason } = error;
  if (type !== 'security_exception') return true;
  return /mandatory for replication|on roles \[|FLS or DLS/.test(String(reason));
}

/** In the plugin's own words a text is written beside its reason. */
function plainReason(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { reason } = body;
  if (typeof reason !== 'string') return body;
  return { ...body, reason: reason.replace(/^AutoPaused: {1,2}\+ /, 'AutoPaused: ') };
}

/** Where the cluster cannot tell it, as where the leader is away, that. */
function statusOf(
  name: string,
  { status, body }: Awaited<ReturnType<AskReplication>>,
): Readonly<Record<string, unknown>> {
  if (status < 400 && isObject(body)) return plainReason(body);
  const error = isObject(body) && isObject(body.error) ? body.error.reason : `status [${status}]`;
  return { status: 'UNKNOWN', reason: String(error), follower_index: name };
}

/** The plugin has no such call: it is made of the indices that are marked as followers, and of the status of each. */
async function allStatus({ access, route, params }: BackendRequest, parts: Parts): Promise<BackendResponse> {
  const isWanted = readStates(params.status as readonly string[] | undefined);
  const stats = await asked(parts, { method: 'GET', path: `${prefix}/follower_stats` });
  if (stats.status >= 400) return { kind: 'json', status: stats.status, body: stats.body as Json };
  const path = `/_all/_settings/${followerSetting}?flat_settings=true&expand_wildcards=all`;
  const settings = await asked(parts, { method: 'GET', path });
  if (settings.status >= 400) return { kind: 'json', status: settings.status, body: settings.body as Json };
  const syncing = isObject(stats.body) ? stats.body.index_stats : undefined;
  const found = [syncing, settings.body].flatMap((by) => (isObject(by) ? Object.keys(by) : []));
  const shown = found.filter((name) => !isSystemIndex(name) && access.allows(route.privilege, name));
  const names = [...new Set(shown)].sort();
  const bodies: unknown[] = [];
  for (let at = 0; at < names.length; at += asksMax) {
    const asking = names.slice(at, at + asksMax).map(async (name) => {
      return statusOf(
        name,
        await asked(parts, { method: 'GET', path: `${prefix}/${segment(name)}/_status` }),
      );
    });
    for (const body of await Promise.all(asking)) if (isWanted(String(body.status))) bodies.push(body);
  }
  return { kind: 'json', status: 200, body: bodies as Json };
}
