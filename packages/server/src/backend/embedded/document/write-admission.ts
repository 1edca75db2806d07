import { apiError } from '@sextant/contract';

interface WriteAdmissionParts {
  readonly nodeName: string;
  /** Threads that write, at most. */
  readonly size: number;
  /** How many may wait for them: `thread_pool.write.queue_size`; -1 = any number. */
  readonly queueSize: () => number;
}

export interface WriteFigures {
  readonly active: number;
  readonly queue: number;
  readonly queueSize: number;
  readonly rejected: number;
}

/**
 * The door to the threads that write. What is counted is what one request writes to one index: as many of these are under way
 * as there are threads, some may wait, and others are turned away at once.
 */
export class WriteAdmission {
  readonly #parts: WriteAdmissionParts;
  #running = 0;
  #rejected = 0;
  #completed = 0;

  constructor(parts: WriteAdmissionParts) {
    this.#parts = parts;
  }

  /** The answer is to be called once, at the end. Throws ApiError where too much waits. */
  enter(): () => void {
    const { size, queueSize, nodeName } = this.#parts;
    const capacity = queueSize();
    if (capacity >= 0 && this.#running >= size + capacity) {
      this.#rejected++;
      const { active, queue } = this.figures();
      const state = `pool size = ${size}, active threads = ${active}, queued tasks = ${queue}, completed tasks = ${this.#completed}`;
      throw apiError(
        'rejected_execution_exception',
        `rejected execution of write on thread pool [name = ${nodeName}/write, queue capacity = ${capacity}, ${state}]`,
      );
    }
    this.#running++;
    return () => {
      this.#running--;
      this.#completed++;
    };
  }

  figures(): WriteFigures {
    const active = Math.min(this.#running, this.#parts.size);
    const queueSize = this.#parts.queueSize();
    return { active, queue: this.#running - active, queueSize, rejected: this.#rejected };
  }
}
