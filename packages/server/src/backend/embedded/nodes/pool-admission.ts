import { apiError } from '@sextant/contract';

interface PoolAdmissionParts {
  readonly nodeName: string;
  readonly pool: string;
  /** Threads of the pool, at most. */
  readonly size: number;
  /** How many may wait for them: `thread_pool.POOL.queue_size`; -1 = any number. */
  readonly queueSize: () => number;
}

export interface AdmissionFigures {
  readonly active: number;
  readonly queue: number;
  readonly queueSize: number;
  readonly rejected: number;
}

/**
 * The door to the threads of a pool. As many pieces of work are under way as there are threads, some may wait, and others are turned
 * away at once.
 */
export class PoolAdmission {
  readonly #parts: PoolAdmissionParts;
  #running = 0;
  #rejected = 0;
  #completed = 0;

  constructor(parts: PoolAdmissionParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#parts.size;
  }

  /** The answer is to be called once, at the end. Throws ApiError where too much waits. */
  enter(): () => void {
    const { size, queueSize, nodeName, pool } = this.#parts;
    const capacity = queueSize();
    if (capacity >= 0 && this.#running >= size + capacity) {
      this.#rejected++;
      const { active, queue } = this.figures();
      const state = `pool size = ${size}, active threads = ${active}, queued tasks = ${queue}, completed tasks = ${this.#completed}`;
      throw apiError(
        'rejected_execution_exception',
        `rejected execution of ${pool} on thread pool [name = ${nodeName}/${pool}, queue capacity = ${capacity}, ${state}]`,
      );
    }
    this.#running++;
    return () => {
      this.#running--;
      this.#completed++;
    };
  }

  figures(): AdmissionFigures {
    const active = Math.min(this.#running, this.#parts.size);
    const queueSize = this.#parts.queueSize();
    return { active, queue: this.#running - active, queueSize, rejected: this.#rejected };
  }
}
