import { apiError, type Json, parseNamed, type Route } from '@sextant/contract';
import type { BackendRequest, BackendResponse } from '../backend.ts';
import { catTable } from '../cat-columns.ts';
import { systemIndexPrefix } from '../system-index.ts';
import { type ShownTask, type TaskPlace, taskCells, taskColumns } from '../task-table.ts';

/** Asks the cluster; the body is JSON. */
export type AskCluster = (call: {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}) => Promise<{ readonly status: number; readonly body: Buffer }>;

export function asksForTasks(route: Route): boolean {
  return route.family === 'tasks' || route.name === 'cat.tasks';
}

type Members = Record<string, unknown>;

/**
 * Tasks of the cluster. Descriptions name indices and hold documents, so that tasks over the service's own indices are
 * left out, as if there were none.
 */
export async function answerTasks(request: BackendRequest, ask: AskCluster): Promise<BackendResponse> {
  if (request.route.name === 'cat.tasks') return taskTable(request, ask);
  const { task_id: id } = request.pathParams;
  const name = id === undefined ? '' : `/${encodeURIComponent(id)}`;
  const isCancel = request.route.name === 'tasks.cancel';
  const path = `/_tasks${name}${isCancel ? '/_cancel' : ''}${queryOf(request, {})}`;
  const { status, body } = await ask({ method: isCancel ? 'POST' : 'GET', path });
  if (!body.includes(systemIndexPrefix)) {
    return { kind: 'bytes', status, contentType: 'application/json; charset=UTF-8', body };
  }
  const answer = parseNamed(body.toString()) as Members;
  if (mentionsSystemIndex(answer.task)) {
    const reason = `task [${id}] isn't running and hasn't stored its results`;
    throw apiError('resource_not_found_exception', reason);
  }
  return { kind: 'json', status, body: withoutSystemTasks(answer) as Json };
}

/** The table is made here: what a column of text hides cannot be told from the outside. */
async function taskTable(request: BackendRequest, ask: AskCluster): Promise<BackendResponse> {
  const columns = taskColumns(request.params.detailed === true);
  if (request.params.help === true) return { kind: 'table', status: 200, table: catTable(columns, []) };
  const query = queryOf(request, { detailed: 'true', group_by: 'nodes' });
  const { status, body } = await ask({ method: 'GET', path: `/_tasks${query}` });
  const answer = parseNamed(body.toString()) as { readonly nodes?: Readonly<Record<string, ListedNode>> };
  if (answer.nodes === undefined) return { kind: 'json', status, body: answer as Json };
  const rows = Object.values(answer.nodes).flatMap((node) => {
    const place = placeOf(node);
    const shown = Object.values(node.tasks).filter((task) => !mentionsSystemIndex(task));
    return shown.map((task) => taskCells(task, place));
  });
  return { kind: 'table', status, table: catTable(columns, rows) };
}

interface ListedNode {
  readonly name: string;
  readonly host: string;
  /** With the port. */
  readonly ip: string;
  readonly tasks: Readonly<Record<string, ShownTask>>;
}

function placeOf({ name, host, ip }: ListedNode): TaskPlace {
  return { name, host, port: ip.slice(ip.lastIndexOf(':') + 1), version: null };
}

const passedOn = [
  'actions',
  'detailed',
  'group_by',
  'human',
  'nodes',
  'parent_task_id',
  'wait_for_completion',
] as const;

/** From the checked parameters; how the answer is shaped is done here. */
function queryOf({ params }: BackendRequest, fixed: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams();
  for (const name of passedOn) {
    const value = params[name];
    if (value !== undefined) query.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  if (typeof params.timeout === 'number') query.set('timeout', `${Math.ceil(params.timeout)}ms`);
  for (const [name, value] of Object.entries(fixed)) query.set(name, value);
  return query.size === 0 ? '' : `?${query}`;
}

function mentionsSystemIndex(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).includes(systemIndexPrefix);
}

/** A task with a part that is hidden is hidden too: they work on the same. */
function withoutSystemTasks(answer: Members): Members {
  const { nodes, tasks } = answer;
  if (Array.isArray(tasks)) return { ...answer, tasks: tasks.filter((task) => !mentionsSystemIndex(task)) };
  if (isMembers(tasks)) return { ...answer, tasks: shownMembers(tasks) };
  if (!isMembers(nodes)) return answer;
  const left = Object.entries(nodes as Record<string, Members>)
    .map(([id, node]): [string, Members] => [id, { ...node, tasks: shownMembers(node.tasks as Members) }])
    .filter(([, node]) => Object.keys(node.tasks as Members).length > 0);
  return { ...answer, nodes: Object.fromEntries(left) };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function shownMembers(tasks: Members): Members {
  return Object.fromEntries(Object.entries(tasks).filter(([, task]) => !mentionsSystemIndex(task)));
}
