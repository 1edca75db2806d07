import type { Session } from 'node:inspector';
import type { Worker } from 'node:worker_threads';

/** One place in a program: `function (file:line:column)`. */
type Frame = string;

/** What a thread did while it was watched. */
export interface ThreadSample {
  /** `main`, or the name that the thread was given. */
  readonly thread: string;
  /** How long it was watched, and how much of that it ran code. */
  readonly watchedMs: number;
  readonly busyMs: number;
  /** Its stack, innermost frame first, at moments spread evenly; empty where it ran nothing. */
  readonly snapshots: readonly (readonly Frame[])[];
}

export interface SampleOptions {
  readonly intervalMs: number;
  readonly snapshots: number;
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
}

/** Of V8: `samples` are ids of `nodes`, each `timeDeltas` microseconds after the one before. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
}

interface Profiling {
  /** What has been seen; undefined where the thread has ended. */
  stop(): Promise<CpuProfile | undefined>;
}

/**
 * Samples what the threads of this process do, by V8's profiler: only while somebody asks, and at no cost otherwise. Threads
 * beside the main one are seen where the runtime can profile them from outside.
 */
export class ThreadProfiles {
  readonly #workers = new Map<Worker, string>();
  #last: Promise<unknown> = Promise.resolve();

  /** A thread, until it ends. */
  add(name: string, worker: Worker): void {
    this.#workers.set(worker, name);
    worker.once('exit', () => this.#workers.delete(worker));
  }

  /** Of the main thread and of all others. One after the other, where several ask. */
  sample(options: SampleOptions): Promise<readonly ThreadSample[]> {
    const sampled = this.#last.then(() => this.#sample(options));
    this.#last = sampled.catch(() => undefined);
    return sampled;
  }

  async #sample({ intervalMs, snapshots, wait }: SampleOptions): Promise<readonly ThreadSample[]> {
    const others = [...this.#workers].map(async ([worker, name]) => ({
      name,
      profiling: await profileWorker(worker),
    }));
    const all = [{ name: 'main', profiling: await profileThisThread() }, ...(await Promise.all(others))];
    await wait(intervalMs);
    const samples = all.map(async ({ name, profiling }) => {
      const profile = await profiling?.stop();
      return profile === undefined ? [] : [sampleOf(name, profile, snapshots)];
    });
    return (await Promise.all(samples)).flat();
  }
}

async function profileThisThread(): Promise<Profiling> {
  const { Session: Inspector } = process.getBuiltinModule('node:inspector');
  const session: Session = new Inspector();
  session.connect();
  const post = (method: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      session.post(method, (error, result) => (error === null ? resolve(result) : reject(error)));
    });
  await post('Profiler.enable');
  await post('Profiler.start');
  return {
    stop: async () => {
      const { profile } = (await post('Profiler.stop')) as { readonly profile: CpuProfile };
      session.disconnect();
      return profile;
    },
  };
}

/** Undefined where the thread has ended, or the runtime is older than 24.8 and cannot. */
async function profileWorker(worker: Partial<Worker>): Promise<Profiling | undefined> {
  try {
    const profiling = await worker.startCpuProfile?.();
    if (profiling === undefined) return undefined;
    return {
      stop: async () => {
        try {
          return JSON.parse(await profiling.stop()) as CpuProfile;
        } catch {
          return undefined;
        }
      },
    };
  } catch {
    return undefined;
  }
}

function sampleOf(thread: string, profile: CpuProfile, count: number): ThreadSample {
  const { nodes, samples = [], timeDeltas = [] } = profile;
  const stacks = stacksOf(nodes);
  let watchedUs = 0;
  let busyUs = 0;
  samples.forEach((id, i) => {
    watchedUs += timeDeltas[i] ?? 0;
    if ((stacks.get(id) ?? []).length > 0) busyUs += timeDeltas[i] ?? 0;
  });
  const snapshots = Array.from({ length: samples.length === 0 ? 0 : count }, (_, i) => {
    const id = samples[Math.floor(((i + 0.5) * samples.length) / count)];
    return id === undefined ? [] : (stacks.get(id) ?? []);
  });
  return { thread, watchedMs: watchedUs / 1_000, busyMs: busyUs / 1_000, snapshots };
}

/** Names of nodes that stand for no code of the program. */
const atRest: ReadonlySet<string> = new Set(['(root)', '(idle)', '(program)']);

/** The stack of each node, innermost frame first. */
function stacksOf(nodes: readonly ProfileNode[]): ReadonlyMap<number, readonly Frame[]> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stacks = new Map<number, readonly Frame[]>();
  const waiting: (readonly [ProfileNode, readonly Frame[]])[] = [];
  const [root] = nodes;
  if (root !== undefined) waiting.push([root, []]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, outer] = next;
    const own = atRest.has(node.callFrame.functionName) ? outer : [frameOf(node), ...outer];
    stacks.set(node.id, own);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) waiting.push([child, own]);
    }
  }
  return stacks;
}

function frameOf({ callFrame }: ProfileNode): Frame {
  const { functionName, url, lineNumber, columnNumber } = callFrame;
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  const file = url.startsWith('node:') ? url : url.slice(url.lastIndexOf('/') + 1);
  return `${name} (${file}:${lineNumber + 1}:${columnNumber + 1})`;
}
