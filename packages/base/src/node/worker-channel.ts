import { type MessagePort, parentPort, Worker } from 'node:worker_threads';
import { assert } from '../assert.ts';
import type { Channel } from '../ports/channel.ts';
import { joinRelease } from './spare-memory.ts';
import type { ThreadProfiles } from './thread-profiles.ts';

export interface WorkerOptions {
  /** Name of the thread in diagnostics. */
  readonly name: string;
  /** Given to the thread as `workerData`; structured-clonable. */
  readonly data?: unknown;
  readonly env?: Readonly<Record<string, string>>;
  /** The thread can be watched by it. */
  readonly profiles?: ThreadProfiles;
}

/**
 * Room for young objects: V8 takes two thirds of it once a thread is busy and seldom gives them back. By default it would be 134 MB
 * for each thread, and nothing is faster for it.
 */
const YOUNG_MB = 48;

/** Starts a thread that runs the module at `url`, with the Node flags of this process. */
export function spawnWorker(url: URL, options: WorkerOptions): Channel {
  const worker = new Worker(url, {
    name: options.name,
    workerData: options.data,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    ...(options.env ? { env: { ...process.env, ...options.env } } : {}),
  });
  options.profiles?.add(options.name, worker);
  return new WorkerChannel(worker);
}

/**
 * For threads that write: a burst takes memory by the hundred megabytes, and the next one, which often comes a few seconds later, takes it again. To
 * have the system make those pages anew costs it a tenth of its speed.
 */
const WRITING_REST_SECONDS = 10;

/** The other end, inside the thread; which from now on gives spare memory back with the others, and after `restSeconds` of rest by itself. */
export function parentChannel(restSeconds = WRITING_REST_SECONDS): Channel {
  assert(parentPort !== null, 'parentChannel() is for worker threads');
  joinRelease(restSeconds);
  return new PortChannel(parentPort);
}

class WorkerChannel implements Channel {
  readonly #worker: Worker;
  #error: Error | undefined;
  readonly #gone: Promise<void>;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('error', (error) => {
      this.#error = error instanceof Error ? error : new Error(String(error));
    });
    this.#gone = new Promise((resolve) => worker.once('exit', () => resolve()));
  }

  post(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#worker.on('message', listener);
  }

  onEnd(listener: (error: Error | undefined) => void): void {
    this.#worker.once('exit', () => listener(this.#error));
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
    await this.#gone;
  }
}

class PortChannel implements Channel {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  post(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#port.on('message', listener);
  }

  onEnd(listener: (error: Error | undefined) => void): void {
    this.#port.once('close', () => listener(undefined));
  }

  async end(): Promise<void> {
    this.#port.close();
  }
}
