import { apiError } from '@sextant/contract';
import { splitNames } from '../../../cluster/index-names.ts';
import { timeText } from '../../../config/units.ts';
import { hotThreadsText } from '../../../observe/hot-threads.ts';
import { printable } from '../../../observe/printable.ts';
import type { BackendResponse } from '../../backend.ts';
import { isSystemIndex, systemIndexPrefix } from '../../system-index.ts';
import type { EmbeddedContext, Handler, RequestOf } from '../context.ts';
import { isThisNode, nodeText } from './node-rim.ts';

const intervalMaxMs = 60_000;
const timeoutMs = 30_000;
const countMax = 1_000;
/** Requests that are watched for one after the other; more are refused. */
const waitingMax = 8;
/** Longer descriptions of tasks are cut. */
const descriptionMax = 200;

const text = (body: string): BackendResponse => ({ status: 200, kind: 'text', body });

/** What the threads do while they are watched, and the tasks that are under way then. */
export const hotThreads: Handler<'nodes.hot_threads'> = async (context, request) => {
  const { intervalMs, snapshots, threads, ignoreIdle, type } = asked(request);
  const isKnown = ['cpu', 'wait', 'block'].includes(type);
  if (!isKnown || !isThisNode(context, splitNames(request.pathParams.node_id))) return text('');
  refuseMany(context, request);
  const { clock, nodeName } = context;
  const startedAt = new Date(clock.now()).toISOString();
  const endsAt = clock.now() + (request.params.timeout ?? timeoutMs);
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => clock.after(Math.min(ms, Math.max(0, endsAt - clock.now())), resolve));
  const tasks = tasksText(context, request);
  const samples = await context.sampleThreads({ intervalMs, snapshots, wait });
  // As a node that did not answer in time.
  if (clock.now() >= endsAt) return text('');
  const shown = `interval=${timeText(intervalMs)}, busiestThreads=${threads}, ignoreIdleThreads=${ignoreIdle}`;
  const counts = new Map<string, number>();
  const named = samples.map((sample) => {
    const count = (counts.get(sample.thread) ?? 0) + 1;
    counts.set(sample.thread, count);
    return { ...sample, thread: `sextant[${nodeName}][${sample.thread}][T#${count}]` };
  });
  // Nothing here waits for a lock or for another thread: only what runs is seen.
  const blocks =
    type === 'cpu'
      ? hotThreadsText(named, { intervalMs, threads, ignoreIdle, name: (thread) => thread })
      : '';
  return text(
    `::: ${nodeText(context)}\n   Hot threads at ${startedAt}, ${shown}:\n   \n${blocks}${tasks}\n`,
  );
};

function asked({ params }: RequestOf<'nodes.hot_threads'>) {
  const { interval: intervalMs = 500, snapshots = 10, threads = 3, type = 'cpu' } = params;
  if (intervalMs < 1 || intervalMs > intervalMaxMs) throw outOfRange('interval', '1ms to 1m');
  if (snapshots < 1 || snapshots > countMax) throw outOfRange('snapshots', `1 to ${countMax}`);
  if (threads < 0 || threads > countMax) throw outOfRange('threads', `0 to ${countMax}`);
  return { intervalMs, snapshots, threads, type, ignoreIdle: params.ignore_idle_threads !== false };
}

function refuseMany({ tasks }: EmbeddedContext, { route }: RequestOf<'nodes.hot_threads'>): void {
  let running = 0;
  for (const { action } of tasks.running()) if (action === route.privilege) running++;
  if (running <= waitingMax) return;
  const reason = `rejected execution of hot threads: [${waitingMax}] such requests are under way already`;
  throw apiError('rejected_execution_exception', reason);
}

function outOfRange(name: string, range: string): Error {
  return apiError('illegal_argument_exception', `[${name}] must be from ${range}`);
}

/** Tasks that are under way beside this request, those that run longest first; none over the service's own indices. */
function tasksText(
  { tasks, identity }: EmbeddedContext,
  { task: own }: RequestOf<'nodes.hot_threads'>,
): string {
  const running = tasks
    .all()
    .filter((task) => task !== own && !task.searched.some(isSystemIndex))
    .map((task) => tasks.info(task))
    .filter(({ description }) => !description.includes(systemIndexPrefix))
    .sort((a, b) => b.runningNanos - a.runningNanos);
  if (running.length === 0) return '';
  const lines = running.map(({ number, action, runningNanos, description }) => {
    const about = printable(description).slice(0, descriptionMax);
    const age = timeText(Math.floor(runningNanos / 1e6));
    return `     [${identity.nodeId}:${number}] ${action}, running for ${age}${about === '' ? '' : `: ${about}`}`;
  });
  return `    tasks under way:\n${lines.join('\n')}\n`;
}
