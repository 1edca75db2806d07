/** A part of a request that one kind of thread does. */
export interface Stage {
  /** Which threads: an index of `threads`. */
  readonly pool: number;
  readonly micros: number;
}

/** What a request needs, and of what there is how much. */
export interface QueueModel {
  /** How many threads each pool has. */
  readonly threads: readonly number[];
  readonly processors: number;
  /** Callers, each of which sends its next request when it has the answer to its last. */
  readonly callers: number;
  /** One after the other; the answer goes out behind the last. */
  readonly stages: readonly Stage[];
  /** Begun when the answer goes out: it needs threads and processors, and nobody waits for it. */
  readonly after: readonly Stage[];
}

export interface Simulated {
  readonly perSecond: number;
  /** For each pool, which part of the time its threads were running. */
  readonly busy: readonly number[];
  /** Which part of the time the processors were running. */
  readonly processors: number;
}

interface Job {
  readonly stages: readonly Stage[];
  readonly isRequest: boolean;
  at: number;
}

interface Running {
  readonly job: Job;
  readonly stage: Stage;
  readonly ends: number;
}

/**
 * Lets `requests` requests go through: each stage waits for a thread of its pool and a processor, first come first served, and keeps both
 * until it is done. A closed queueing network with constant times: what it tells is which of them is used up first, not the slowest answers.
 */
export function simulate(model: QueueModel, requests: number): Simulated {
  const waiting: Job[] = [];
  const running: Running[] = [];
  const inUse = model.threads.map(() => 0);
  const busy = model.threads.map(() => 0);
  let now = 0;
  let done = 0;

  const begin = (job: Job, stage: Stage): void => {
    inUse[stage.pool]!++;
    busy[stage.pool]! += stage.micros;
    const ends = now + stage.micros;
    const at = running.findIndex((other) => other.ends > ends);
    running.splice(at < 0 ? running.length : at, 0, { job, stage, ends });
  };
  const fill = (): void => {
    for (let i = 0; i < waiting.length && running.length < model.processors; ) {
      const job = waiting[i]!;
      const stage = job.stages[job.at]!;
      if (inUse[stage.pool]! < model.threads[stage.pool]!) {
        waiting.splice(i, 1);
        begin(job, stage);
      } else {
        i++;
      }
    }
  };
  const put = (stages: readonly Stage[], isRequest: boolean): void => {
    if (stages.length > 0) waiting.push({ stages, isRequest, at: 0 });
  };

  for (let caller = 0; caller < model.callers; caller++) put(model.stages, true);
  while (done < requests) {
    fill();
    const next = running.shift();
    if (next === undefined) throw new Error('A model needs a stage, a caller, a thread and a processor.');
    now = next.ends;
    inUse[next.stage.pool]!--;
    const { job } = next;
    if (++job.at < job.stages.length) {
      waiting.push(job);
    } else if (job.isRequest) {
      done++;
      put(model.after, false);
      put(model.stages, true);
    }
  }
  // What is still running was counted whole.
  for (const { stage, ends } of running) busy[stage.pool]! -= ends - now;
  const sum = busy.reduce((all, micros) => all + micros, 0);
  return {
    perSecond: (done / now) * 1e6,
    busy: busy.map((micros, pool) => micros / (now * model.threads[pool]!)),
    processors: sum / (now * model.processors),
  };
}
