import type { Channel, Clock, Log } from '@sextant/base';
import type { SearchOptions } from '../search/search-api.ts';
import type { AnswerWriting } from './answer-writing.ts';
import type { SearchUsage } from './search-indices.ts';
import type { SearchSide } from './search-side.ts';
import type { DamageListener } from './search-sound.ts';
import type { SeenByThreads } from './search-worker.ts';

export interface SearchPoolOptions {
  /** Threads beside the one that is asked; 0 = it searches alone. */
  readonly size: number;
  /** Searches that may wait for a thread; -1 = any number. */
  readonly queueSize: () => number;
  readonly start: () => Channel;
  /** What a search may take at most for it to be done in the thread that was asked; 0: none is. */
  readonly shortMs: number;
  /** What is expected to take as long, or longer, is done by several threads where some are idle; 0: all that can be. */
  readonly divideMs: number;
  /** What a thread takes to start: for so long, a search of a third of it that is alone is done in the thread that was asked. 0 where not given. */
  readonly startMs?: number;
}

/** Figures of the searches as of a thread pool. */
export interface SearchPoolFigures {
  /** With the one that is asked. */
  readonly threads: number;
  /** Searches that wait: for a thread, or in one behind others. */
  readonly queue: number;
  /** Threads that search, and the most that did so at a time. */
  readonly active: number;
  readonly largest: number;
  readonly rejected: number;
  readonly completed: number;
  /** Some thread has nothing to do, or could be started. */
  readonly someIdle: boolean;
  /** What searches waited until a thread had room for them, all together. */
  readonly waitedMs: number;
}

/** What a pool is made of. */
export interface PoolParts {
  readonly pool: SearchPoolOptions | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly side: SearchSide;
  readonly context: SeenByThreads['context'];
  /** Told of every search that found something out. */
  readonly used: (usage: SearchUsage, options: SearchOptions) => void;
  /** Told when a thread may have let go of segments. */
  readonly released: (indexUuid: string, shard: number) => void;
  readonly damageMet: DamageListener;
  /** Absent: what this thread finds is not written. */
  readonly writing?: AnswerWriting | undefined;
}
