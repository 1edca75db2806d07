import { workerData } from 'node:worker_threads';
import { parentChannel, SystemClock } from '@sextant/base/node';
import { serveSlowLog } from './serve-slow-log.ts';

/** Entry of the thread that writes slow logs. */
const { directory } = workerData as { readonly directory: string };

serveSlowLog(parentChannel(), { directory, clock: new SystemClock() });
