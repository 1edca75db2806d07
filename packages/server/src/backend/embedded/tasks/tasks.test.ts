import { afterEach, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../testing/index.ts';

const open: TestApp[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

async function service(settings: Readonly<Record<string, string>> = {}) {
  const app = await testApp({ settings });
  open.push(app);
  const nodes = (await app.call('GET', '/_nodes')).json<{ nodes: Record<string, unknown> }>().nodes;
  const node = Object.keys(nodes)[0]!;
  const get = async <T = Listed>(path: string) => (await app.call('GET', path)).json<T>();
  return { app, node, get };
}

interface TaskJson {
  readonly id: number;
  readonly action: string;
  readonly parent_task_id?: string;
}

interface Listed {
  readonly nodes: Readonly<Record<string, { readonly tasks: Readonly<Record<string, TaskJson>> }>>;
  readonly tasks: readonly TaskJson[];
}

test('the list shows itself and its part, in the form of OpenSearch', async () => {
  const { app, node } = await service();
  const answer = await app.call('GET', '/_tasks', { headers: { 'x-opaque-id': 'me' } });
  const listed = answer.json<Listed>().nodes[node]!;
  const [list, part] = Object.values(listed.tasks);
  const common = {
    node,
    start_time_in_millis: app.clock.now(),
    running_time_in_nanos: 0,
    cancellable: false,
    cancelled: false,
    headers: { 'X-Opaque-Id': 'me' },
  };
  const action = 'cluster:monitor/tasks/lists';
  expect(listed).toMatchObject({ name: 'test-node', ip: '127.0.0.1:9200', host: '127.0.0.1' });
  expect(list).toEqual({ ...common, id: list!.id, type: 'transport', action });
  const parent = `${node}:${list!.id}`;
  expect(part).toEqual({
    ...common,
    id: list!.id + 1,
    type: 'direct',
    action: `${action}[n]`,
    parent_task_id: parent,
  });
});

test('tasks are chosen by action, node and parent', async () => {
  const { app, node, get } = await service();
  const task = app.tasks.begin({ action: 'indices:data/read/search', cancellable: true });
  app.tasks.begin({ action: 'indices:data/read/search[phase/query]', parent: task });
  const actions = async (query: string) =>
    (await get(`/_tasks?group_by=none&${query}`)).tasks.map(({ action }) => action);
  expect(await actions('actions=*search')).toEqual(['indices:data/read/search']);
  expect(await actions('actions=indices*,nothing')).toHaveLength(2);
  expect(await actions(`parent_task_id=${node}:${task.number}`)).toEqual([
    'indices:data/read/search[phase/query]',
  ]);
  expect(await actions(`parent_task_id=nope:${task.number}`)).toEqual([]);
  expect(await actions('nodes=nope')).toEqual([]);
  expect(await actions('nodes=_local')).toHaveLength(4);
  expect(await get('/_tasks?nodes=nope')).toEqual({ nodes: {} });
});

test('grouped by parents, parts stand below their whole, and alone where it is not listed', async () => {
  const { app, node, get } = await service();
  const whole = app.tasks.begin({ action: 'x/whole' });
  const part = app.tasks.begin({ action: 'x/part', parent: whole });
  app.tasks.begin({ action: 'x/leaf', parent: part });
  const tree = await get<{ tasks: Record<string, unknown> }>('/_tasks?group_by=parents&actions=x*');
  expect(tree.tasks).toMatchObject({
    [`${node}:${whole.number}`]: {
      action: 'x/whole',
      children: [{ action: 'x/part', children: [{ action: 'x/leaf' }] }],
    },
  });
  const alone = await get<{ tasks: Record<string, unknown> }>('/_tasks?group_by=parents&actions=x/part');
  expect(Object.keys(alone.tasks)).toEqual([`${node}:${part.number}`]);
});

test('details are computed for those who ask', async () => {
  const { app, get } = await service();
  const task = app.tasks.begin({ action: 'x' });
  let asked = 0;
  task.describe(() => `described ${++asked}`);
  task.reportsStatus(() => ({ done: 3 }));
  const plain = (await get('/_tasks?group_by=none&actions=x')).tasks[0];
  expect([asked, Object.keys(plain!).includes('description')]).toEqual([1, false]);
  const detailed = (await get('/_tasks?group_by=none&actions=x&detailed&human')).tasks[0];
  expect(detailed).toMatchObject({
    description: 'described 2',
    status: { done: 3 },
    start_time: new Date(app.clock.now()).toISOString(),
    running_time: '0s',
    resource_stats: { total: { cpu_time_in_nanos: 0 } },
  });
});

test('wrong words and ids are refused as OpenSearch refuses them', async () => {
  const { app, node } = await service();
  const reason = async (method: string, path: string) => {
    const answer = await app.call(method, path);
    return [answer.status, answer.json<{ error: { reason: string } }>().error.reason];
  };
  const grouping = '[group_by] must be one of [nodes], [parents] or [none] but was [nope]';
  expect(await reason('GET', '/_tasks?group_by=nope')).toEqual([400, grouping]);
  expect(await reason('POST', '/_tasks/_cancel?group_by=nope')).toEqual([400, grouping]);
  for (const path of ['/_tasks?parent_task_id=nope', '/_tasks/nope', '/_cat/tasks?parent_task_id=nope']) {
    expect(await reason('GET', path)).toEqual([400, 'malformed task id nope']);
  }
  expect(await reason('GET', '/_tasks/a:b')).toEqual([400, 'malformed task id a:b']);
  expect(await reason('GET', '/_tasks/unset')).toEqual([400, 'Validation Failed: 1: task id is required;']);
  expect(await reason('GET', '/_tasks/a:-1')).toEqual([400, 'Validation Failed: 1: task id is required;']);
  const gone = `task [${node}:99999] isn't running and hasn't stored its results`;
  expect(await reason('GET', `/_tasks/${node}:99999`)).toEqual([404, gone]);
  const foreign = await app.call('GET', '/_tasks/nope:1');
  const cause = {
    type: 'resource_not_found_exception',
    reason: "task [nope:1] isn't running and hasn't stored its results",
  };
  expect([foreign.status, foreign.json()]).toEqual([
    404,
    {
      error: {
        root_cause: [cause],
        type: cause.type,
        reason:
          "task [nope:1] belongs to the node [nope] which isn't part of the cluster and there is no record of the task",
        caused_by: cause,
      },
      status: 404,
    },
  ]);
});

test('one task is shown in full while it runs', async () => {
  const { app, node, get } = await service();
  const task = app.tasks.begin({ action: 'x', cancellable: true });
  task.describe(() => 'what it does');
  expect(await get(`/_tasks/${node}:${task.number}`)).toMatchObject({
    completed: false,
    task: { action: 'x', description: 'what it does', cancellable: true, headers: {} },
  });
});

test('waiting for a task ends with it, or with an error when the time is over', async () => {
  const { app, node } = await service();
  const task = app.tasks.begin({ action: 'x' });
  const path = `/_tasks/${node}:${task.number}?wait_for_completion&timeout=5s`;
  const resting = app.clock.pendingTimers;
  const late = app.call('GET', path);
  while (app.clock.pendingTimers === resting) await new Promise((resume) => setImmediate(resume));
  app.clock.advance(5_000);
  const answer = await late;
  expect([answer.status, answer.json()]).toMatchObject([
    500,
    {
      error: {
        type: 'timeout_exception',
        reason: `Timed out waiting for completion of [${node}:${task.number}]`,
      },
    },
  ]);
  const list = app.call('GET', '/_tasks?actions=x&wait_for_completion&timeout=1s');
  while (app.clock.pendingTimers === resting) await new Promise((resume) => setImmediate(resume));
  app.clock.advance(1_000);
  expect((await list).json()).toMatchObject({
    node_failures: [{ type: 'failed_node_exception' }],
    nodes: {},
  });
  const waiting = app.call('GET', path);
  while (app.clock.pendingTimers === resting) await new Promise((resume) => setImmediate(resume));
  app.tasks.end(task);
  expect((await waiting).json()).toMatchObject({ completed: true, task: { action: 'x' } });
});

test('a task that can be cancelled is told so; for others the answer says why not', async () => {
  const { app, node } = await service();
  const task = app.tasks.begin({ action: 'x', cancellable: true });
  const fixed = app.tasks.begin({ action: 'x' });
  const cancel = async (path: string) => (await app.call('POST', `/_tasks${path}`)).json();
  const why = (id: string, cause: object) => ({
    node_failures: [
      {
        type: 'failed_node_exception',
        reason: `Failed node [${id}]`,
        node_id: id,
        caused_by: cause,
      },
    ],
    nodes: {},
  });
  const name = `${node}:${fixed.number}`;
  expect(await cancel(`/${name}/_cancel`)).toEqual(
    why(node, { type: 'illegal_argument_exception', reason: `task [${name}] doesn't support cancellation` }),
  );
  expect(await cancel(`/${node}:99999/_cancel`)).toEqual(
    why(node, { type: 'resource_not_found_exception', reason: `task [${node}:99999] is not found` }),
  );
  expect(await cancel('/nope:1/_cancel')).toEqual(
    why('nope', { type: 'no_such_node_exception', reason: 'No such node [nope]', node_id: 'nope' }),
  );
  expect(await cancel('/_cancel?actions=nope*')).toEqual({ nodes: {} });
  expect(task.cancelReason).toBeUndefined();
  const answer = await cancel('/_cancel?actions=x&group_by=none');
  expect(answer).toMatchObject({
    tasks: [{ id: task.number, cancelled: true, cancellation_time_millis: app.clock.now() }],
  });
  expect([task.cancelReason, fixed.cancelReason]).toEqual(['by user request', undefined]);
});

test('a force merge that is not waited for goes on as a task, whose result can be asked for', async () => {
  const { app, node, get } = await service();
  await app.call('PUT', '/docs/_doc/1?refresh', { body: { n: 1 } });
  const merge = await app.call('POST', '/docs/_forcemerge?max_num_segments=1&wait_for_completion=false');
  const { task } = merge.json<{ task: string }>();
  expect(task.startsWith(`${node}:`)).toBe(true);
  const done = await get<object>(`/_tasks/${task}?wait_for_completion`);
  expect(done).toMatchObject({
    completed: true,
    task: {
      action: 'indices:admin/forcemerge',
      description:
        'Force-merge indices [docs], maxSegments[1], onlyExpungeDeletes[false], flush[true], primaryOnly[false]',
      status: { total: 1, merged: 1 },
    },
    response: { _shards: { failed: 0 } },
  });
  expect(await get<object>(`/_tasks/${task}`)).toEqual(done);
  const failing = await app.call('POST', '/nope/_forcemerge?wait_for_completion=false');
  expect(failing.status).toBe(200);
  expect(
    await get<object>(`/_tasks/${failing.json<{ task: string }>().task}?wait_for_completion`),
  ).toMatchObject({
    completed: true,
    task: { description: expect.stringContaining('Force-merge indices [nope], maxSegments[-1]') },
    error: { type: 'index_not_found_exception' },
  });
});

test('the table of tasks has the columns of OpenSearch', async () => {
  const { app, node } = await service();
  const table = await app.call('GET', '/_cat/tasks?v&h=action,task_id,parent_task_id,type,ip,node,x', {
    headers: { 'x-opaque-id': 'me' },
  });
  const [head, list, part] = table.text.split('\n').map((line) => line.split(/ +/));
  expect(head).toEqual(['action', 'task_id', 'parent_task_id', 'type', 'ip', 'node', 'x']);
  expect(list).toEqual([
    'cluster:monitor/tasks/lists',
    list![1],
    '-',
    'transport',
    '127.0.0.1',
    'test-node',
    'me',
  ]);
  expect(part!.slice(2, 4)).toEqual([list![1], 'direct']);
  expect(list![1]).toMatch(new RegExp(`^${node}:\\d+$`));
  const shown = await app.call('GET', '/_cat/tasks?v&detailed');
  expect(shown.text.split('\n')[0]).toMatch(/node +description/);
});

test('who cancels a task by its id names no nodes, and no parent that is none', async () => {
  const app = await testApp();
  open.push(app);
  const refused = async (query: string) => {
    const { status, text } = await app.call('POST', `/_tasks/elsewhere:1/_cancel?${query}`);
    return `${status} ${text}`;
  };
  expect(await refused('nodes=x')).toMatch(/^400 .*task id cannot be used together with node ids;/);
  expect(await refused('parent_task_id=x')).toMatch(/^400 .*malformed task id x/);
});
