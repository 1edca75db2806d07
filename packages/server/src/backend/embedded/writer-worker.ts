import { workerData } from 'node:worker_threads';
import { NodeDisk, parentChannel, SystemClock, SystemRandom } from '@sextant/base/node';
import { serveWriter } from '@sextant/engine';

/** Entry of the thread that owns everything durable. Its data names the engine's folder. */
const { directory, allowMmap, mergeThreads } = workerData as {
  readonly directory: string;
  readonly allowMmap: boolean;
  readonly mergeThreads: number;
};

serveWriter(parentChannel(), {
  disk: new NodeDisk({ allowMmap }),
  directory,
  clock: new SystemClock(),
  random: new SystemRandom(),
  mergeThreads,
});
