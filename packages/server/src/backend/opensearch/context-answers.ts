import { apiError, isObject, type Json, type Route } from '@sextant/contract';
import type { BackendRequest, BackendResponse } from '../backend.ts';
import type { ContextGuard } from './context-names.ts';
import { contextSealOf, withSeals } from './context-seal.ts';
import type { NameResolver } from './upstream-names.ts';
import { segment } from './upstream-path.ts';

/** Asks the cluster; both bodies are JSON. */
type AskContexts = (call: {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: Json;
}) => Promise<{ readonly status: number; readonly body: unknown }>;

const rows: ReadonlySet<string> = new Set(['open_point_in_time', 'close_point_in_time', 'get_all_pits']);

/** Rows whose answers are made here: the cluster lists all contexts, and knows points in time by its own paths alone. */
export function answersContexts({ name }: Route): boolean {
  return rows.has(name);
}

export async function answerContexts(
  request: BackendRequest,
  { resolver, guard, ask }: { resolver: NameResolver; guard: ContextGuard; ask: AskContexts },
): Promise<BackendResponse> {
  const { route } = request;
  if (route.name === 'get_all_pits') return listed(request, guard, ask);
  if (route.name === 'open_point_in_time') return opened(request, resolver, ask);
  return closed(request, guard, ask);
}

async function listed(
  { access }: BackendRequest,
  guard: ContextGuard,
  ask: AskContexts,
): Promise<BackendResponse> {
  const { status, body } = await ask({ method: 'GET', path: '/_search/point_in_time/_all' });
  if (status >= 400 || !isObject(body)) return { kind: 'json', status, body: body as Json };
  const pits = ((body.pits ?? []) as readonly { readonly pit_id: string }[]).filter((pit) =>
    guard.shows(pit.pit_id),
  );
  const seal = contextSealOf(access);
  const shown = { ...body, pits };
  return {
    kind: 'json',
    status,
    body: (seal === undefined ? shown : withSeals(shown, seal, undefined)) as Json,
  };
}

const passedOn = ['allow_no_indices', 'expand_wildcards', 'ignore_unavailable', 'preference', 'routing'];

async function opened(
  { access, params }: BackendRequest,
  resolver: NameResolver,
  ask: AskContexts,
): Promise<BackendResponse> {
  const names = await resolver.ofPath();
  const query = new URLSearchParams();
  for (const name of passedOn) if (params[name] !== undefined) query.set(name, String(params[name]));
  if (typeof params.keep_alive === 'number') query.set('keep_alive', `${Math.ceil(params.keep_alive)}ms`);
  const path = `/${segment(names.join(','))}/_search/point_in_time?${query}`;
  const { status, body } = await ask({ method: 'POST', path });
  if (status >= 400 || !isObject(body)) return { kind: 'json', status, body: body as Json };
  const id = contextSealOf(access)?.pointInTime(String(body.pit_id)) ?? body.pit_id;
  return { kind: 'json', status, body: { id, pit_id: id, _shards: body._shards } as Json };
}

async function closed(
  { body: given }: BackendRequest,
  guard: ContextGuard,
  ask: AskContexts,
): Promise<BackendResponse> {
  const body = given.empty ? {} : await given.json();
  const ids: string[] = [];
  for (const id of idsIn(isObject(body) ? (body.id ?? body.pit_id) : undefined)) {
    ids.push(await guard.pointInTime(id));
  }
  if (ids.length === 0) {
    throw apiError('action_request_validation_exception', 'Validation Failed: 1: [id] is required;');
  }
  const path = '/_search/point_in_time';
  const answer = await ask({ method: 'DELETE', path, body: { pit_id: ids } });
  if (answer.status >= 400) return { kind: 'json', status: answer.status, body: answer.body as Json };
  return { kind: 'json', status: 200, body: { succeeded: true, num_freed: ids.length } };
}

/** One, or a list. */
export function idsIn(given: unknown): string[] {
  return given === undefined || given === null ? [] : [given].flat().map(String);
}
