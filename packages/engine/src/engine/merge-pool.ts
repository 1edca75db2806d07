import type { Channel } from '@sextant/base';
import type { ErrorCause } from '@sextant/contract';
import type { SegmentName } from '../segment/segment-file.ts';
import type { MergeOutcome, MergeRequest, MergeRunner } from '../shard/store/merge-runner.ts';
import { Peer } from './peer.ts';

export interface MergePoolOptions {
  /** Merges of all shards that run beside each other; as many of force merges beside them. */
  readonly size: number;
  readonly start: () => Channel;
}

/** More threads of a lane are not started, whatever an index asks for: each takes memory of its own. */
const MOST_THREADS = 16;

/** Of what waits, after so many others that came later, the one that came first. */
const OVERTAKEN_MAX = 16;

interface Job {
  readonly method: 'merge' | 'verify';
  readonly argument: MergeRequest | SegmentName;
  /** Smallest first. */
  readonly bytes: number;
  readonly forced: boolean;
  /** Done by a thread that lets others come first. */
  readonly yields: boolean;
  /** So many of its lane may run, with itself. */
  readonly besidesMax: number;
  /** They are counted as they come. */
  readonly number: number;
  /** It runs beside as many as may run anyway, so that it keeps none of another index waiting. */
  isExtra: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly peer: Peer;
  job: Job | undefined;
  /** Its priority is lowered, which cannot be taken back. */
  yields: boolean;
}

/**
 * The merging threads. They are started when they are first needed, and again after their death; of those that rest one
 * stays. What waits is done in the order of its size, so that no short merge waits for a long one that has not begun, and now
 * and then what waits longest, so that a long one is done however many short ones come; what is forced runs beside the
 * others, so that they do not wait for that either.
 */
export class MergePool implements MergeRunner {
  readonly #options: MergePoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  #lastNumber = 0;
  /** Jobs of each lane that began before one which came earlier, since the one that had come first began. */
  readonly #overtaken = { normal: 0, forced: 0 };
  #ended = false;

  constructor(options: MergePoolOptions) {
    this.#options = options;
  }

  async merge(request: MergeRequest): Promise<MergeOutcome> {
    const { bytes, forced, yields, threadsMax } = request;
    const besidesMax = Math.max(this.#options.size, Math.min(MOST_THREADS, threadsMax));
    const limits = { bytes, forced, yields, besidesMax };
    return (await this.#ask('merge', request, limits)) as MergeOutcome;
  }

  /** Merges come first. */
  async verify(segment: SegmentName): Promise<ErrorCause | undefined> {
    const limits = { bytes: Number.POSITIVE_INFINITY, forced: false, yields: true };
    const besidesMax = this.#options.size;
    return (await this.#ask('verify', segment, { ...limits, besidesMax })) as ErrorCause | undefined;
  }

  async end(): Promise<void> {
    this.#ended = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the merging threads have ended'));
    await Promise.all([...this.#threads].map(({ peer }) => peer.end()));
  }

  #ask(
    method: Job['method'],
    argument: Job['argument'],
    limits: Pick<Job, 'bytes' | 'forced' | 'yields' | 'besidesMax'>,
  ): Promise<unknown> {
    if (this.#ended) return Promise.reject(new Error('the merging threads have ended'));
    return new Promise((resolve, reject) => {
      const number = ++this.#lastNumber;
      const job: Job = { method, argument, ...limits, number, isExtra: false, resolve, reject };
      // After those of its size.
      const at = this.#waiting.findIndex((each) => each.bytes > job.bytes);
      this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, job);
      this.#next();
    });
  }

  #next(): void {
    for (let job = this.#chosen(); job !== undefined; job = this.#chosen()) {
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      this.#run(job);
    }
    const [, ...spare] = [...this.#threads].filter((each) => each.job === undefined);
    for (const thread of spare) this.#letGo(thread);
  }

  #chosen(): Job | undefined {
    return this.#ended ? undefined : (this.#chosenOf('normal') ?? this.#chosenOf('forced'));
  }

  #chosenOf(lane: 'normal' | 'forced'): Job | undefined {
    const running = [...this.#threads].flatMap(({ job }) =>
      job !== undefined && laneOf(job) === lane ? job : [],
    );
    const isFull = running.filter(({ isExtra }) => !isExtra).length >= this.#options.size;
    const [smallest, ...others] = this.#waiting.filter((job) => {
      return laneOf(job) === lane && (!isFull || running.length < job.besidesMax);
    });
    if (smallest === undefined) return undefined;
    const first = others.reduce((found, each) => (each.number < found.number ? each : found), smallest);
    const chosen = this.#overtaken[lane] >= OVERTAKEN_MAX ? first : smallest;
    this.#overtaken[lane] = chosen === first ? 0 : this.#overtaken[lane] + 1;
    chosen.isExtra = isFull;
    return chosen;
  }

  #run(job: Job): void {
    let thread: Thread;
    try {
      thread = this.#threadFor(job);
    } catch (error) {
      job.reject(error);
      return;
    }
    thread.job = job;
    thread.yields ||= job.yields;
    const done = (): void => {
      thread.job = undefined;
      this.#next();
    };
    thread.peer.call(job.method, [job.argument]).then(job.resolve, job.reject).finally(done);
  }

  #threadFor({ yields }: Job): Thread {
    const idle = [...this.#threads].filter((each) => each.job === undefined);
    const fitting = idle.find((each) => each.yields === yields) ?? idle.find((each) => !each.yields);
    if (fitting !== undefined) return fitting;
    // One that lets others come first does so for ever.
    for (const thread of idle) this.#letGo(thread);
    const channel = this.#options.start();
    const thread: Thread = { peer: new Peer(channel, 'merge', {}), job: undefined, yields: false };
    channel.onEnd(() => this.#threads.delete(thread));
    this.#threads.add(thread);
    return thread;
  }

  #letGo(thread: Thread): void {
    this.#threads.delete(thread);
    void thread.peer.end();
  }
}

function laneOf({ forced }: Job): 'normal' | 'forced' {
  return forced ? 'forced' : 'normal';
}
