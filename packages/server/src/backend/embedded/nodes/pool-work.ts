import type { Task } from '../../../tasks/task.ts';
import type { TaskRegistry } from '../../../tasks/task-registry.ts';

/** Actions, or how they begin, with the pool whose threads do their work in OpenSearch. */
const poolsOfActions: readonly (readonly [action: string, pool: string])[] = [
  ['indices:data/read/get', 'get'],
  ['indices:data/read/mget', 'get'],
  ['indices:data/read/msearch', 'search'],
  ['indices:data/read/search', 'search'],
  ['indices:admin/analyze', 'analyze'],
  ['indices:admin/flush', 'flush'],
  ['indices:admin/forcemerge', 'force_merge'],
  ['indices:admin/refresh', 'refresh'],
  ['cluster:monitor/', 'management'],
  ['indices:monitor/', 'management'],
  ['cluster:admin/snapshot/', 'snapshot'],
];

/** The pool that does the work of an action in OpenSearch, where it has one here. */
export function poolOfAction(action: string): string | undefined {
  return poolsOfActions.find(([name]) =>
    name.endsWith('/') ? action.startsWith(name) : action === name,
  )?.[1];
}

/** Work by pools, as the tasks of requests show it. */
export class PoolWork {
  readonly #tasks: TaskRegistry;
  readonly #pools = new Map<string, string | undefined>();
  readonly #done = new Map<string, number>();

  constructor(tasks: TaskRegistry) {
    this.#tasks = tasks;
    tasks.onEnded((task) => {
      const pool = this.#poolOf(task);
      if (pool !== undefined) this.#done.set(pool, this.done(pool) + 1);
    });
  }

  /** Requests under way whose work is the pool's. */
  running(pool: string): number {
    let running = 0;
    for (const task of this.#tasks.running()) if (this.#poolOf(task) === pool) running++;
    return running;
  }

  /** Requests that have ended since the start. */
  done(pool: string): number {
    return this.#done.get(pool) ?? 0;
  }

  /** What runs as a part of a request (`direct`) is not counted beside it. */
  #poolOf({ action, type }: Task): string | undefined {
    if (type === 'direct') return undefined;
    const known = this.#pools.get(action);
    if (known !== undefined || this.#pools.has(action)) return known;
    const found = poolOfAction(action);
    this.#pools.set(action, found);
    return found;
  }
}
