import { workerData } from 'node:worker_threads';
import { NodeDisk, parentChannel, SystemClock, SystemRandom } from '@sextant/base/node';
import { serveWriter } from '@sextant/engine';

/** Entry of the thread that owns everything durable. Its data names the engine's folder. */
const { directory } = workerData as { readonly directory: string };

serveWriter(parentChannel(), {
  disk: new NodeDisk(),
  directory,
  clock: new SystemClock(),
  random: new SystemRandom(),
});
